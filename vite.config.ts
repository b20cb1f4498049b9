import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractInBrowserPlugin } from './run/contract-in-browser.ts'
import { outlinesPlugin } from './run/outlines.ts'
import { thirdPartyNoticesPlugin } from './run/third-party-notices.ts'

/** `npm run dev` serves the sources and passes everything of the server on to it. */
const server = process.env.API_URL ?? 'http://127.0.0.1:3000'

/**
 * The oldest browsers that the app is for, as README.md names them and public/old-browser.js finds out: Safari 16.4 has
 * `(?<=`, Chrome 111 color-mix(), Firefox 121 :has(). What is newer is compiled down (light-dark()) or not used.
 */
const browsers = ['chrome111', 'edge111', 'firefox121', 'safari16.4', 'ios16.4']

export default defineConfig({
  plugins: [react(), outlinesPlugin(), contractInBrowserPlugin(), thirdPartyNoticesPlugin(import.meta.dirname)],
  publicDir: 'public',
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    // Nothing inline: the content security policy allows no data: fonts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every screen needs is one file: many small ones compress worse and would break the budget.
        codeSplitting: {
          groups: [
            { name: 'foundation', test: /node_modules\/(react|react-dom|react-router|scheduler|zod)\// },
            {
              name: 'start',
              test: /\/(contract\/(auth|product|limits)|domain\/auth|web\/(api\/(call|caller|call-problem|request|session|sign-in|silence|config)|app\/screens|kit\/(classes|icons|notify|paths|Button|Page|Logo|Notice|Skeleton)))\.tsx?$/,
            },
          ],
        },
      },
    },
    // MapLibre is one large file, loaded on pages with a map alone.
    chunkSizeWarningLimit: 1200,
    reportCompressedSize: true,
    // What loads what, for the check of the sizes (checks/web-budget.test.ts).
    manifest: true,
  },
  server: {
    proxy: { '/api': server, '/dev': server },
  },
})
