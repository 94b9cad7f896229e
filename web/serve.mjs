// Serves a folder of static files on this machine alone:  node serve.mjs FOLDER [PORT]
//
// In other scripts:  const server = await serve('build/web/site', 0);  ... server.url ...  server.close();
// Without a port, or with 0, a free one is taken.
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const kTypes = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

// The file that an address stands for, or undefined where there is none inside the folder.
function findFile(folder, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return undefined;
  }
  if (path.includes('\0')) return undefined;
  if (path.endsWith('/')) path += 'index.html';
  const file = normalize(join(folder, path));
  if (!file.startsWith(folder + sep)) return undefined;
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? { file, size: found.size } : undefined;
}

function answer(folder, request, response) {
  const found = findFile(folder, request.url);
  if (!['GET', 'HEAD'].includes(request.method) || !found) {
    response.writeHead(found ? 405 : 404, { 'Content-Type': 'text/plain' }).end(found ? 'Only GET\n' : 'Not found\n');
    return;
  }
  // Everything but the page lies in a folder named after its contents, so it never changes under its name.
  const hashed = /[\\/][0-9a-f]{12}[\\/][^\\/]+$/.test(found.file);
  response.writeHead(200, {
    'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Content-Length': found.size,
    'Content-Type': kTypes[extname(found.file)] ?? 'application/octet-stream',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') response.end();
  else createReadStream(found.file).on('error', () => response.destroy()).pipe(response);
}

export function serve(folder, port = 0) {
  const top = resolve(folder);
  return new Promise((done, failed) => {
    const server = createServer((request, response) => answer(top, request, response));
    server.on('error', failed);
    server.listen(port, '127.0.0.1', () => {
      const close = () => {
        server.close();
        server.closeAllConnections();
      };
      done({ url: `http://127.0.0.1:${server.address().port}/`, close });
    });
  });
}

async function main([folder, port = '8080']) {
  if (!folder || !/^\d+$/.test(port) || !statSync(join(folder, 'index.html'), { throwIfNoEntry: false })) {
    console.error('usage: node serve.mjs FOLDER [PORT], where FOLDER has an index.html');
    process.exit(2);
  }
  try {
    const { url } = await serve(folder, Number(port));
    console.log(`\nMountscope is at  ${url}  (Ctrl+C ends it)`);
  } catch (error) {
    const why = error.code === 'EADDRINUSE' ? 'something else uses it; choose another with --port' : error.message;
    console.error(`Can't listen on port ${port}: ${why}`);
    process.exit(1);
  }
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
