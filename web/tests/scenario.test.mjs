// What a person sees and does: the story's first script pasted as it stands, steps back and forward, the keyboard alone,
// and very many mounts.
import { frames, settle, stats, until } from './browser.mjs';
import { equal, ok, test } from './harness.mjs';

// The script that began the story, as its author posted it.
const kRunSh = `set -e -m

mount -t tmpfs zdtm /mnt
mkdir -p /mnt/1 /mnt/2
mount -t tmpfs zdtm /mnt/1
mount --make-shared /mnt/1
mkdir /mnt/1/1

for i in \`seq $1\`; do
\t./mount --bind /mnt/1/1 /mnt/1/1
done

echo -n "umount -l /mnt/1 -> "
/usr/bin/time -f '%E' ./umount -l /mnt/1
`;

const state = (page) => page.evaluate(() => mountscope.state());

// How many mounts the last state before `umount -l /mnt/1` has in the tree at /mnt/1.
async function countBelow(page) {
  const end = await state(page);
  equal([end.command, end.result], ['umount -l /mnt/1', 'ok'], 'the last command');
  const full = await page.evaluate((index) => mountscope.goto(index), end.size - 1);
  return full.mounts - end.mounts;
}

async function openConsole(page) {
  await settle(page);
  await page.keyboard.press('Backquote');
  await until(page, () => mountscope.stats().wants_text && document.activeElement.id === 'typed');
  await settle(page);
}

test('scenario: a good one is on the screen from the start', async (t) => {
  const page = await t.open();
  const { mounts, size, scenario, sentence } = await state(page);
  ok(mounts > 2 && size > 0 && scenario !== '', JSON.stringify({ mounts, size, scenario }));
  ok(sentence.length > 10, sentence);
});

test('scenario: run.sh pasted into the console gives 32 mounts for N = 5', async (t) => {
  const page = await t.open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await openConsole(page);
  await page.keyboard.type('reset');
  await page.keyboard.press('Enter');
  await settle(page);
  await page.keyboard.type('set -- 5');
  await page.keyboard.press('Enter');
  await settle(page);
  await page.evaluate((text) => navigator.clipboard.writeText(text), kRunSh);
  await page.keyboard.press('Control+v');
  await until(page, async () => {
    const now = await mountscope.state();
    return !now.running && now.command === 'umount -l /mnt/1';
  });
  equal(await countBelow(page), 32, 'mounts');
  equal((await state(page)).error, null, 'error');
});

test('scenario: run.sh by the interface doubles the mounts with each N', async (t) => {
  const page = await t.open();
  for (let n = 1; n <= 6; ++n) {
    await page.evaluate(([text, value]) => mountscope.load({ text, values: { 1: value } }).then(() => true), [kRunSh, n]);
    equal(await countBelow(page), 2 ** n, `mounts for N = ${n}`);
  }
});

test('scenario: steps back and forward lead to equal states', async (t) => {
  const page = await t.open();
  await page.evaluate((text) => mountscope.load({ text, values: { 1: 4 } }).then(() => true), kRunSh);
  const result = await page.evaluate(async () => {
    const { size } = await mountscope.state();
    const hashes = [];
    for (let k = 0; k <= size; ++k) hashes.push((await mountscope.goto(k)).hash);
    let seed = 7;
    const wrong = [];
    for (let i = 0; i < 60; ++i) {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const by = seed % (2 * size + 1) - size;
      const now = await mountscope.step(by);
      if (now.hash !== hashes[now.cursor]) wrong.push(now.cursor);
    }
    await mountscope.goto(0);
    const forward = [(await mountscope.state()).hash];
    for (let k = 0; k < size; ++k) forward.push((await mountscope.step()).hash);
    return { size, hashes, forward, wrong, ends: [(await mountscope.step(99)).cursor, (await mountscope.step(-999)).cursor] };
  });
  ok(result.size > 6, `${result.size} steps`);
  equal(result.wrong, [], 'steps with another hash');
  equal(result.forward, result.hashes, 'hashes');
  equal(result.ends, [result.size, 0], 'stops at the ends');
  ok(new Set(result.hashes).size > 5, 'the states differ');
});

test('scenario: listeners hear of each step', async (t) => {
  const page = await t.open();
  await settle(page);
  await page.evaluate(async () => {
    globalThis.heard = [];
    globalThis.stop = mountscope.on('step', ({ cursor }) => heard.push(cursor));
    await mountscope.goto(0);
  });
  await until(page, () => heard.at(-1) === 0);
  await page.evaluate(() => mountscope.step(1));
  await until(page, () => heard.at(-1) === 1);
  await page.evaluate(async () => { stop(); await mountscope.goto(0); });
  await settle(page);
  equal((await page.evaluate(() => heard)).at(-1), 1, 'after the listener has left');
});

test('scenario: the keyboard alone steps, selects, types and undoes', async (t) => {
  const page = await t.open();
  await settle(page);
  equal(await page.evaluate(() => document.activeElement.id), 'canvas', 'the drawing has the keyboard from the start');
  const press = async (key) => {
    const { frames: before } = await stats(page);
    await page.keyboard.press(key);
    await frames(page, 2, before);
    await settle(page);
  };
  const { size } = await state(page);
  await press('Home');
  equal((await state(page)).cursor, 0, 'Home');
  await press('ArrowRight');
  equal((await state(page)).cursor, 1, 'Right');
  await press('End');
  equal((await state(page)).cursor, size, 'End');
  await press('ArrowLeft');
  equal((await state(page)).cursor, size - 1, 'Left');
  await press('End');

  await press('Tab');
  for (let i = 0; i < 60 && (await state(page)).selected === null; ++i) await press('Tab');
  ok((await state(page)).selected !== null, 'Tab selects a mount');

  await openConsole(page);
  await page.keyboard.type('mkdir /typed && mount -t tmpfs none /typed');
  await press('Enter');
  const typed = await state(page);
  equal([typed.command, typed.result, typed.cursor], ['mount -t tmpfs none /typed', 'ok', size + 2], 'typed');
  await page.keyboard.type('undo');
  await press('Enter');
  equal((await state(page)).cursor, size + 1, 'undo');
  await page.keyboard.type('umount /nowhere');
  await press('Enter');
  ok(/nowhere/.test((await state(page)).error ?? ''), 'an error is told');

  await press('Escape');
  await until(page, () => !mountscope.stats().wants_text);
  const before = (await state(page)).cursor;
  await press('ArrowLeft');
  equal((await state(page)).cursor, before - 1, 'arrows belong to the timeline again');
});

test('scenario: what is typed is drawn, and the picture of a step is always the same', async (t) => {
  const page = await t.open();
  await page.mouse.move(1, 1);
  await page.evaluate(() => mountscope.goto(2));
  await settle(page);
  const second = await page.screenshot();
  await page.evaluate(() => mountscope.goto(4));
  await settle(page);
  ok(!(await page.screenshot()).equals(second), 'another step has another picture');
  await page.evaluate(() => mountscope.goto(2));
  await settle(page);
  ok((await page.screenshot()).equals(second), 'the same step has the same picture');
});

test('scenario: 65,536 mounts stay interactive', async (t) => {
  const page = await t.open();
  await page.evaluate((text) => mountscope.load({ text, values: { 1: 16 } }).then(() => true), kRunSh);
  equal(await countBelow(page), 65536, 'mounts');
  await settle(page);
  await page.mouse.move(640, 320);
  const costs = [];
  for (let i = 0; i < 40; ++i) {
    const { frames: before } = await stats(page);
    if (i % 4 === 0) await page.mouse.wheel(0, i % 8 === 0 ? -120 : 120);
    await page.mouse.move(600 + 3 * i, 300 + 2 * i);
    await frames(page, 1, before);
    costs.push((await stats(page)).last_ms);
  }
  costs.sort((a, b) => a - b);
  const median = costs[costs.length / 2];
  console.log(`       a frame with 65,536 mounts: ${median.toFixed(1)} ms, ${(await stats(page)).vertices} vertices`);
  ok(median < 8, `${median} ms of CPU a frame`);
});
