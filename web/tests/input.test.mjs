// Keys, typed text, the clipboard, the wheel, fingers and files.
//
// Text is typed into the console's field, which the key ` opens, and read back by copying it.
import { frames, settle, stats, until } from './browser.mjs';
import { equal, ok, test } from './harness.mjs';

async function openField(t, options) {
  const page = await t.open(options);
  await watchCopies(page);
  await settle(page);
  if (!(await stats(page)).wants_text) await page.keyboard.press('Backquote');
  await until(page, () => mountscope.stats().wants_text);
  await until(page, () => document.activeElement.id === 'typed');
  await settle(page);
  await clearField(page);
  return page;
}

// Remembers what the page hands to the clipboard in its own copy and cut events.
async function watchCopies(page) {
  await page.evaluate(() => {
    globalThis.copies = [];
    for (const kind of ['copy', 'cut']) {
      document.addEventListener(kind, (event) => globalThis.copies.push(event.clipboardData.getData('text/plain')));
    }
  });
}

async function copied(page, key = 'c') {
  const before = await page.evaluate(() => copies.length);
  await page.keyboard.press('Control+a');
  await settle(page);
  await page.keyboard.press(`Control+${key}`);
  await until(page, (count) => copies.length > count, before, 'a copy');
  await settle(page);
  return page.evaluate(() => copies.at(-1));
}

async function clearField(page) {
  await page.keyboard.press('Control+a');
  await settle(page);
  await page.keyboard.press('Backspace');
  await settle(page);
}

const devtoolsOf = (page) => page.context().newCDPSession(page);

// A key as the browser gets it from a keyboard whose layout the machine does not have.
async function rawKey(page, { code, key, text, modifiers = 0 }) {
  const devtools = await devtoolsOf(page);
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', code, key, text, unmodifiedText: text, modifiers });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key, modifiers });
}

// Keydown events as they are after everybody has seen them.
async function watchKeys(page) {
  await page.evaluate(() => {
    globalThis.keysSeen = [];
    window.addEventListener('keydown', (event) => {
      setTimeout(() => keysSeen.push({ key: event.key, prevented: event.defaultPrevented }));
    }, true);
  });
}

const kCtrl = 2, kMeta = 4, kAlt = 1, kShift = 8;
const kBrowserShortcuts = [
  ['F5', 'F5'], ['F6', 'F6'], ['F11', 'F11'], ['F12', 'F12'], ['KeyR', 'r', kCtrl], ['KeyT', 't', kCtrl], ['KeyW', 'w', kCtrl],
  ['KeyN', 'n', kCtrl], ['KeyL', 'l', kCtrl], ['KeyP', 'p', kCtrl], ['KeyF', 'f', kCtrl], ['KeyS', 's', kCtrl], ['Equal', '+', kCtrl],
  ['Minus', '-', kCtrl], ['Digit0', '0', kCtrl], ['Digit1', '1', kCtrl], ['Tab', 'Tab', kCtrl], ['Tab', 'Tab', kCtrl | kShift],
  ['KeyI', 'I', kCtrl | kShift], ['KeyJ', 'J', kCtrl | kShift], ['KeyT', 'T', kCtrl | kShift], ['KeyR', 'R', kCtrl | kShift],
  ['KeyR', 'r', kMeta], ['KeyT', 't', kMeta], ['KeyQ', 'q', kMeta], ['ArrowLeft', 'ArrowLeft', kAlt], ['KeyD', 'd', kAlt],
  ['PageUp', 'PageUp', kCtrl],
];

for (const where of ['canvas', 'typed']) {
  test(`keys: the browser's shortcuts are left to it (${where})`, async (t) => {
    const page = where === 'typed' ? await openField(t) : await t.open();
    if (where === 'canvas') await page.focus('#canvas');
    await settle(page);
    await watchKeys(page);
    const { frames: before } = await stats(page);
    for (const [code, key, modifiers = 0] of kBrowserShortcuts) {
      if (where === 'typed' && modifiers === kCtrl && key === 'PageUp') continue;
      await rawKey(page, { code, key, modifiers: modifiers });
    }
    await until(page, (count) => keysSeen.length >= count, kBrowserShortcuts.length - (where === 'typed' ? 1 : 0));
    equal((await page.evaluate(() => keysSeen)).filter(({ prevented }) => prevented), [], 'prevented');
    ok((await stats(page)).frames >= before, 'alive');
  });
}

test('keys: the program gets its own, and they do not scroll or leave the page', async (t) => {
  const page = await t.open();
  await page.focus('#canvas');
  await settle(page);
  await watchKeys(page);
  for (const key of ['ArrowRight', 'ArrowLeft', 'Space', 'PageDown', 'Home', 'End', 'Tab', 'Shift+Tab']) {
    const { frames: before } = await stats(page);
    await page.keyboard.press(key);
    await frames(page, 1, before);
  }
  const seen = (await page.evaluate(() => keysSeen)).filter(({ key }) => key !== 'Shift');
  equal(seen.filter(({ prevented }) => !prevented), [], 'not prevented');
  ok(await page.evaluate(() => ['canvas', 'typed'].includes(document.activeElement.id)), 'focus');
});

test('keys: Escape twice and then Tab leads out of the drawing', async (t) => {
  const page = await t.open();
  await page.focus('#canvas');
  await page.evaluate(() => {
    const button = document.createElement('button');
    document.body.append(button);
    button.id = 'after';
  });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  const inDrawing = () => page.evaluate(() => ['canvas', 'typed'].includes(document.activeElement.id));
  equal(await inDrawing(), true, 'in the drawing after one Escape');
  await page.focus('#canvas');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  equal(await inDrawing(), false, 'in the drawing after two');
});

test('text: plain typing arrives once, in order, also when quick', async (t) => {
  const page = await openField(t);
  const text = 'mount --bind /mnt/1 /mnt/2 && umount -l "$1"; echo $(seq 3) | wc {}[]~^';
  await page.keyboard.type(text);
  await settle(page);
  equal(await copied(page), text, 'field');
});

test('text: keys edit the field', async (t) => {
  const page = await openField(t);
  await page.keyboard.type('abcdef');
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Backspace', 'Home', 'Delete', 'End']) await page.keyboard.press(key);
  await page.keyboard.type('g');
  await settle(page);
  equal(await copied(page), 'bcefg', 'field');
});

test('text: characters of AltGr, with and without the Ctrl and Alt that Windows adds', async (t) => {
  const page = await openField(t);
  await rawKey(page, { code: 'KeyQ', key: '@', text: '@' });
  // This Chromium types nothing with Ctrl and Alt; one on Windows does so after the same keydown event.
  const devtools = await devtoolsOf(page);
  for (const [code, key] of [['Digit7', '{'], ['Digit0', '}']]) {
    await rawKey(page, { code, key, modifiers: kCtrl | kAlt });
    await devtools.send('Input.insertText', { text: key });
  }
  await rawKey(page, { code: 'KeyE', key: '€', text: '€' });
  await settle(page);
  equal(await copied(page), '@{}€', 'field');
});

test('text: dead keys and input methods', async (t) => {
  const page = await openField(t);
  const devtools = await devtoolsOf(page);
  await page.keyboard.type('a');
  await devtools.send('Input.imeSetComposition', { text: '´', selectionStart: 1, selectionEnd: 1 });
  await until(page, () => document.getElementById('typed').classList.contains('composing'));
  await devtools.send('Input.insertText', { text: 'é' });
  await devtools.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await devtools.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
  await devtools.send('Input.insertText', { text: '日本' });
  await page.keyboard.type('z');
  await settle(page);
  equal(await copied(page), 'aé日本z', 'field');
  equal(await page.evaluate(() => document.getElementById('typed').value), '\u200b', 'nothing is left in the page');
});

test('text: soft keyboards insert words and delete backwards', async (t) => {
  const page = await openField(t);
  const devtools = await devtoolsOf(page);
  await devtools.send('Input.insertText', { text: 'unmount ' });
  await devtools.send('Input.insertText', { text: '/mnt' });
  await page.evaluate(() => document.execCommand('delete'));
  await settle(page);
  equal(await copied(page), 'unmount /mn', 'field');
});

test('text: the field of the page lies over the field of the drawing', async (t) => {
  const page = await openField(t);
  const box = await page.locator('#typed').boundingBox();
  ok(box.x >= 0 && box.y > 0 && box.x < 1280 && box.y < 720, JSON.stringify(box));
  ok(box.height >= 10 && box.height < 60, JSON.stringify(box));
});

test('clipboard: copy, cut and paste in a text field', async (t) => {
  const page = await openField(t);
  await page.keyboard.type('cp /mnt');
  await settle(page);
  equal(await copied(page), 'cp /mnt', 'copied');
  equal(await copied(page, 'x'), 'cp /mnt', 'cut');
  for (let i = 0; i < 2; ++i) {
    const { frames: before } = await stats(page);
    await page.keyboard.press('Control+v');
    await frames(page, 2, before);
    await settle(page);
  }
  equal(await copied(page), 'cp /mntcp /mnt', 'pasted twice');
});

test('clipboard: a copy without a text field does not disturb', async (t) => {
  const page = await t.open();
  await watchCopies(page);
  await page.focus('#canvas');
  await page.keyboard.press('Control+c');
  await settle(page);
  const { idle } = await stats(page);
  ok(idle, 'at rest');
});

test('focus: a click into the drawing takes it, and keeps it in an active text field', async (t) => {
  const page = await openField(t);
  const box = await page.locator('#typed').boundingBox();
  await page.mouse.click(box.x + 3, box.y + box.height / 2);
  await settle(page);
  if ((await stats(page)).wants_text) equal(await page.evaluate(() => document.activeElement.id), 'typed', 'focus');
  await page.evaluate(() => document.activeElement.blur());
  await page.mouse.click(640, 300);
  await settle(page);
  const wanted = (await stats(page)).wants_text ? 'typed' : 'canvas';
  equal(await page.evaluate(() => document.activeElement.id), wanted, 'focus');
});

test('wheel: scrolls and zooms the drawing, never the page', async (t) => {
  const page = await t.open();
  await settle(page);
  await page.evaluate(() => {
    globalThis.wheels = [];
    window.addEventListener('wheel', (event) => setTimeout(() => wheels.push(event.defaultPrevented)), true);
  });
  await page.mouse.move(640, 300);
  const { frames: before } = await stats(page);
  await page.mouse.wheel(0, 120);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -120);
  await page.keyboard.up('Control');
  await until(page, () => wheels.length >= 2);
  equal(await page.evaluate(() => wheels), [true, true], 'prevented');
  await frames(page, 2, before);
  equal(await page.evaluate(() => [scrollX, scrollY, visualViewport.scale]), [0, 0, 1], 'page');
});

test('touch: taps, long presses and two fingers are seen by the drawing alone', async (t) => {
  const page = await t.open({ touch: true });
  await settle(page);
  await page.evaluate(() => {
    globalThis.imitated = 0;
    for (const kind of ['mousedown', 'click', 'contextmenu']) window.addEventListener(kind, () => ++globalThis.imitated, true);
  });
  const devtools = await devtoolsOf(page);
  const touch = (type, ...points) => devtools.send('Input.dispatchTouchEvent', {
    type, touchPoints: points.map(([x, y], id) => ({ x, y, id })),
  });
  const { frames: before } = await stats(page);
  await touch('touchStart', [640, 300]);
  await touch('touchEnd');
  await frames(page, 2, before);
  await settle(page);
  await touch('touchStart', [600, 300], [700, 300]);
  for (let i = 1; i <= 5; ++i) await touch('touchMove', [600 - 10 * i, 300], [700 + 10 * i, 300]);
  await touch('touchEnd');
  await settle(page);
  equal(await page.evaluate(() => [visualViewport.scale, globalThis.imitated]), [1, 0], 'zoom of the page, imitated mouse events');
});

test('files: a dropped text reaches the program', async (t) => {
  const page = await t.open();
  await settle(page);
  const { frames: before } = await stats(page);
  const prevented = await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['mount -t tmpfs none /mnt\n'], 'a.sh', { type: 'text/plain' }));
    const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: transfer });
    canvas.dispatchEvent(over);
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer });
    canvas.dispatchEvent(drop);
    return over.defaultPrevented && drop.defaultPrevented;
  });
  ok(prevented, 'the browser does not open the file instead');
  await frames(page, 2, before);
});
