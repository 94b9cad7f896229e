// window.mountscope: the program for scripts of this page, and by messages for pages that embed it. See API.md.

const kVersion = 1;
const kNamespace = 'mountscope';

export function createApi(getNative) {
  let started = null;
  let failed = null;
  const ready = new Promise((resolve, reject) => { started = resolve; failed = reject; });
  ready.catch(() => {});  // nobody has to wait for it

  const listeners = new Map();  // event -> Set of functions
  const watchers = new Map();   // window of an embedding page -> its origin

  async function call(method, parameters) {
    await ready;
    const answer = JSON.parse(getNative().call(method, JSON.stringify(parameters ?? {})));
    if (answer.error !== undefined) {
      throw Object.assign(new Error(answer.error.message ?? String(answer.error)), { details: answer.error });
    }
    return answer.ok;
  }

  function stats() {
    const native = getNative();
    const own = native ? JSON.parse(native.statistics()) : { frames: 0, idle: true };
    return Object.assign(own, { device_pixel_ratio: devicePixelRatio });
  }

  function on(event, listener) {
    if (typeof listener !== 'function') throw new TypeError('mountscope.on needs a function');
    if (!listeners.has(event)) listeners.set(event, new Set());
    listeners.get(event).add(listener);
    return () => listeners.get(event).delete(listener);
  }

  function tell(told) {
    for (const name of [told.event, '*']) {
      for (const listener of listeners.get(name) ?? []) {
        try {
          listener(told);
        } catch (error) {
          console.error(error);
        }
      }
    }
    for (const [target, origin] of watchers) {
      target.postMessage({ ns: kNamespace, v: kVersion, event: told.event, data: told }, origin);
    }
  }

  const api = Object.freeze({
    version: kVersion,
    ready: ready.then(() => api),
    load: (what) => call('load', typeof what === 'string' ? { name: what } : what),
    run: (text) => call('run', { text: String(text) }),
    step: (count = 1, grain = 'command') => call('step', { count: Math.trunc(Number(count)), grain: String(grain) }),
    goto: (index, position) => call('goto', { index: Math.trunc(Number(index)), ...(position === undefined ? {} : { position: Math.trunc(Number(position)) }) }),
    state: () => call('state', {}),
    select: (target) => call('select', { target: String(target) }),
    kernels: () => call('kernels', {}),
    scenarios: () => call('scenarios', {}),
    mountinfo: (process = '') => call('mountinfo', { process: String(process) }),
    hash: (options) => call('hash', options),
    growth: (options) => call('growth', options),
    queue: () => call('queue', {}),
    set: (options) => call('set', options),
    on,
    stats,
  });
  api.ready.catch(() => {});
  globalThis.mountscope = api;

  const remote = new Set(['load', 'run', 'step', 'goto', 'state', 'select', 'kernels', 'scenarios', 'mountinfo', 'hash', 'growth', 'queue', 'set', 'stats']);

  async function answer(command, args) {
    if (command === 'ping') return { pong: true, version: kVersion };
    if (!remote.has(command)) throw new Error(`unknown command: ${command}`);
    return api[command](...(args === undefined ? [] : Array.isArray(args) ? args : [args]));
  }

  function isAllowed(event) {
    const embedding = window.parent !== window && event.source === window.parent;
    if (!embedding && !(window.opener && event.source === window.opener)) return false;
    const list = new URLSearchParams(location.hash.slice(1)).get('allow');
    return list === null || list.split(',').includes(event.origin);
  }

  window.addEventListener('message', async (event) => {
    const { data } = event;
    if (typeof data !== 'object' || data === null || data.ns !== kNamespace || !isAllowed(event)) return;
    if (typeof data.cmd !== 'string') return;
    // A page from a file or a sandbox has no origin that could be named.
    const origin = event.origin === 'null' ? '*' : event.origin;
    const reply = { ns: kNamespace, v: kVersion, id: data.id, cmd: data.cmd };
    try {
      if (data.v !== kVersion) throw new Error(`version ${kVersion} is spoken here, not ${data.v}`);
      reply.result = await answer(data.cmd, data.args);
      watchers.set(event.source, origin);
    } catch (error) {
      reply.error = error.message;
    }
    event.source.postMessage(reply, origin);
  });

  return {
    start() { started(); },
    fail(error) { failed(error); },

    // From the program, in the middle of a frame: listeners run after it.
    message(json) {
      const told = JSON.parse(json);
      queueMicrotask(() => tell(told));
    },
  };
}
