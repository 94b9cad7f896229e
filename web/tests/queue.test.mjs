// The queue at namespace_sem: who waits under which kernel, and that all of it is called modelled.
import { settle, until } from './browser.mjs';
import { equal, ok, test } from './harness.mjs';

const open = async (t, n, lanes) => {
  const page = await t.open();
  await page.evaluate(
    async ([value, kernels]) => {
      await mountscope.load({ name: 'bind-chain-umount', values: { 1: value } });
      await mountscope.set({ lanes: kernels, stage: 'queue' });
    },
    [n, lanes],
  );
  return page;
};

test('queue: under 4.9 the others wait for as long as it holds the semaphore, under 6.18 hardly', async (t) => {
  const page = await open(t, 12, ['4.9', '6.18']);
  const queue = await page.evaluate(() => mountscope.queue());
  ok(queue.command.endsWith('umount -l /mnt/1'), queue.command);
  ok(queue.modelled, 'modelled');
  equal(queue.lanes.map((lane) => lane.kernel), ['4.9', '6.18'], 'lanes');
  const [old, now] = queue.lanes;
  ok(old.holds > 10 * now.holds, `${old.holds} and ${now.holds}`);
  ok(old.grace > now.grace && now.grace > 0, 'an ordinary grace period is longer than an expedited one');
  for (const lane of queue.lanes) {
    equal(lane.waits.length, queue.callers.length, 'a wait for each caller');
    equal(lane.longest, Math.max(...lane.waits), 'longest');
    ok(Math.abs(lane.sum - lane.waits.reduce((a, b) => a + b, 0)) < 1e-9 * (1 + lane.sum), 'sum');
    queue.callers.forEach((caller, i) => {
      ok(lane.waits[i] >= 0, `${caller.process} waits ${lane.waits[i]}`);
      if (caller.arrives < lane.holds) ok(caller.arrives + lane.waits[i] >= lane.holds * (1 - 1e-9), `${caller.process} has to wait until it is free`);
    });
  }
  equal(queue.callers.filter((caller) => caller.mode === 'read').map((caller) => caller.process), ['findmnt'], 'readers');
});

test('queue: a larger N makes all wait longer', async (t) => {
  const page = await open(t, 8, ['4.9']);
  const small = await page.evaluate(() => mountscope.queue());
  const large = await page.evaluate(async () => {
    await mountscope.load({ name: 'bind-chain-umount', values: { 1: 12 }, kernel: '4.9' });
    return mountscope.queue();
  });
  ok(large.lanes[0].holds > 100 * small.lanes[0].holds, `${small.lanes[0].holds} to ${large.lanes[0].holds}`);
  ok(large.lanes[0].sum > 100 * small.lanes[0].sum, 'sums');
});

test('queue: reading mountinfo is counted in the state at the cursor', async (t) => {
  const page = await open(t, 6, ['6.18']);
  const [before, after] = await page.evaluate(async () => {
    const { size } = await mountscope.state();
    await mountscope.goto(size - 1);
    const first = await mountscope.queue();
    await mountscope.goto(size);
    return [first.mountinfo, (await mountscope.queue()).mountinfo];
  });
  equal(before.mountinfo_lines, 64 + 2, 'lines before');
  equal(after.mountinfo_lines, 2, 'lines after');
  // The root, /mnt and then the stack of 64, each one further down.
  equal(before.mountinfo_path_steps, 1 + Array.from({ length: 64 }, (_, k) => k + 2).reduce((a, b) => a + b, 0), 'steps up to parents');
  equal(before.mountinfo_ring_steps, 0, 'no slaves, nobody to ask');
  ok(before.modelled_seconds > after.modelled_seconds, 'modelled');
});

test('queue: one command over the limit of mounts is refused with ENOSPC, and the page says why', async (t) => {
  const page = await t.open();
  const now = await page.evaluate(async () => {
    const { size } = await mountscope.load({ name: 'bind-chain-umount', values: { 1: 16 }, kernel: '6.18' });
    const { mounts } = await mountscope.goto(size - 1);
    return { before: mounts, after: await mountscope.run('mount --bind /mnt/1/1 /mnt/1/1') };
  });
  equal(now.after.result, 'ENOSPC', 'result');
  equal(now.after.mounts, now.before, 'nothing changed');
  ok(now.after.output.includes('no space left on device') && now.after.output.includes('mount-max'), now.after.output);
});

test('queue: by keys alone, and told to screen readers', async (t) => {
  const page = await t.open();
  await page.evaluate(() => mountscope.load({ name: 'bind-chain-umount', values: { 1: 4 }, kernel: '4.9' }));
  await settle(page);
  await page.keyboard.press('q');
  await until(page, () => document.body.textContent.includes('namespace_sem'));
  await page.keyboard.press('q');
  await settle(page);
});
