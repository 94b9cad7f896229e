// A static server on loopback, and Chromium pages looking at it.
//
//   const site = await serve(folder);
//   const browser = await openBrowser();
//   const page = await openPage(browser, site.address, { width: 1280, height: 720, ratio: 2 });
//   await settle(page);             // until nothing more is drawn
//
// Tests wait for frame counters, never for time to pass.
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const kTypes = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png',
};

// Software WebGL, and none of Chromium's own traffic.
const kFlags = [
  '--disable-gpu', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run', '--disable-component-update',
  '--disable-background-networking', '--disable-sync', '--disable-default-apps', '--mute-audio',
];

export const kTimeout = 30_000;

// The folder to look at: the argument, or $MOUNTSCOPE_SITE, or the release build.
export function siteFolder(argument) {
  const folder = resolve(argument ?? process.env.MOUNTSCOPE_SITE ??
      join(fileURLToPath(new URL('../..', import.meta.url)), 'build/web/site'));
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`there is no index.html in ${folder}; build the page first`);
  return folder;
}

export async function serve(folder) {
  const requests = [];
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    requests.push(path);
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': kTypes[extname(file)] ?? 'application/octet-stream', 'content-length': statSync(file).size,
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    requests,
    close: () => { server.closeAllConnections(); server.close(); },
  };
}

export async function openBrowser(moreFlags = []) {
  const profile = mkdtempSync(join(tmpdir(), 'mountscope-browser-'));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, chromiumSandbox: false,
    args: [...kFlags, ...moreFlags], env: { ...process.env, HOME: profile },
  });
  const close = browser.close.bind(browser);
  browser.close = async () => {
    await close();
    rmSync(profile, { recursive: true, force: true });
  };
  return browser;
}

// Opens the page and waits for its first picture. What went wrong on the page is collected in page.trouble.
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 720 },
    deviceScaleFactor: options.ratio ?? 1, colorScheme: options.theme ?? 'dark',
    reducedMotion: options.motion ?? 'no-preference', hasTouch: options.touch ?? false, locale: 'en-US',
    permissions: options.permissions ?? [],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(kTimeout);
  page.trouble = [];
  page.seenRequests = [];
  page.on('console', (message) => {
    // Chromium complains about its own software drawing when something reads pixels back.
    if (['error', 'warning'].includes(message.type()) && !/GPU stall due to ReadPixels/.test(message.text())) {
      page.trouble.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => page.trouble.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => page.trouble.push(`failed request: ${request.url()}`));
  page.on('response', (response) => { if (response.status() >= 400) page.trouble.push(`${response.status()}: ${response.url()}`); });
  page.on('request', (request) => page.seenRequests.push(request.url()));
  await page.addInitScript(() => {
    globalThis.cspViolations = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      globalThis.cspViolations.push(`${event.violatedDirective}: ${event.blockedURI}`);
    });
  });
  if (options.prepare) await options.prepare(page);
  await page.goto(address + (options.hash ?? ''));
  if (options.wait !== false) await page.evaluate(() => mountscope.ready.then(() => true));
  return page;
}

export const stats = (page) => page.evaluate(() => mountscope.stats());

// Until condition(argument), a function of the page, is true. Playwright's waitForFunction would need eval, which the
// page's content policy forbids.
export async function until(page, condition, argument, what = condition.toString()) {
  const end = Date.now() + kTimeout;
  while (!(await page.evaluate(condition, argument))) {
    if (Date.now() > end) throw new Error(`waited too long for ${what}; ${JSON.stringify(await stats(page))}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

// Until at least `count` more frames have been drawn than `from`, by default than now.
export async function frames(page, count = 1, from) {
  const start = from ?? (await stats(page)).frames;
  await until(page, (least) => mountscope.stats().frames >= least, start + count, `${count} frames`);
}

// Until everything that was going on has been drawn.
export const settle = (page) => until(page, () => mountscope.stats().idle, undefined, 'rest');
