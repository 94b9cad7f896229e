// The drawing's surface: its size in device pixels, whether it is seen, and whether the graphics context is alive.

const kMillisecondsUntilLostForGood = 8000;

export function createSurface({ getNative, canvas, fail }) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let tellingSdl = false;
  let wide = 0;
  let high = 0;

  const redraw = () => getNative()?.changed(3);

  function setSize(newWide, newHigh) {
    if (newWide < 1 || newHigh < 1) return;
    wide = newWide;
    high = newHigh;
    // SDL looks at the canvas only when the window says that it was resized.
    tellingSdl = true;
    window.dispatchEvent(new Event('resize'));
    tellingSdl = false;
    getNative()?.size(wide, high);
  }

  // Only the browser knows how many device pixels it really gives to the canvas; without that knowledge a rounded
  // product comes close.
  function estimate() {
    const box = canvas.getBoundingClientRect();
    setSize(Math.round(box.width * devicePixelRatio), Math.round(box.height * devicePixelRatio));
  }

  function onObserved(entries) {
    const exact = entries[entries.length - 1].devicePixelContentBoxSize?.[0];
    const box = canvas.getBoundingClientRect();
    // A browser's developer tools may pretend another pixel ratio without telling this measure of it.
    if (!exact || Math.abs(exact.inlineSize - box.width * devicePixelRatio) > 1.5) {
      estimate();
    } else if (exact.inlineSize !== wide || exact.blockSize !== high) {
      setSize(exact.inlineSize, exact.blockSize);
    }
  }

  function observeSize() {
    const observer = new ResizeObserver(onObserved);
    try {
      observer.observe(canvas, { box: 'device-pixel-content-box' });
    } catch {
      observer.observe(canvas);
    }
    // SDL empties the canvas at every resize of the window, also when the canvas keeps its size.
    window.addEventListener('resize', () => { if (!tellingSdl) estimate(); });
    watchPixelRatio();
  }

  // A query for the present ratio fires once, when it stops being true.
  function watchPixelRatio() {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
      estimate();
      watchPixelRatio();
    }, { once: true });
  }

  function watchGraphics() {
    let lostForGood = 0;
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();  // or it would never be restored
      getNative()?.graphics(true);
      lostForGood = setTimeout(() => {
        fail('The graphics of this page were taken away by the browser and did not come back.');
      }, kMillisecondsUntilLostForGood);
    });
    canvas.addEventListener('webglcontextrestored', () => {
      clearTimeout(lostForGood);
      getNative()?.graphics(false);
    });
  }

  return {
    prefersDark: () => dark.matches,
    reducedMotion: () => calm.matches,

    // Text for the user when the browser cannot run the program, else null.
    whatIsMissing() {
      if (typeof WebAssembly !== 'object' || !WebAssembly.instantiateStreaming) {
        return 'This browser has no WebAssembly, which Mountscope needs. Please use a current Firefox, Chrome, Edge or Safari.';
      }
      const probe = document.createElement('canvas').getContext('webgl2');
      if (!probe) {
        return 'This browser offers no WebGL 2, which Mountscope draws with. It may be switched off in the settings, or the graphics driver may be blocked.';
      }
      probe.getExtension('WEBGL_lose_context')?.loseContext();
      return null;
    },

    start() {
      watchGraphics();
      observeSize();
      estimate();
      dark.addEventListener('change', redraw);
      calm.addEventListener('change', redraw);
      document.addEventListener('visibilitychange', redraw);
      window.addEventListener('pageshow', redraw);
    },
  };
}
