// The mount hash: its sums, the memory that decides its size, by script, keys and pointer.
import { execFileSync } from 'node:child_process';
import { settle, until } from './browser.mjs';
import { kBindChain } from './bind_chain.mjs';
import { equal, ok, test } from './harness.mjs';

const state = (page) => page.evaluate(() => mountscope.state());

async function openChain(t, n, kernel, options) {
  const page = await t.open(options);
  await page.evaluate(
    async ([text, value, name]) => {
      await mountscope.load({ text, values: { 1: value }, kernel: name });
    },
    [kBindChain, n, kernel],
  );
  return page;
}

function umountOfCommandLine(n, kernel, memory) {
  const program = new URL('../../build/native/mountscope', import.meta.url).pathname;
  const output = execFileSync(program, ['cost', '--kernel', kernel, '--n', String(n), '--memory', memory, '--json', '-'],
    { input: kBindChain, encoding: 'utf8' });
  const lines = output.trim().split('\n').map((line) => JSON.parse(line)).filter((line) => line.step !== undefined);
  return lines.at(-1).counters;
}

const sum = (histogram, weight) => histogram.reduce((total, count, length) => total + count * weight(length), 0);

test('hash: the histogram sums to the mounts and the buckets', async (t) => {
  const page = await openChain(t, 9, '6.18');
  for (const memory of ['512M', '32G']) {
    const [hash, now] = await page.evaluate(async (word) => {
      const { size } = await mountscope.set({ memory: word });
      const at = await mountscope.goto(size - 1);
      return [await mountscope.hash(), at];
    }, memory);
    equal(hash.memory, memory, 'memory');
    equal(now.memory, memory, 'memory in the state');
    equal(sum(hash.histogram, (length) => length), hash.mounts, 'mounts');
    equal(sum(hash.histogram, () => 1), hash.buckets, 'buckets');
    equal(hash.mounts, now.mounts, 'all visible mounts are hashed');
    equal(hash.histogram.length - 1, hash.longest, 'longest');
    ok(Math.abs(hash.load - hash.mounts / hash.buckets) < 1e-9, 'load');
    equal(hash.lanes.length, 1, 'lanes');
  }
});

test('hash: another memory keeps the tables, and changes what lookups compare as the command line says', async (t) => {
  const n = 10;
  const page = await openChain(t, n, '4.9');
  const { table_hash: tables } = await page.evaluate(async () => mountscope.goto((await mountscope.state()).size - 1));
  const seen = [];
  for (const memory of ['512M', '2G', '16G']) {
    const now = await page.evaluate(async (word) => {
      const there = await mountscope.set({ memory: word });
      const after = await mountscope.goto(there.size);
      const hash = await mountscope.hash();
      await mountscope.goto(there.size - 1);
      return { tables: there.table_hash, cursor: [there.cursor, there.size], buckets: hash.buckets, counters: after.lanes[0].counters };
    }, memory);
    equal(now.tables, tables, `tables with ${memory}`);
    equal(now.cursor[0], now.cursor[1] - 1, 'the cursor stays');
    const wanted = umountOfCommandLine(n, '4.9', memory);
    equal(now.counters.chain_entries, wanted.chain_entries, `chain entries with ${memory}`);
    equal(now.counters.mark_lookup, wanted.mark_lookup, `lookups with ${memory}`);
    seen.push(now.counters.chain_entries);
  }
  ok(seen[0] > seen[1] && seen[1] > seen[2], `fewer buckets, longer chains: ${seen}`);
});

test('hash: the sweep over the memory equals the story run with each', async (t) => {
  const page = await openChain(t, 8, '4.9');
  const { command, sweep } = await page.evaluate(() => mountscope.hash({ sweep: true }));
  ok(command.endsWith('umount -l /mnt/1'), command);
  equal(sweep.map((point) => point.memory), ['512M', '1G', '2G', '4G', '8G', '16G', '32G', '64G', '128G', '256G', '512G', '1T'], 'memories');
  for (const point of [sweep[0], sweep[3], sweep[11]]) {
    equal(point.chain_entries, umountOfCommandLine(8, '4.9', point.memory).chain_entries, point.memory);
    equal(point.mounts, 258, 'mounts before it');
  }
  for (const point of sweep) equal(point.lookups, sweep[0].lookups, 'lookups do not change');
});

test('hash: inside of a command the cursor stays at its step when the memory changes', async (t) => {
  const page = await openChain(t, 4, '4.9');
  const [before, after] = await page.evaluate(async () => {
    const { size } = await mountscope.state();
    const first = await mountscope.goto(size - 1, 40);
    return [first, await mountscope.set({ memory: '1G' })];
  });
  equal(after.inside, before.inside, 'inside');
  equal(after.sentence, before.sentence, 'sentence');
});

test('hash: what can\'t be a memory is said', async (t) => {
  const page = await t.open();
  for (const memory of ['3G', '256M', '2T', 'much']) {
    const said = await page.evaluate((word) => mountscope.set({ memory: word }).then(() => 'nothing', (error) => error.message), memory);
    ok(said.includes(memory) && said.includes('512M'), said);
  }
});

test('hash: by keys alone: the view, more and less memory', async (t) => {
  const page = await openChain(t, 5, '6.18');
  await settle(page);
  await page.keyboard.press('b');
  await settle(page);
  await page.keyboard.press('Shift+U');
  await until(page, async () => (await mountscope.state()).memory === '16G');
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await until(page, async () => (await mountscope.state()).memory === '64G');
  const now = await state(page);
  equal(now.cursor, now.size, 'the cursor stays');
});

test('hash: the view is idle once its sweep is done', async (t) => {
  const page = await openChain(t, 8, '4.9');
  await page.evaluate(() => mountscope.set({ stage: 'hash' }));
  await until(page, () => mountscope.stats().idle);
  ok((await page.evaluate(() => mountscope.stats())).idle, 'idle');
});
