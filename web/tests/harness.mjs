// What tests are written with.
//
//   test('what must hold', async (t) => {
//     const page = await t.open({ ratio: 2 });
//     equal((await stats(page)).pixels_wide, 2560);
//   });
//
// After each test the pages it opened must have had no errors, no failed requests and no breach of the content policy, unless
// it said t.expectTrouble().
import { isDeepStrictEqual } from 'node:util';
import { openBrowser, openPage } from './browser.mjs';

const tests = [];

export function test(name, body) { tests.push({ name, body }); }

class Skip extends Error {}

export function ok(value, message) {
  if (!value) throw new Error(message ?? `${value} should be true`);
}

export function equal(got, wanted, message = 'values') {
  if (!isDeepStrictEqual(got, wanted)) {
    throw new Error(`${message}: got ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`);
  }
}

class Trial {
  constructor(browser, site) {
    this.browser = browser;
    this.site = site;
    this.pages = [];
    this.troubleExpected = false;
  }

  // A page that has drawn its first picture; see browser.mjs for the options.
  async open(options) {
    const page = await openPage(options?.browser ?? this.browser, this.site.address, options);
    this.pages.push(page);
    return page;
  }

  expectTrouble() { this.troubleExpected = true; }

  skip(reason) { throw new Skip(reason); }

  async checkPages() {
    for (const page of this.pages) {
      if (page.isClosed()) continue;
      const violations = await page.evaluate(() => globalThis.cspViolations ?? []);
      equal(violations, [], 'breaches of the content policy');
      equal(page.trouble, [], 'errors of the page');
    }
  }

  async close() {
    for (const page of this.pages) await page.context().close().catch(() => {});
  }
}

async function runOne({ name, body }, browser, site) {
  const began = Date.now();
  const trial = new Trial(browser, site);
  let outcome = 'ok  ';
  let detail = '';
  try {
    await body(trial);
    if (!trial.troubleExpected) await trial.checkPages();
  } catch (error) {
    outcome = error instanceof Skip ? 'skip' : 'FAIL';
    detail = error instanceof Skip ? `\n       ${error.message}` : `\n       ${error.stack.split('\n').slice(0, 6).join('\n       ')}`;
    const trouble = trial.pages.flatMap((page) => page.trouble);
    if (outcome === 'FAIL' && trouble.length > 0) detail += `\n       ${trouble.join('\n       ')}`;
  }
  await trial.close();
  console.log(`${outcome} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)${detail}`);
  return outcome;
}

// Runs the tests whose names contain `part`. True when none failed.
export async function runAll(site, part = '') {
  const count = { 'ok  ': 0, FAIL: 0, skip: 0 };
  const browser = await openBrowser();
  try {
    for (const one of tests.filter(({ name }) => name.includes(part))) ++count[await runOne(one, browser, site)];
  } finally {
    await browser.close();
  }
  console.log(`${count['ok  ']} passed, ${count.FAIL} failed, ${count.skip} skipped`);
  return count.FAIL === 0 && count['ok  '] > 0;
}
