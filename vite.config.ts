import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { contractInBrowserPlugin } from './run/contract-in-browser.ts'
import { mantineInBrowserPlugin } from './run/mantine-in-browser.ts'
import { outlinesPlugin } from './run/outlines.ts'
import { routerInBrowserPlugin } from './run/router-in-browser.ts'
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

export default defineConfig({
  plugins: [
    react(),
    outlinesPlugin(),
    contractInBrowserPlugin(),
    routerInBrowserPlugin(),
    mantineInBrowserPlugin(),
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
        // What every screen needs is one file: many small ones compress worse and would break the budget.
        codeSplitting: {
          groups: [
            { name: 'foundation', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
            {
              name: 'start',
              test: /\/(contract\/(app|http)-limits|domain\/auth\/guards|web\/(api\/(session|sign-in|config|call-problem)|app\/(screens|ErrorScreen|shell\/legal-links)|kit\/(classes|icons|late-part|notify|paths|Button|Page|Logo|Notice|RoadPicture|Skeleton)))\.tsx?$/,
            },
            // What a call needs, and what every call is checked by: beside the first page, before every other.
            {
              name: 'calls',
              test: /(node_modules\/zod\/|\/(contract\/(auth|product|(account|calls|devices)-limits)|web\/api\/(call|caller|problem-of-answer|request|silence|step-up))\.ts$)/,
            },
            // Small files that many screens share, by who needs them: the start names every file.
            {
              name: 'entrance',
              test: /\/web\/(kit\/(Field|TextField|form|remembered)|api\/(light-action|browser-key)|features\/auth\/(AuthFrame|auth|confirmed-email|texts))\.(module\.css|tsx?)$/,
            },
            {
              name: 'parts',
              test: /\/web\/kit\/(Badge|Card|CardPart|CloseButton|EmptyState|Fact|Facts|FileDrop|PanelPart|RadioTile|Section|device-label|drafted-form|drafts|formats|kept-focus|save-file|use-document|use-draft|use-hash-change|use-link-token)\.(module\.css|tsx?)$|\/domain\/time\/time\.ts$/,
            },
            { name: 'limits', test: /\/contract\/((?!tracking-)[\w-]+-limits|claim-code)\.ts$/ },
            // What asks and changes: small files that the screens behind the sign-in load together, and what surrounds them.
            {
              name: 'queries',
              test: /(node_modules\/@tanstack\/|web\/api\/(queries|persister|connection|action|refusal|lasting-problem|event-parser|live-events|use-live-events)\.tsx?$)/,
            },
            {
              name: 'workroom',
              test: /(node_modules\/(clsx\/|@mantine\/(core\/esm\/core|hooks)\/)|web\/(app\/(Workroom|StepUp|theme\/(WithMantine|theme))|map\/(use-flavour|sun-map))\.tsx?$)/,
            },
            { name: 'symbols', test: /(\/contract\/pois|\/web\/map\/(symbols|CategorySymbol))\.(module\.css|tsx?)$/ },
            { name: 'devices', test: /\/contract\/(devices|reception)\.ts$/ },
            // What most of those screens ask and say about vehicles and devices.
            {
              name: 'vehicles',
              test: /(\/contract\/(alarms|consents|dossier|events|history|tracking|vehicles)\.ts$|\/domain\/(devices\/device-health|licences\/licences)\.ts$|\/web\/(app\/tracking\/rested|texts\/vehicle-states|kit\/(ClockCorrection|KnownAge|More|PickList|Plate|known-age|loss-words|sign-of-life))\.(module\.css|tsx?)$)/,
            },
            // A picture of a map, without the map.
            {
              name: 'picture',
              test: /(\/domain\/geo\/tiles\.ts$|\/web\/map\/(MapPicture|PlacePicture|attribution)\.(module\.css|tsx?)$)/,
            },
            // What every map consists of, but for the library that draws it and what is loaded with it.
            {
              name: 'map',
              test: /(\/domain\/geo\/(geo|map|picture-view)\.ts$|\/web\/map\/(AccuracyCircle|MapCamera|MapCanvas|MapPins|base-style|build-map|drawn-background|failed-tiles|map-context|own-tiles|prepare-map|sign-images|spare-map|still-map|StillMap|sun-control|sun-path|texts|use-map-layers|use-map-view|use-pointer)\.(module\.css|tsx?)$)/,
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
