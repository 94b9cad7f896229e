// Files that the user brings or takes away, long texts that are awkward to paste, and links to other pages.

const kLargestFile = 64 * 1024 * 1024;

export function createFiles({ getNative, dialog, focusDrawing }) {
  const title = dialog.querySelector('#text-dialog-title');
  const text = dialog.querySelector('#text-dialog-text');
  const chooser = dialog.querySelector('#text-dialog-file');

  async function take(file) {
    const native = getNative();
    if (!native || !file) return;
    if (file.size > kLargestFile) {
      askForText(`${file.name} is larger than 64 MB. Open a smaller file, or paste a part of its text`);
      return;
    }
    native.file(file.name, new Uint8Array(await file.arrayBuffer()));
  }

  function askForText(newTitle) {
    title.textContent = newTitle;
    text.value = '';
    chooser.value = '';
    if (!dialog.open) dialog.showModal();
    text.focus();
  }

  dialog.querySelector('#text-dialog-cancel').addEventListener('click', () => dialog.close());
  dialog.querySelector('#text-dialog-accept').addEventListener('click', () => {
    dialog.close();
    if (text.value !== '') getNative()?.paste(text.value);
  });
  chooser.addEventListener('change', () => {
    dialog.close();
    take(chooser.files[0]);
  });
  dialog.addEventListener('close', () => focusDrawing());

  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  });
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer;
    if (files.length > 0) {
      for (const file of files) take(file);
    } else {
      const dropped = event.dataTransfer.getData('text/plain');
      if (dropped !== '') getNative()?.paste(dropped);
    }
  });

  return {
    askForText,

    chooseFile() {
      // Buttons of the drawing act in the next frame. Most browsers still count that as the user's wish; where they
      // do not, a button of the page is needed.
      if (navigator.userActivation && !navigator.userActivation.isActive) {
        askForText('Open a file, or paste its text');
        return;
      }
      const input = document.createElement('input');
      input.type = 'file';
      input.addEventListener('change', () => take(input.files[0]));
      input.click();
    },

    download(name, type, bytes) {
      const address = URL.createObjectURL(new Blob([bytes], { type }));
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },

    openUrl(address) {
      if (/^https?:\/\//i.test(address)) window.open(address, '_blank', 'noopener,noreferrer');
    },
  };
}
