// Mouse, wheel and fingers. SDL takes care of the mouse; this adds what it lacks.

const kBegin = 0, kMove = 1, kEnd = 2, kCancel = 3;

// Wheel deltas of one turn, by WheelEvent.deltaMode: pixels, lines, pages.
const kOneTurn = [100, 3, 1 / 8];

// A touchpad's pinch comes as a wheel with Ctrl, in small steps that say by which factor to zoom: e to the power of
// -delta / 100. The program zooms by 1.25 for one turn.
const kLargestPinchStep = 40;
const kPinchDeltaOfOneTurn = 100 * Math.log(1.25);

export function createPointer({ getNative, canvas, keyboard }) {
  function turnsOf(event) {
    const pinch = event.ctrlKey && event.deltaMode === 0 && Math.abs(event.deltaY) < kLargestPinchStep;
    const one = pinch ? kPinchDeltaOfOneTurn : kOneTurn[event.deltaMode] ?? kOneTurn[0];
    // With Shift some browsers turn the wheel sideways themselves; the program does it as well, once is enough.
    const sideways = event.shiftKey && event.deltaY === 0;
    return sideways ? [0, event.deltaX / one] : [event.deltaX / one, event.deltaY / one];
  }

  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();  // or Ctrl would zoom the page
    event.stopImmediatePropagation();
    getNative()?.wheel(...turnsOf(event), keyboard.modifiersOf(event));
  }, { capture: true, passive: false });

  canvas.addEventListener('pointerdown', (event) => {
    // A drag that leaves the canvas, or the window, goes on.
    if (event.pointerType === 'mouse') canvas.setPointerCapture(event.pointerId);
  });

  // The browser would move the focus to the canvas, away from the field for typed text.
  canvas.addEventListener('mousedown', (event) => {
    event.preventDefault();
    keyboard.focusDrawing();
  }, { capture: true });

  canvas.addEventListener('contextmenu', (event) => event.preventDefault());

  function onTouch(phase, event) {
    event.preventDefault();  // no imitated mouse events
    event.stopImmediatePropagation();
    const native = getNative();
    if (!native) return;
    const box = canvas.getBoundingClientRect();
    for (const touch of event.changedTouches) {
      native.touch(phase, touch.identifier, touch.clientX - box.left, touch.clientY - box.top);
    }
    // Telephones show their keyboard only for a focus that is set inside the touch's event.
    if (phase === kEnd) {
      for (let frame = 0; frame < 3; ++frame) native.drawNow();
    }
    if (phase === kEnd || phase === kBegin) keyboard.focusDrawing();
  }

  const options = { capture: true, passive: false };
  canvas.addEventListener('touchstart', (event) => onTouch(kBegin, event), options);
  canvas.addEventListener('touchmove', (event) => onTouch(kMove, event), options);
  canvas.addEventListener('touchend', (event) => onTouch(kEnd, event), options);
  canvas.addEventListener('touchcancel', (event) => onTouch(kCancel, event), options);
}
