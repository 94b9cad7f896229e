// The growth plot: exponents, points, what a drag and the keys do, and what is said where there is no curve.
import { execFileSync } from 'node:child_process';
import { settle, until } from './browser.mjs';
import { equal, ok, test } from './harness.mjs';

const kKernels = ['4.9', '6.18'];

async function openPlot(t, n = 3, kernels = kKernels) {
  const page = await t.open();
  await page.evaluate(
    async ([value, lanes]) => {
      await mountscope.load({ name: 'bind-chain-umount', values: { 1: value } });
      await mountscope.set({ lanes, stage: 'growth' });
    },
    [n, kernels],
  );
  return page;
}

const growth = (page, options = {}) => page.evaluate((given) => mountscope.growth(given), options);
const n = (page) => page.evaluate(async () => (await mountscope.state()).values[1]);
const curve = (answer, kernel) => answer.curves.find((one) => one.kernel === kernel);

// What the command line counts for the last command of run.sh.
function sweepOfCommandLine(kernel) {
  const folder = new URL('../../', import.meta.url).pathname;
  const output = execFileSync(
    `${folder}build/native/mountscope`,
    ['cost', '--kernel', kernel, '--sweep', 'N=1..16', '--json', `${folder}lessons/scenarios/32-bind-chain-umount.scn`],
    { encoding: 'utf8' },
  );
  return output.trim().split('\n').map((line) => JSON.parse(line));
}

test('growth: 4.9 goes up with the square of the mounts, 6.18 with the mounts', async (t) => {
  const page = await openPlot(t);
  for (const quantity of ['lookups', 'umount_lookup', 'propagation_next']) {
    const answer = await growth(page, { quantity });
    equal(answer.curves.map((one) => one.kernel), kKernels, 'curves');
    for (const [kernel, wanted] of [['4.9', 2], ['6.18', 1]]) {
      const { exponent, low, high, from, to } = curve(answer, kernel);
      ok(Math.abs(exponent - wanted) < 0.05, `${quantity} of ${kernel}: ${exponent}`);
      ok(low <= exponent && exponent <= high, `${low} to ${high}`);
      ok(to === 16 && to - from >= 4, `fitted from ${from} to ${to}`);
    }
  }
});

test('growth: points equal the command line\'s', async (t) => {
  const page = await openPlot(t);
  const answer = await growth(page, { quantity: 'umount_lookup' });
  for (const kernel of kKernels) {
    const wanted = sweepOfCommandLine(kernel);
    const { points, exponent } = curve(answer, kernel);
    equal(points.length, 16, 'points');
    for (const point of points) {
      const line = wanted.find((one) => one.n === point.n);
      equal([point.value, point.mounts], [line.counters.umount_lookup ?? 0, line.mounts], `${kernel}, N = ${point.n}`);
    }
    const { fit } = wanted.find((one) => one.fit !== undefined);
    ok(Math.abs(fit.umount_lookup.exponent - exponent) < 1e-4, `${fit.umount_lookup.exponent} and ${exponent}`);
  }
});

test('growth: modelled seconds lie near the measurements', async (t) => {
  const page = await openPlot(t, 3, ['4.9', '4.9-rfc2']);
  const answer = await growth(page, { quantity: 'modelled_seconds' });
  equal([answer.modelled, answer.memory], [true, '4G'], 'machine');
  equal(answer.measured.length, 12, 'measurements');
  for (const { kernel, n: size, seconds } of answer.measured) {
    const { value } = curve(answer, kernel).points.find((point) => point.n === size);
    ok(Math.abs(value - seconds) < 0.02 || (value < 1.5 * seconds && seconds < 1.5 * value), `${kernel}, N = ${size}: ${value}, ${seconds}`);
  }
});

test('growth: counted between frames while it is shown', async (t) => {
  const page = await openPlot(t);
  await until(page, async () => (await mountscope.growth({ wait: false })).done);
  await settle(page);
  const answer = await growth(page, { wait: false });
  for (const one of answer.curves) equal(one.points.length, 16, one.kernel);
  // Another kernel is counted as well, and those that were are not counted again.
  await growth(page, { kernels: ['4.9', '6.18', '4.13'], wait: false });
  await until(page, async () => (await mountscope.growth({ wait: false })).done);
  ok(Math.abs(curve(await growth(page, { wait: false }), '4.13').exponent - 1) < 0.05, '4.13');
});

test('growth: keys and a drag move N, and the scenario follows', async (t) => {
  const page = await openPlot(t, 3);
  await growth(page);
  await settle(page);
  await page.keyboard.press('ArrowRight');
  await until(page, async () => (await mountscope.state()).values[1] === 4);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await until(page, async () => (await mountscope.state()).values[1] === 2);
  await settle(page);
  // Across the plot, from left to right.
  await page.mouse.move(420, 200);
  await page.mouse.down();
  await until(page, async () => (await mountscope.state()).values[1] > 2);
  const first = await n(page);
  await page.mouse.move(560, 200, { steps: 8 });
  await until(page, async (least) => (await mountscope.state()).values[1] > least, first);
  const second = await n(page);
  await page.mouse.move(480, 200, { steps: 8 });
  await until(page, async (most) => (await mountscope.state()).values[1] < most, second);
  await page.mouse.up();
  await until(page, async () => !(await mountscope.state()).running);
  await settle(page);
  const there = await n(page);
  equal((await growth(page)).n, there, 'N of the plot');
  // Where the pointer is has no say any more.
  await page.mouse.move(800, 200);
  await settle(page);
  equal(await n(page), there, 'N after the drag');
});

test('growth: opened and left by its key, and told to screen readers', async (t) => {
  const page = await t.open();
  await page.evaluate(() => mountscope.load({ name: 'bind-chain-umount' }));
  await settle(page);
  await page.keyboard.press('g');
  await until(page, () => /^Growth/.test(document.querySelector('#twin-label').textContent));
  await until(page, () => /4\.9.* to the power 2\.00/.test(document.querySelector('#twin-tree').textContent));
  await until(page, () => /6\.18.* to the power 1\.00/.test(document.querySelector('#status').textContent));
  await page.keyboard.press('g');
  await until(page, () => /^Mount trees/.test(document.querySelector('#twin-label').textContent));
});

test('growth: a scenario of one size has no curve and says why', async (t) => {
  const page = await t.open();
  await page.evaluate(async () => {
    await mountscope.load({ name: 'mount-on-mount' });
    await mountscope.set({ stage: 'growth' });
  });
  const answer = await growth(page);
  ok(/no N/.test(answer.reason), answer.reason);
  equal(answer.curves, [], 'curves');
  await settle(page);
});

test('growth: what is asked for wrongly is said', async (t) => {
  const page = await openPlot(t);
  const said = await page.evaluate(async () => {
    const trials = [{ quantity: 'happiness' }, { of: 'first' }, { scale: 'square' }, { kernels: ['3.0'] }, { kernels: [] }];
    return Promise.all(trials.map((trial) => mountscope.growth(trial).then(() => 'nothing', (error) => error.message)));
  });
  [/happiness/, /first/, /square/, /3\.0/, /list/].forEach((wanted, i) => ok(wanted.test(said[i]), `${i}: ${said[i]}`));
});
