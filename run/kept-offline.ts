import type { VitePWAOptions } from 'vite-plugin-pwa'

/** Which files of the build a browser keeps to start the app without a network (web/service-worker/). */
export const keptOffline: VitePWAOptions['injectManifest'] = {
  // One file without imports: every browser starts it as a plain script.
  rollupFormat: 'iife',
  globPatterns: [
    'index.html',
    'assets/**/*.{js,css,woff2,svg}',
    '{favicon.svg,old-browser.js,icon-192.png,badge-96.png}',
  ],
  // The hash in an asset's name says already which build it is of.
  dontCacheBustURLsMatching: /^assets\//,
  manifestTransforms: [(files) => ({ manifest: files.map(asServed), warnings: [] })],
}

/** The page of every address but `/` is served as app.html, which is made from Vite's index.html (run/finish-web-build.mjs). */
function asServed<File extends { url: string }>(file: File): File {
  return file.url === 'index.html' ? { ...file, url: 'app.html' } : file
}
