// Loads the program and connects it to the page. While that goes on, and whenever it fails, the cover says so.
import { createApi } from './api.js';
import { createClipboard } from './clipboard.js';
import { createFiles } from './files.js';
import { createKeyboard } from './keyboard.js';
import { createPointer } from './pointer.js';
import { createSurface } from './surface.js';
import { createTwin } from './twin.js';

const element = (id) => document.getElementById(id);
const canvas = element('canvas');
const cover = element('cover');
const progress = element('cover-progress');

let failed = false;

function fail(what, detail) {
  if (failed) return;
  failed = true;
  console.error(`Mountscope: ${what}${detail ? ` (${detail})` : ''}`);
  element('cover-note').textContent = what;
  element('cover-note').setAttribute('role', 'alert');
  element('cover-reload').hidden = false;
  cover.hidden = false;
  cover.classList.remove('done');
  cover.classList.add('failed');
  api.fail(new Error(what));
}

function uncover() {
  cover.classList.add('done');
  const hide = () => { if (!failed) cover.hidden = true; };
  cover.addEventListener('transitionend', hide, { once: true });
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) hide();
  if (window.parent === window && document.activeElement === document.body) {
    canvas.focus({ preventScroll: true });
  }
  api.start();
}

element('cover-reload').addEventListener('click', () => location.reload());

// The program's functions, once it runs. Parts of the page ask for them when they need them.
let native = null;
const getNative = () => native;

const api = createApi(getNative);
const twin = createTwin({ getNative, tree: element('twin-tree'), label: element('twin-label'), status: element('status') });
const keyboard = createKeyboard({ getNative, canvas, field: element('typed') });
const clipboard = createClipboard({ getNative, isOurs: keyboard.isOurs });
const files = createFiles({ getNative, dialog: element('text-dialog'), focusDrawing: keyboard.focusDrawing });
const surface = createSurface({ getNative, canvas, fail });
createPointer({ getNative, canvas, keyboard });

const slices = new MessageChannel();
slices.port1.onmessage = () => native?.slice();

// What the program may call. It is compiled with the closure compiler, which leaves quoted names as they are.
const page = {
  'openUrl': files.openUrl,
  'download': files.download,
  'chooseFile': files.chooseFile,
  'askForText': files.askForText,
  'reducedMotion': surface.reducedMotion,
  'prefersDark': surface.prefersDark,
  'message': api.message,
  'set_accessible_text': twin.set_accessible_text,
  'textInput': keyboard.textInput,
  'writeClipboard': clipboard.write,
  'postSlice': () => slices.port2.postMessage(0),
  'isMac': () => keyboard.isMac,
  'firstFrame': uncover,
};

// Streams the program's code and moves the bar along. How much there is to come is known only when the server did
// not compress it; otherwise the bar just shows that something is going on.
async function withProgress(response) {
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const total = response.headers.get('content-encoding') ? 0 : Number(response.headers.get('content-length'));
  if (!total || !response.body) return response;
  progress.max = total;
  progress.value = 0;
  const reader = response.body.getReader();
  const body = new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) {
        controller.close();
      } else {
        progress.value += value.length;
        controller.enqueue(value);
      }
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/wasm' } });
}

async function instantiate(imports, received) {
  try {
    const source = await WebAssembly.instantiateStreaming(withProgress(await codeRequest), imports);
    received(source.instance, source.module);
  } catch (error) {
    fail('The program could not be loaded. Please check the connection and reload the page.', error.message);
  }
}

const missing = surface.whatIsMissing();
const codeRequest = missing ? null : fetch(new URL('mountscope_web.wasm', import.meta.url));

if (missing) {
  fail(missing);
} else {
  codeRequest.catch(() => {});  // told by instantiate
  globalThis.Module = {
    canvas,
    print: (text) => console.log(text),
    printErr: (text) => console.warn(text),
    instantiateWasm: (imports, received) => { instantiate(imports, received); return {}; },
    onAbort: (why) => fail('Mountscope has stopped because of an error of its own.', String(why)),
    mountscopePage: page,
    mountscopeConnect: (functions) => {
      native = functions;
      surface.start();
    },
    mountscopeFailed: (why) => fail('This browser gave Mountscope nothing to draw on.', why),
  };
  const script = document.createElement('script');
  script.src = new URL('mountscope_web.js', import.meta.url).href;
  script.onerror = () => fail('The program could not be loaded. Please check the connection and reload the page.');
  document.head.append(script);
  window.addEventListener('error', (event) => {
    if (event.error instanceof WebAssembly.RuntimeError) {
      fail('Mountscope has stopped because of an error of its own.', event.message);
    }
  });
}
