// Keys and typed text.
//
// The program gets keys as keys and text as text, never one made from the other, so nothing is typed twice. Text comes
// from an <input> that has the focus while a text field of the drawing is active: the browser does dead keys, AltGr,
// input methods and soft keyboards, and we take what it put in. Everything that could be a shortcut of the browser or
// of the system is left alone: not seen by the program, not prevented.

const kCtrl = 1, kShift = 2, kAlt = 4, kMeta = 8;

// A character that stands in the field, so that a soft keyboard has something to delete and there is something to copy.
const kFiller = '\u200b';

// With Ctrl (Cmd), only these are the program's, the first ones only while text is typed.
const kTextCommands = new Set(['a', 'backspace', 'delete', 'arrowleft', 'arrowright', 'arrowup', 'arrowdown', 'home', 'end']);
const kCommands = new Set(['z', 'y', 'enter']);
const kClipboardCommands = new Set(['c', 'x', 'v']);

// The drawing uses Tab itself; after this many Escapes the next Tab is the browser's, so that nobody is caught in it.
const kEscapesToLeave = 2;

const kModifierKeys = new Set(['Control', 'Shift', 'Alt', 'Meta']);

export function createKeyboard({ getNative, canvas, field }) {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgentData?.platform || navigator.platform || '');
  let textActive = false;
  let escapesInARow = 0;

  const isOurs = (node) => node === canvas || node === field || node === document.body || node === null;

  function modifiersOf(event) {
    const altGr = event.getModifierState('AltGraph');
    return (event.ctrlKey && !altGr ? kCtrl : 0) | (event.shiftKey ? kShift : 0) |
        (event.altKey && !altGr ? kAlt : 0) | (event.metaKey ? kMeta : 0);
  }

  // True for what belongs to the browser, the system or the input method.
  function isReserved(event, modifiers) {
    const key = event.key.toLowerCase();
    if (/^f\d+$/.test(key) || key === 'insert' || key === 'dead') return true;
    if (kModifierKeys.has(event.key)) return false;
    const command = isMac ? modifiers & kMeta : modifiers & kCtrl;
    if (command && !(modifiers & kAlt)) {
      return !kCommands.has(key) && !(textActive && kTextCommands.has(key));
    }
    if (modifiers & (kCtrl | kMeta)) return true;
    // On a Mac, Alt with an arrow goes from word to word, and with a letter types another one.
    if (modifiers & kAlt) return !(isMac && textActive);
    return false;
  }

  const isText = (event) => [...event.key].length === 1;

  function onKeyDown(event) {
    event.stopImmediatePropagation();  // SDL must not see it: it would prevent what we leave to the browser
    const native = getNative();
    if (!native || event.isComposing || event.keyCode === 229) return;
    const modifiers = modifiersOf(event);
    const leavesDrawing = escapesInARow >= kEscapesToLeave && event.key === 'Tab';
    if (event.key === 'Escape') ++escapesInARow;
    else if (!kModifierKeys.has(event.key)) escapesInARow = 0;
    if (leavesDrawing) return;
    const command = isMac ? modifiers & kMeta : modifiers & kCtrl;
    if (command && !(modifiers & kAlt) && kClipboardCommands.has(event.key.toLowerCase())) {
      // The browser answers with an event of its own, see clipboard.js. It copies only where something is selected.
      if (event.target === field) field.select();
      return;
    }
    if (isReserved(event, modifiers)) return;
    native.key(event.code, event.key, modifiers, true);
    if (!isText(event)) {
      if (!kModifierKeys.has(event.key)) event.preventDefault();
    } else if (command) {
      event.preventDefault();
    } else if (event.target !== field) {
      native.text(event.key);
      event.preventDefault();
    }
  }

  function onKeyUp(event) {
    event.stopImmediatePropagation();
    const native = getNative();
    if (!native) return;
    native.key(event.code, event.key, modifiersOf(event), false);
    // A Mac does not tell of other keys' release while Cmd is held.
    if (event.key === 'Meta') native.focus(false);
  }

  const emptyField = () => {
    field.value = kFiller;
    field.setSelectionRange(1, 1);
  };

  function tap(key) {
    getNative()?.key(key, key, 0, true);
    getNative()?.key(key, key, 0, false);
  }

  // Takes what the browser put into the field. Called whenever a character may be complete; it takes each only once,
  // because the field is emptied.
  function takeText() {
    const value = field.value;
    if (value === kFiller) return;
    emptyField();
    const text = value.replaceAll(kFiller, '');
    if (text !== '') {
      getNative()?.text(text);
    } else {
      tap('Backspace');
    }
  }

  field.addEventListener('compositionstart', () => field.classList.add('composing'));
  field.addEventListener('compositionend', () => {
    field.classList.remove('composing');
    takeText();
  });
  field.addEventListener('input', (event) => { if (!event.isComposing) takeText(); });
  field.addEventListener('beforeinput', (event) => {
    if (event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph') {
      event.preventDefault();
      tap('Enter');
    }
  });
  emptyField();

  for (const target of [canvas, field]) {
    target.addEventListener('keydown', onKeyDown, { capture: true });
    target.addEventListener('keyup', onKeyUp, { capture: true });
    target.addEventListener('keypress', (event) => event.stopImmediatePropagation(), { capture: true });
  }

  // Moving between the drawing and its field is no loss of focus; moving anywhere else releases every key.
  for (const target of [canvas, field]) {
    target.addEventListener('focusout', (event) => {
      if (!(event.relatedTarget === canvas || event.relatedTarget === field)) getNative()?.focus(false);
    });
    target.addEventListener('focusin', (event) => {
      if (!(event.relatedTarget === canvas || event.relatedTarget === field)) getNative()?.focus(true);
      if (target === canvas && textActive) field.focus({ preventScroll: true });
    });
  }

  function focusDrawing() {
    (textActive ? field : canvas).focus({ preventScroll: true });
  }

  // The program tells after a frame whether a text field of the drawing is active, and where its caret is.
  function textInput(active, x, y, height) {
    textActive = active;
    if (active) {
      const box = canvas.getBoundingClientRect();
      field.style.transform = `translate(${Math.round(box.left + x)}px, ${Math.round(box.top + y)}px)`;
      field.style.height = `${Math.max(16, Math.round(height))}px`;
    } else {
      field.classList.remove('composing');
      emptyField();
    }
    if (isOurs(document.activeElement)) focusDrawing();
  }

  return { isMac, isOurs, modifiersOf, focusDrawing, textInput };
}
