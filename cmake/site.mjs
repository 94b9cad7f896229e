// Puts the static files to serve together:  node site.mjs SITE FILE...
//
// SITE gets index.html and one folder with all the other files, named after the hash of their contents. A browser that keeps
// old files can so never mix them with new ones; only index.html must not be cached. References in src="" and href="" of
// index.html are turned to that folder. Scripts must not refer to their neighbours relative to the page, only to themselves
// (import, import.meta.url, document.currentScript).
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const [site, ...paths] = process.argv.slice(2);
const files = new Map(paths.map((path) => [basename(path), readFileSync(path)]));
const page = files.get('index.html').toString();
files.delete('index.html');

const hash = createHash('sha256');
for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
  hash.update(`${name}\0${content.length}\0`).update(content);
}
const release = hash.digest('hex').slice(0, 12);

const missing = [];
const turned = page.replace(/\b(src|href)="(?:\.\/)?([^"#:?]+)"/g, (whole, attribute, name) => {
  if (files.has(name)) return `${attribute}="${release}/${name}"`;
  missing.push(name);
  return whole;
});
if (missing.length > 0) {
  console.error(`index.html refers to files that are not there: ${missing.join(', ')}`);
  process.exit(1);
}

const next = `${site}.new`;
rmSync(next, { recursive: true, force: true });
mkdirSync(join(next, release), { recursive: true });
for (const [name, content] of files) writeFileSync(join(next, release, name), content);
writeFileSync(join(next, 'index.html'), turned);
rmSync(site, { recursive: true, force: true });
renameSync(next, site);
