/*
 * Says so in a browser that is older than vite.config.ts says. Plain old JavaScript, and no module: it has to
 * run where the app does not.
 */
;(function () {
  function lacks() {
    try {
      // Chrome 111, Firefox 121.
      if (!CSS.supports('color', 'color-mix(in srgb, red, blue)') || !CSS.supports('selector(:has(a))')) return true
      // Safari 16.4. Not written as a literal, which would keep this very file from being read.
      return !new RegExp('(?<=a)b').test('ab')
    } catch (error) {
      return true
    }
  }
  if (lacks()) document.getElementById('old-browser').removeAttribute('hidden')
})()
