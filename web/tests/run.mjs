// Runs the browser tests:  node web/tests/run.mjs [SITE] [--only PART-OF-A-NAME]
//
// SITE is the folder with index.html; without it $MOUNTSCOPE_SITE, or build/web/site.
import { readdirSync } from 'node:fs';
import { serve, siteFolder } from './browser.mjs';
import { runAll } from './harness.mjs';

const words = process.argv.slice(2);
const at = words.indexOf('--only');
const [, part] = at < 0 ? [] : words.splice(at, 2);

const here = new URL('.', import.meta.url);
for (const file of readdirSync(here).filter((name) => name.endsWith('.test.mjs')).sort()) await import(new URL(file, here));

const site = await serve(siteFolder(words[0]));
try {
  process.exitCode = (await runAll(site, part)) ? 0 : 1;
} finally {
  site.close();
}
