// Copy, cut and paste.
//
// Browsers allow these inside their own events. So the key combinations are left to the browser, and its events are
// answered: for a copy the program draws at once, inside the event, and what it copied is handed over.

export function createClipboard({ getNative, isOurs }) {
  const concernsDrawing = () => getNative() !== null && isOurs(document.activeElement);

  function onCopy(event) {
    if (!concernsDrawing() || !document.getSelection().isCollapsed && document.activeElement === document.body) return;
    event.preventDefault();
    const text = getNative().copy(event.type === 'cut');
    if (text !== null) event.clipboardData.setData('text/plain', text);
  }

  document.addEventListener('copy', onCopy);
  document.addEventListener('cut', onCopy);
  document.addEventListener('paste', (event) => {
    if (!concernsDrawing()) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    if (text !== '') getNative().paste(text.replaceAll('\r\n', '\n'));
  });

  // The old way, for pages that were not loaded securely and for browsers that say no to the new one.
  function writeWithSelection(text) {
    const box = document.createElement('textarea');
    box.value = text;
    box.className = 'hidden';
    document.body.append(box);
    const before = document.activeElement;
    box.select();
    document.execCommand('copy');
    box.remove();
    before?.focus?.({ preventScroll: true });
  }

  return {
    // For buttons of the drawing that copy something.
    write(text) {
      if (!navigator.clipboard?.writeText) {
        writeWithSelection(text);
      } else {
        navigator.clipboard.writeText(text).catch(() => writeWithSelection(text));
      }
    },
  };
}
