import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { sharedChunks } from './run/chunks.ts'
import { outlinesPlugin } from './run/outlines.ts'
import { sbomPlugin } from './run/sbom.ts'
import { keptOffline } from './run/kept-offline.ts'
import { thirdPartyNoticesPlugin } from './run/third-party-notices.ts'

/** `npm run dev` serves the sources and passes everything of the server on to it. */
const server = process.env.API_URL ?? 'http://127.0.0.1:3000'

/**
 * The oldest browsers that the app is for, as README.md names them and public/old-browser.js finds out: Safari 16.4 has
 * `(?<=`, Chrome 111 color-mix(), Firefox 121 :has(). What is newer is compiled down (light-dark()) or not used.
 */
const browsers = ['chrome111', 'edge111', 'firefox121', 'safari16.4', 'ios16.4']

/** Where the app begins, and what it loads then. */
const loading = {
  root: import.meta.dirname,
  start: 'web/main.tsx',
  screens: 'web/app/start/screens.ts',
  calls: 'web/api/calls/first-calls.ts',
  complete: 'web/features/landing/LandingPage.tsx',
  session: 'web/app/start/session-parts.ts',
  queries: 'web/api/queries/queries.ts',
  often: {
    'web/features/landing/LandingPage.tsx': 60,
    'web/features/auth/LoginPage.tsx': 60,
    'web/app/DashboardPage.tsx': 10,
    'web/app/set-up/SetUpPage.tsx': 40,
    'web/app/DevicesPage.tsx': 10,
    'web/app/tracking/TrackingPage.tsx': 10,
    'web/app/tracking/CasePage.tsx': 20,
  },
}

export default defineConfig({
  plugins: [
    react(),
    outlinesPlugin(),
    thirdPartyNoticesPlugin(import.meta.dirname),
    sbomPlugin(import.meta.dirname),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'web/service-worker',
      filename: 'service-worker.ts',
      // Registered by us, once a signed-in visitor's page is idle (web/app/offline/service-worker.ts).
      injectRegister: false,
      manifest: false,
      injectManifest: keptOffline,
    }),
  ],
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
      // A constant such as `dayMs` is written where it is used: shorter than its name is as an export of a chunk.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // The start names every file, and names cost bytes there: only screens and what is loaded on use have one. A hash
        // needs as many characters as tell two versions apart.
        chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        assetFileNames: 'assets/[hash:6][extname]',
        // What else a file consists of follows from who needs what (run/chunk-plan.ts). React DOM is the largest file of all.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: sharedChunks(loading), debugName: 'shared' },
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
