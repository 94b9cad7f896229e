// Several kernels side by side under one cursor: their steps, their counters, and ways back.
import { execFileSync } from 'node:child_process';
import { settle, until } from './browser.mjs';
import { kBindChain } from './bind_chain.mjs';
import { equal, ok, test } from './harness.mjs';

const kLanes = ['4.9', '6.18'];

const state = (page) => page.evaluate(() => mountscope.state());

async function openRace(t, n, lanes = kLanes) {
  const page = await t.open();
  await page.evaluate(
    async ([text, value, kernels]) => {
      await mountscope.load({ text, values: { 1: value } });
      await mountscope.set({ lanes: kernels });
    },
    [kBindChain, n, lanes],
  );
  return page;
}

// What the command line counts for each command under each kernel.
function countsOfCommandLine(n, kernels) {
  const program = new URL('../../build/native/mountscope', import.meta.url).pathname;
  const output = kernels.map((kernel) =>
    execFileSync(program, ['cost', '--kernel', kernel, '--n', String(n), '--buckets', '65536', '--json', '-'], { input: kBindChain, encoding: 'utf8' }));
  return output.map((text) => text.trim().split('\n').map((line) => JSON.parse(line)).filter((line) => line.step !== undefined));
}

const withoutZeros = (counters) => Object.fromEntries(Object.entries(counters).filter(([, value]) => value !== 0).sort());

test('race: 4.9 against 6.18 on run.sh, N = 8, steps in lockstep', async (t) => {
  const page = await openRace(t, 8);
  const { size } = await state(page);
  const walk = await page.evaluate(async (command) => {
    const seen = [];
    let now = await mountscope.goto(command, 0);
    const add = () => seen.push([now.inside.position, ...now.lanes.map((lane) => [lane.step ?? -1, lane.waits])]);
    add();
    for (let i = 0; i < 900; ++i) {
      now = await mountscope.step(1, 'step');
      add();
    }
    return seen;
  }, size - 1);
  for (let i = 0; i < walk.length; ++i) {
    equal(walk[i][0], i, 'position');
    for (const lane of [1, 2]) {
      const [step, waits] = walk[i][lane];
      const before = i === 0 ? -1 : walk[i - 1][lane][0];
      ok(step === before + 1 || (step === before && waits), `lane ${lane} at ${i}: ${before} to ${step}, waits ${waits}`);
    }
  }
  const waits = await page.evaluate(async (command) => {
    const { inside } = await mountscope.goto(command, 0);
    const seen = [];
    for (let i = 1; i < 20; ++i) {
      const now = await mountscope.goto(command, Math.floor((inside.length * i) / 20));
      seen.push(now.lanes.map((lane) => lane.waits));
    }
    return seen;
  }, size - 1);
  ok(waits.some(([a, b]) => b && !a), '6.18 has to wait for 4.9');
  ok(waits.every(([a, b]) => !(a && b)), 'never both wait');
  const end = await page.evaluate(async (command) => {
    const { inside } = await mountscope.goto(command, 0);
    const last = await mountscope.goto(command, inside.length - 1);
    const after = await mountscope.step(1, 'step');
    return { last: last.lanes.map((lane) => [lane.step, lane.steps]), inside: after.inside, cursor: after.cursor };
  }, size - 1);
  for (const [step, steps] of end.last) equal(step, steps - 1, 'last step');
  equal([end.inside, end.cursor], [null, size], 'after the last step');
});

test('race: phases are stops of either kernel, and commands are commands', async (t) => {
  const page = await openRace(t, 4);
  const { size } = await state(page);
  const phases = await page.evaluate(async (command) => {
    let now = await mountscope.goto(command);
    const seen = [];
    while (now.cursor === command) {
      now = await mountscope.step(1, 'phase');
      if (now.inside) seen.push(now.lanes.map((lane) => lane.phase));
    }
    return seen;
  }, size - 1);
  const of = (lane) => new Set(phases.map((both) => both[lane]));
  for (const phase of ['gather', 'mark', 'take', 'finish']) ok(of(0).has(phase), `4.9 stops at ${phase}`);
  for (const phase of ['gather', 'propagate', 'leave', 'finish']) ok(of(1).has(phase), `6.18 stops at ${phase}`);
});

test('race: counters on the screen equal the command line\'s', async (t) => {
  for (const n of [3, 8]) {
    const page = await openRace(t, n);
    const wanted = countsOfCommandLine(n, kLanes);
    const { size } = await state(page);
    equal(wanted.map((lines) => lines.length), [size, size], 'commands');
    for (let k = 1; k <= size; ++k) {
      const now = await page.evaluate((index) => mountscope.goto(index), k);
      now.lanes.forEach((lane, i) =>
        equal(withoutZeros(lane.counters), withoutZeros(wanted[i][k - 1].counters), `command ${k} under ${kLanes[i]}`));
    }
    // So do the last steps inside of the command.
    const inside = await page.evaluate((index) => mountscope.goto(index, 1e15), size - 1);
    inside.lanes.forEach((lane, i) =>
      equal(withoutZeros(lane.counters), withoutZeros(wanted[i][size - 1].counters), `last step under ${kLanes[i]}`));
  }
});

test('race: seeking back and forth keeps the hash', async (t) => {
  const page = await openRace(t, 5, ['4.9', '4.9-rfc2', '4.13', '6.18']);
  const wrong = await page.evaluate(async () => {
    const { size } = await mountscope.state();
    const { inside } = await mountscope.goto(size - 1, 0);
    const hashes = (now) => now.lanes.map((lane) => lane.hash).join(' ');
    const forward = [];
    for (let p = 0; p < inside.length; p += 7) forward.push([p, hashes(await mountscope.goto(size - 1, p))]);
    let seed = 1;
    for (let i = 0; i < 60; ++i) {
      seed = (seed * 48271) % 2147483647;
      const [p, hash] = forward[seed % forward.length];
      const now = await mountscope.goto(size - 1, p);
      if (hashes(now) !== hash) return `position ${p}`;
      if (i % 4 === 0) await mountscope.step(i % 8 === 0 ? 3 : -2, 'step');
    }
    return '';
  });
  equal(wrong, '', 'another hash');
});

test('race: by keys alone, into a command and out of it, beside another kernel and alone again', async (t) => {
  const page = await t.open();
  await page.evaluate(async (text) => {
    await mountscope.load({ text, values: { 1: 3 }, kernel: '6.18' });
    const { size } = await mountscope.state();
    await mountscope.goto(size - 1);
  }, kBindChain);
  await settle(page);
  await page.keyboard.press('c');
  await until(page, async () => (await mountscope.state()).lanes.length === 2);
  await page.keyboard.press('.');
  await until(page, async () => (await mountscope.state()).inside?.position === 0);
  await page.keyboard.press('.');
  await page.keyboard.press(',');
  await until(page, async () => (await mountscope.state()).inside?.position === 0);
  await page.keyboard.press('Shift+ArrowRight');
  await until(page, async () => {
    const now = await mountscope.state();
    return now.inside === null && now.cursor === now.size;
  });
  await page.keyboard.press('m');
  await until(page, async () => (await mountscope.state()).grain === 'phase');
  await page.keyboard.press('ArrowLeft');
  await until(page, async () => (await mountscope.state()).inside !== null);
  await page.keyboard.press('c');
  await until(page, async () => (await mountscope.state()).lanes.length === 1);
});

test('race: what a lane asks for wrongly is said', async (t) => {
  const page = await t.open();
  const said = await page.evaluate(async () => {
    const trials = [
      () => mountscope.set({ lanes: ['3.0'] }),
      () => mountscope.set({ lanes: [] }),
      () => mountscope.set({ lanes: ['4.9', '4.9', '4.9', '4.9', '4.9'] }),
      () => mountscope.set({ grain: 'tiny' }),
      () => mountscope.step(1, 'tiny'),
      () => mountscope.goto(0, -4),
    ];
    return Promise.all(trials.map((trial) => trial().then(() => 'nothing', (error) => error.message)));
  });
  const wanted = [/3\.0/, /1 to 4/, /1 to 4/, /tiny/, /tiny/, /position/];
  said.forEach((text, i) => ok(wanted[i].test(text), `${i}: ${text}`));
});
