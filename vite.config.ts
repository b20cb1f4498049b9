import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `npm run dev` serves the sources and passes everything of the server on to it. */
const server = process.env.API_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react()],
  publicDir: 'public',
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // light-dark() as it is: lowering it doubles every colour.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Nothing inline: the content security policy allows no data: fonts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    // What loads what, for the check of the sizes (checks/web-budget.test.ts).
    manifest: true,
  },
  server: {
    proxy: { '/api': server, '/dev': server },
  },
})
