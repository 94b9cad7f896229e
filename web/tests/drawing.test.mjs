// When the drawing is redrawn, at which size, and what it survives.
import { frames, openBrowser, settle, stats, until } from './browser.mjs';
import { equal, ok, test } from './harness.mjs';

const size = async (page) => {
  const { width, height, pixels_wide, pixels_high } = await stats(page);
  return [width, height, pixels_wide, pixels_high];
};
const canvasSize = (page) => page.evaluate(() => [canvas.width, canvas.height]);

test('drawing: nothing is drawn and no CPU used when idle', async (t) => {
  const page = await t.open();
  await page.mouse.move(300, 300);
  await settle(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const busy = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration').value;
  const before = await stats(page);
  const scriptBefore = await busy();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 2000)));
  const after = await stats(page);
  equal(after.frames, before.frames, 'frames in two seconds');
  ok(after.idle, 'idle');
  const spent = (await busy()) - scriptBefore;
  ok(spent < 0.02, `${spent} s of scripts in two idle seconds`);
});

test('drawing: comes to rest within a second after input', async (t) => {
  const page = await t.open();
  await settle(page);
  const { frames: before } = await stats(page);
  await page.mouse.move(500, 200);
  const began = Date.now();
  await settle(page);
  ok(Date.now() - began < 3000, 'at rest');
  ok((await stats(page)).frames > before, 'the move was drawn');
});

test('drawing: follows the window', async (t) => {
  const page = await t.open();
  for (const [width, height] of [[1000, 600], [640, 480], [1280, 720]]) {
    await page.setViewportSize({ width, height });
    await until(page, ([w, h]) => mountscope.stats().width === w && mountscope.stats().height === h, [width, height]);
    equal(await size(page), [width, height, width, height], 'size');
    equal(await canvasSize(page), [width, height], 'drawing buffer');
  }
});

test('drawing: follows its element when only that changes', async (t) => {
  const page = await t.open({ ratio: 2 });
  await page.evaluate(() => { canvas.style.width = '700px'; canvas.style.height = '500px'; });
  await until(page, () => mountscope.stats().width === 700);
  equal(await size(page), [700, 500, 1400, 1000], 'size');
  await settle(page);
  await page.evaluate(() => { canvas.style.width = ''; canvas.style.height = ''; });
  await until(page, () => mountscope.stats().width === 1280);
});

for (const ratio of [1, 1.5, 2, 3]) {
  test(`drawing: has one texel for each device pixel at ratio ${ratio}`, async (t) => {
    const page = await t.open({ ratio });
    await settle(page);
    const wanted = [1280, 720, 1280 * ratio, 720 * ratio];
    equal(await size(page), wanted, 'size');
    equal(await canvasSize(page), wanted.slice(2), 'drawing buffer');
    equal(await page.evaluate(() => getComputedStyle(canvas).imageRendering), 'auto', 'image-rendering');
  });
}

test('drawing: fits the device pixels exactly where the browser itself scales', async (t) => {
  const browser = await openBrowser(['--force-device-scale-factor=1.5', '--window-size=1001,701']);
  try {
    const context = await browser.newContext({ viewport: null });
    const page = await context.newPage();
    await page.goto(t.site.address);
    await page.evaluate(() => mountscope.ready.then(() => true));
    await settle(page);
    const exact = await page.evaluate(() => new Promise((done) => {
      new ResizeObserver(([entry]) => {
        const [box] = entry.devicePixelContentBoxSize;
        done([box.inlineSize, box.blockSize]);
      }).observe(canvas, { box: 'device-pixel-content-box' });
    }));
    equal(await page.evaluate(() => devicePixelRatio), 1.5, 'ratio');
    equal(await canvasSize(page), exact, 'drawing buffer');
  } finally {
    await browser.close();
  }
});

async function setMetrics(page, width, height, deviceScaleFactor) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
}

test('drawing: follows the zoom of the browser', async (t) => {
  const page = await t.open();
  await settle(page);
  for (const zoom of [2, 1.25, 1]) {
    await setMetrics(page, 1280 / zoom, 720 / zoom, zoom);
    await until(page, (width) => mountscope.stats().width === width, 1280 / zoom, `zoom ${zoom}`);
    equal(await size(page), [1280 / zoom, 720 / zoom, 1280, 720], 'size');
    equal(await canvasSize(page), [1280, 720], 'drawing buffer');
  }
});

test('drawing: follows a move to a screen with another pixel ratio', async (t) => {
  const page = await t.open({
    prepare: (fresh) => fresh.addInitScript(() => {
      const real = window.matchMedia.bind(window);
      globalThis.queries = [];
      window.matchMedia = (text) => {
        const query = real(text);
        if (text.includes('resolution')) globalThis.queries.push(query);
        return query;
      };
    }),
  });
  await settle(page);
  for (const ratio of [2, 1.25, 1]) {
    await setMetrics(page, 1280, 720, ratio);
    // Chromium's emulation does not tell the page, as a real screen would.
    equal(await page.evaluate(() => globalThis.queries.at(-1).matches), false, 'the old ratio');
    await page.evaluate(() => globalThis.queries.at(-1).dispatchEvent(new Event('change')));
    await until(page, (wide) => mountscope.stats().pixels_wide === wide, 1280 * ratio, `ratio ${ratio}`);
    equal(await size(page), [1280, 720, 1280 * ratio, 720 * ratio], 'size');
  }
});

test('drawing: is the same after the graphics context was lost and restored', async (t) => {
  const page = await t.open();
  await page.mouse.move(2, 2);
  await settle(page);
  const before = await page.screenshot();
  await page.evaluate(() => {
    globalThis.loser = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    loser.loseContext();
  });
  await until(page, () => mountscope.stats().graphics_lost);
  const { frames: lostAt } = await stats(page);
  await page.mouse.move(3, 2);
  await page.mouse.move(2, 2);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  equal((await stats(page)).frames, lostAt, 'frames without a context');
  await page.evaluate(() => loser.restoreContext());
  await until(page, () => !mountscope.stats().graphics_lost);
  await frames(page, 3, lostAt);
  await settle(page);
  ok((await page.screenshot()).equals(before), 'the picture is the same');
  await page.evaluate(() => mountscope.state());
  equal(await page.isHidden('#cover'), true, 'no error is shown');
});

test('drawing: says so when the graphics context does not come back', async (t) => {
  t.expectTrouble();
  const page = await t.open();
  await settle(page);
  await page.clock.install();
  await page.evaluate(() => canvas.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext());
  await until(page, () => mountscope.stats().graphics_lost);
  await page.clock.runFor(10_000);
  ok(/did not come back/.test(await page.textContent('#cover-note')), 'the reason');
});

test('drawing: is drawn again when the page is seen again or its colours change', async (t) => {
  const page = await t.open();
  await settle(page);
  let { frames: before } = await stats(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await frames(page, 3, before);
  await settle(page);
  ({ frames: before } = await stats(page));
  await page.emulateMedia({ colorScheme: 'light' });
  await frames(page, 3, before);
  await settle(page);
  ({ frames: before } = await stats(page));
  await page.evaluate(() => window.dispatchEvent(new Event('resize')));  // SDL empties the canvas then
  await frames(page, 1, before);
});

test('drawing: a picture at twice the size has the same layout', async (t) => {
  const one = await size(await t.open({ width: 1920, height: 1080 }));
  const two = await size(await t.open({ width: 1920, height: 1080, ratio: 2 }));
  equal(one.slice(0, 2), two.slice(0, 2), 'logical size');
  equal(two.slice(2), [3840, 2160], 'device pixels');
});
