// Takes a picture of the page.
//
//   node web/tests/shot.mjs OUT.png [--size 1280x720] [--dpr 2] [--theme light] [--site FOLDER] [--hash TEXT]
//       [--run FILE] [--eval JS] [--keys "ArrowRight ArrowRight"] [--wait-frames N] [--stats]
//
// --run types a file into the program's console; --eval runs JavaScript in the page (it may await, and sees
// window.mountscope); --keys presses keys one after the other. They are done in the order given. Then the picture is taken
// as soon as nothing more is drawn, or after N frames where something always moves.
import { readFileSync } from 'node:fs';
import { frames, openBrowser, openPage, serve, settle, siteFolder, stats } from './browser.mjs';

const words = process.argv.slice(2);
const options = { actions: [] };
while (words.length > 0) {
  const word = words.shift();
  switch (word) {
    case '--size': [options.width, options.height] = words.shift().split('x').map(Number); break;
    case '--dpr': options.ratio = Number(words.shift()); break;
    case '--theme': options.theme = words.shift(); break;
    case '--site': options.site = words.shift(); break;
    case '--hash': options.hash = `#${words.shift()}`; break;
    case '--wait-frames': options.frames = Number(words.shift()); break;
    case '--stats': options.stats = true; break;
    case '--run':
    case '--eval':
    case '--keys': options.actions.push([word, words.shift()]); break;
    default:
      if (word.startsWith('--') || options.out) throw new Error(`what is ${word}?`);
      options.out = word;
  }
}
if (!options.out) throw new Error('say where the picture goes: node shot.mjs OUT.png');

async function act(page, [kind, what]) {
  if (kind === '--run') {
    await page.evaluate((text) => mountscope.run(text).then(() => true), readFileSync(what, 'utf8'));
  } else if (kind === '--eval') {
    const result = await page.evaluate(`(async () => { return (${what}); })()`);
    if (result !== undefined) console.log(JSON.stringify(result));
  } else {
    for (const key of what.split(' ').filter(Boolean)) {
      const before = (await stats(page)).frames;
      await page.keyboard.press(key);
      await frames(page, 2, before);
    }
  }
}

const site = await serve(siteFolder(options.site));
const browser = await openBrowser();
try {
  const page = await openPage(browser, site.address, options);
  const first = options.frames ? undefined : await settle(page);
  for (const action of options.actions) await act(page, action);
  if (options.frames) await frames(page, options.frames, first);
  else await settle(page);
  await page.screenshot({ path: options.out, animations: 'disabled' });
  for (const line of page.trouble) console.error(line);
  if (options.stats) console.log(JSON.stringify(await stats(page)));
  process.exitCode = page.trouble.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  site.close();
}
