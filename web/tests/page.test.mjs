// The page itself: what it loads, what it says when it cannot run, and what it leaves to others.
import { settle, stats, until } from './browser.mjs';
import { equal, ok, test } from './harness.mjs';

test('page: opens with a picture, from its own server only', async (t) => {
  const page = await t.open();
  await settle(page);
  const foreign = page.seenRequests.filter((url) => !url.startsWith(t.site.address) && !url.startsWith('data:'));
  equal(foreign, [], 'foreign requests');
  ok((await stats(page)).vertices > 100, 'something is drawn');
  await until(page, () => document.getElementById('cover').hidden);
});

test('page: makes no requests after it has loaded', async (t) => {
  const page = await t.open();
  await settle(page);
  const before = page.seenRequests.length;
  await page.mouse.move(400, 300);
  await page.mouse.wheel(0, 200);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End']) await page.keyboard.press(key);
  await page.setViewportSize({ width: 900, height: 700 });
  await settle(page);
  equal(page.seenRequests.slice(before), [], 'requests');
});

test('page: its policy has no unsafe-eval, and nothing in it is inline', async (t) => {
  const page = await t.open();
  const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', 'content');
  ok(policy.startsWith("default-src 'none'"), policy);
  ok(!/unsafe-(eval|inline)(?!-)/.test(policy.replace('wasm-unsafe-eval', '')), policy);
  const inline = await page.evaluate(() => [...document.querySelectorAll('*')].filter((node) =>
      (node.tagName === 'SCRIPT' && !node.src) || node.tagName === 'STYLE' ||
      [...node.attributes].some(({ name }) => /^on/.test(name))).length);
  equal(inline, 0, 'inline scripts and styles');
  // Code from the developer tools may evaluate text; code that a timer makes from text is the page's own.
  await page.evaluate(() => { setTimeout('globalThis.evaluated = true'); });
  await until(page, () => globalThis.cspViolations.some((violation) => violation.includes('eval')));
  equal(await page.evaluate(() => globalThis.evaluated), undefined, 'evaluated');
  await page.evaluate(() => { globalThis.cspViolations.length = 0; });
  page.trouble.length = 0;
});

test('page: says what it is in its language, title and description', async (t) => {
  const page = await t.open();
  equal(await page.getAttribute('html', 'lang'), 'en', 'lang');
  equal(await page.title(), 'Mountscope', 'title');
  ok((await page.getAttribute('meta[name=description]', 'content')).length > 40, 'description');
  ok((await page.getAttribute('meta[name=viewport]', 'content')).includes('width=device-width'), 'viewport');
  const source = await (await fetch(t.site.address)).text();
  ok(/<noscript>.*JavaScript/s.test(source), 'noscript');
  equal(await page.getAttribute('#canvas', 'tabindex'), '0', 'tabindex of the canvas');
});

test('page: says so when there is no WebGL 2', async (t) => {
  t.expectTrouble();
  const page = await t.open({
    wait: false,
    prepare: (fresh) => fresh.addInitScript(() => {
      const real = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
        return kind === 'webgl2' ? null : real.call(this, kind, ...more);
      };
    }),
  });
  await until(page, () => document.getElementById('cover').classList.contains('failed'));
  ok(/WebGL 2/.test(await page.textContent('#cover-note')), 'the reason');
  ok(await page.isVisible('#cover-reload'), 'a way on');
  const rejected = await page.evaluate(() => mountscope.ready.then(() => false, (error) => /WebGL 2/.test(error.message)));
  ok(rejected, 'ready is rejected with the reason');
});

test('page: says so when the program cannot be loaded', async (t) => {
  t.expectTrouble();
  const page = await t.open({ wait: false, prepare: (fresh) => fresh.route('**/*.wasm', (route) => route.abort()) });
  await until(page, () => document.getElementById('cover').classList.contains('failed'));
  ok(/could not be loaded/.test(await page.textContent('#cover-note')), 'the reason');
});

test('page: leaves keys to its other elements', async (t) => {
  const page = await t.open();
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.id = 'other';
    document.body.append(input);
    input.focus();
  });
  await settle(page);
  const { frames } = await stats(page);
  await page.keyboard.type('abc /1');
  equal(await page.inputValue('#other'), 'abc /1', 'typed into another element');
  equal((await stats(page)).frames, frames, 'frames');
});
