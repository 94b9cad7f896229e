// window.mountscope and the messages of embedding pages, as web/API.md describes them, apart from what scenarios do.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPage, serve, settle, stats, until } from './browser.mjs';
import { equal, ok, test } from './harness.mjs';

test('api: has a version, is ready, and cannot be changed', async (t) => {
  const page = await t.open();
  equal(await page.evaluate(() => mountscope.version), 1, 'version');
  equal(await page.evaluate(() => mountscope.ready.then((it) => it === mountscope)), true, 'ready');
  equal(await page.evaluate(() => Object.isFrozen(mountscope)), true, 'frozen');
});

test('api: tells what drawing costs', async (t) => {
  const page = await t.open({ ratio: 2 });
  await settle(page);
  const told = await stats(page);
  equal([told.width, told.height, told.pixels_wide, told.pixels_high, told.device_pixel_ratio], [1280, 720, 2560, 1440, 2], 'size');
  ok(told.frames > 0 && told.last_ms > 0 && told.average_ms > 0 && told.longest_ms >= told.last_ms, JSON.stringify(told));
  ok(told.idle === true && told.graphics_lost === false, JSON.stringify(told));
});

test('api: rejects what is wrong, with a reason', async (t) => {
  const page = await t.open();
  const reason = await page.evaluate(() => mountscope.select('/there/is/no/such/mount').then(() => null, (error) => error.message));
  ok(typeof reason === 'string' && reason.length > 5, `reason: ${reason}`);
  const unknown = await page.evaluate(() => mountscope.load({ name: 'no such scenario' }).then(() => null, (error) => error.message));
  ok(typeof unknown === 'string' && unknown.length > 5, `reason: ${unknown}`);
  equal(await page.evaluate(() => { try { mountscope.on('step', 'text'); return 'taken'; } catch { return 'refused'; } }), 'refused',
      'a listener that is no function');
});

test('api: the bridge for the text twin builds a tree that can be walked', async (t) => {
  const page = await t.open();
  await settle(page);
  await page.evaluate(() => Module.mountscopePage.set_accessible_text(JSON.stringify({
    label: 'Mounts of main', status: 'One new mount',
    items: [
      { id: '1', label: '/ <b>root</b>', level: 1, expanded: true },
      { id: '2', label: '/mnt', level: 2, selected: true },
      { id: '3', label: '/proc', level: 2 },
    ],
  })));
  equal(await page.textContent('#status'), 'One new mount', 'spoken');
  equal(await page.textContent('#twin-label'), 'Mounts of main', 'label');
  const items = page.locator('#twin-tree [role=treeitem]');
  equal(await items.count(), 3, 'items');
  equal(await items.nth(0).textContent(), '/ <b>root</b>', 'text is text');
  equal(await items.nth(0).getAttribute('aria-expanded'), 'true', 'expanded');
  equal(await items.nth(1).getAttribute('aria-level'), '2', 'level');
  equal(await page.evaluate(() => document.querySelectorAll('#twin-tree [tabindex="0"]').length), 1, 'one stop of Tab');
  await items.nth(1).focus();
  await page.keyboard.press('ArrowDown');
  equal(await page.evaluate(() => document.activeElement.dataset.id), '3', 'walked');
  ok((await page.locator('#twin').boundingBox()).width > 200, 'visible while it has the focus');
});

test('api: files go out by the browser, and long texts come in by a field of the page', async (t) => {
  const page = await t.open();
  await settle(page);
  const download = page.waitForEvent('download');
  await page.evaluate(() => Module.mountscopePage.download('step-3.txt', 'text/plain', new TextEncoder().encode('hello')));
  const file = await download;
  equal(file.suggestedFilename(), 'step-3.txt', 'name');
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  equal(Buffer.concat(chunks).toString(), 'hello', 'content');

  await page.evaluate(() => Module.mountscopePage.askForText('Paste a mountinfo'));
  await page.fill('#text-dialog-text', '1 0 8:1 / / rw - ext4 /dev/sda1 rw\n2 1 0:5 / /proc rw - proc proc rw');
  const { frames: before } = await stats(page);
  await page.click('#text-dialog-accept');
  await until(page, (count) => mountscope.stats().frames > count, before);
  ok(await page.isHidden('#text-dialog'), 'closed');
  ok(await page.evaluate(() => ['canvas', 'typed'].includes(document.activeElement.id)), 'the drawing has the keyboard again');
});

// A page of another origin with the program in a frame; `hash` goes to the frame's address.
async function embed(t, hash = '') {
  const folder = mkdtempSync(join(tmpdir(), 'mountscope-embed-'));
  writeFileSync(join(folder, 'index.html'), `<!doctype html><iframe id="frame" width="900" height="600" src="${t.site.address}${hash}"></iframe>
    <script>
      const got = [];
      addEventListener('message', (event) => got.push(event.data));
      const say = (message) => document.getElementById('frame').contentWindow.postMessage(message, '*');
    </script>`);
  const host = await serve(folder);
  const page = await openPage(t.browser, host.address, { wait: false });
  t.pages.push(page);
  page.host = host;
  page.tidy = () => { host.close(); rmSync(folder, { recursive: true, force: true }); };
  return page;
}

async function ask(page, message) {
  const id = Math.random();
  await page.evaluate((data) => say(data), { ns: 'mountscope', v: 1, id, ...message });
  for (let i = 0; i < 1000; ++i) {
    const answer = await page.evaluate((wanted) => got.find((data) => data.id === wanted), id);
    if (answer) return answer;
  }
  return null;
}

// As API.md says: ping until the answer comes.
async function ping(page) {
  for (let i = 0; i < 400; ++i) {
    await page.evaluate(() => say({ ns: 'mountscope', v: 1, id: 'ping', cmd: 'ping' }));
    const answer = await page.evaluate(() => got.find((data) => data.id === 'ping'));
    if (answer) return answer;
    await new Promise((done) => setTimeout(done, 25));
  }
  return null;
}

test('api: an embedding page commands by messages and hears of events', async (t) => {
  t.expectTrouble();
  const page = await embed(t);
  try {
    equal((await ping(page))?.result, { pong: true, version: 1 }, 'pong');
    const state = await ask(page, { cmd: 'state' });
    ok(state.result && state.error === undefined, JSON.stringify(state).slice(0, 200));
    equal((await ask(page, { cmd: 'constructor' })).error, 'unknown command: constructor', 'unknown command');
    ok(/version 1/.test((await ask(page, { cmd: 'state', v: 2 })).error), 'other version');
    await ask(page, { cmd: 'goto', args: [0] });
    await ask(page, { cmd: 'step', args: [1] });
    let heard = false;
    for (let i = 0; i < 500 && !heard; ++i) heard = await page.evaluate(() => got.some((data) => data.event === 'step'));
    ok(heard, 'the event "step"');
    equal(await page.evaluate(() => document.activeElement === document.body), true, 'the frame does not take the focus');
  } finally {
    page.tidy();
  }
});

test('api: only the embedding page is answered, and only from allowed origins', async (t) => {
  t.expectTrouble();
  const strange = await embed(t, '#allow=https://lecture.example');
  try {
    await until(strange.frames()[1], () => Boolean(globalThis.mountscope));
    await strange.frames()[1].evaluate(() => mountscope.ready.then(() => true));
    await strange.evaluate(() => { say({ ns: 'mountscope', v: 1, id: 'a', cmd: 'ping' }); say('text'); say(null); });
    await strange.frames()[1].evaluate(() => new Promise((done) => setTimeout(done)));
    equal(await strange.evaluate(() => got), [], 'answers');
  } finally {
    strange.tidy();
  }
  const page = await t.open();
  const answered = await page.evaluate(() => new Promise((done) => {
    window.addEventListener('message', (event) => { if (event.data?.result) done(true); });
    window.postMessage({ ns: 'mountscope', v: 1, id: 1, cmd: 'ping' }, '*');
    const channel = new MessageChannel();  // comes after the messages above
    channel.port1.onmessage = () => done(false);
    setTimeout(() => channel.port2.postMessage(0), 50);
  }));
  equal(answered, false, 'the page itself');
});
