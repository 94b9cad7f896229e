// Says how much a visitor downloads and whether that keeps to a limit:  node size.mjs SITE LIMIT_BYTES
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const [site, limit] = [process.argv[2], Number(process.argv[3])];
let rawTotal = 0;
let total = 0;
for (const path of readdirSync(site, { recursive: true }).sort()) {
  const file = join(site, path);
  if (!statSync(file).isFile()) continue;
  const raw = readFileSync(file);
  const packed = brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: raw.length } }).length;
  console.log(`${String(raw.length).padStart(10)} ${String(packed).padStart(9)} br  ${path}`);
  rawTotal += raw.length;
  total += packed;
}
const verdict = total > 0 && total <= limit ? 'keeps to' : 'does not keep to';
console.log(`${String(rawTotal).padStart(10)} ${String(total).padStart(9)} br  in all: ${verdict} the limit of ${limit} bytes`);
process.exit(total > 0 && total <= limit ? 0 : 1);
