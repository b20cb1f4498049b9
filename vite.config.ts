import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { contractInBrowserPlugin } from './run/contract-in-browser.ts'
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
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'start',
              test: /node_modules\/react-router\/|\/(contract\/(app|http)-limits|domain\/auth\/guards|web\/(api\/(session|sign-in|config|call-problem)|app\/(theme\/(tokens|base)|screens|ErrorScreen|offline\/network-news|shell\/(legal-links|Shell|Header|Footer|Messages))|kit\/(classes|icons|late-part|notify|paths|Button|Page|Logo|Notice|RoadPicture|Skeleton)))\.(css|tsx?)$|\/web\/kit\/(SignLinks|road-signs|Field|TextField)\.module\.css$/,
            },
            // What a call needs, what every call is checked by, and what forms consist of: beside the first page, before every
            // other.
            {
              name: 'calls',
              test: /(node_modules\/zod\/|\/(contract\/(auth|product|(account|calls|devices)-limits)|web\/(api\/(call|caller|light-action|problem-of-answer|request|silence|step-up)|kit\/(Field|TextField|Stack|gaps|form|remembered)))\.tsx?$|\/web\/kit\/(Stack|gaps)\.module\.css$)/,
            },
            // Small files that many screens share, by who needs them: the start names every file.
            {
              name: 'entrance',
              test: /\/web\/(api\/browser-key|features\/auth\/(AuthFrame|auth|confirmed-email|texts))\.(module\.css|tsx?)$/,
            },
            // Signs, and links with one.
            { name: 'signs', test: /\/web\/kit\/(SignLinks|road-signs)\.tsx?$/ },
            // What all screens behind the sign-in need, in one file: each file costs a phone a way there and back, during
            // which the others get a sixth of the line each.
            {
              name: 'workroom',
              test: /(node_modules\/(@tanstack\/|@tabler\/icons-react\/dist\/esm\/(defaultAttributes|createReactComponent|icons\/IconCar))|\/contract\/((?!tracking-)[\w-]+-limits|claim-code|devices|reception|vehicle-dates|alarms|consents|dossier|events|history|licences|places|tracking|vehicles|weather)\.ts$|\/domain\/(consents\/texts|time\/time|devices\/device-health|licences\/licences|history\/retention|geo\/tiles)\.ts$|\/web\/(api\/(queries|persister|connection|outbox|use-ride|action|refusal|lasting-problem|lasting-action|event-parser|live-events|use-live-events)|features\/weather\/use-warnings|app\/(StepUp|tracking\/rested)|map\/(every-minute|use-flavour|sun-map|MapPicture|PlacePicture|attribution)|texts\/(outbox|vehicle-states)|kit\/(Badge|Card|CardPart|Check|CloseButton|EmptyState|PlainList|Row|Small|Fact|Facts|FileDrop|PanelPart|RadioTile|Section|device-(addresses|label)|drafted-form|drafts|formats|kept-focus|save-file|use-document|use-draft|use-hash-change|use-link-token|ClockCorrection|KnownAge|TapWaits|More|PickList|Place|Plate|known-age|loss-words|sign-of-life|once-idle|Dialog|DialogWindow|Select))\.(module\.css|tsx?)$|\/web\/(app\/(shell\/Areas|tracking\/TabLayout)|features\/(weather\/LevelBadge|devices\/dialogs|tracking\/(DeviceState|LastPosition)|dossier\/Dossier)|kit\/(ChoiceGroup|Summary)|map\/(CategorySymbol|MapCanvas|MapPins|StillMap))\.module\.css$)/,
            },
            // Warnings of the weather and POIs, as the screens name them that show what is around.
            {
              name: 'around',
              test: /\/web\/(features\/weather\/(texts|LevelBadge|wording)|texts\/(pois|weather))\.tsx?$/,
            },
            { name: 'symbols', test: /(\/contract\/pois|\/web\/map\/(symbols|CategorySymbol))\.(module\.css|tsx?)$/ },
            // What is kept for when there is no connection, and said of what waits.
            {
              name: 'offline',
              test: /(\/contract\/(poi-reports|route-check)\.ts$|\/domain\/offline\/as-known\.ts$|\/web\/(api\/(kept|kept-start)|features\/poi-reports\/texts|kit\/install-prompt)\.ts$)/,
            },
            // What every map consists of, but for the library that draws it and what is loaded with it.
            {
              name: 'map',
              test: /(\/domain\/geo\/(geo|map|picture-view)\.ts$|\/web\/map\/(AccuracyCircle|MapCamera|MapCanvas|MapPins|base-style|build-map|drawn-background|failed-tiles|map-context|own-tiles|prepare-map|sign-images|spare-map|still-map|StillMap|sun-control|sun-path|texts|use-map-layers|use-map-view|use-pointer)\.(module\.css|tsx?)$)/,
            },
            // What the tabs of one's vehicles have in common.
            {
              name: 'tracked',
              test: /(\/domain\/(history\/range|time\/fix-time|track\/(outliers|track)|tracking\/tracking-consent)\.ts$|\/web\/(app\/tracking\/(TabLayout|moved-since|tracked-device)|features\/(history\/(history-range|history-address)|tracking\/(texts|shown-tracking|DeviceState|LastPosition|last-position)|dossier\/(theft-texts|Dossier))|map\/(track-drawing|TrackLine)|kit\/alert)\.(module\.css|tsx?)$)/,
            },
            // What a theft is reported with, from any tab.
            {
              name: 'theft',
              test: /(\/domain\/dossier\/(dossier|dossier-words)|\/web\/features\/dossier\/(texts|PositionsSince|theft-start|StateForm|use-statement))\.tsx?$/,
            },
            // What the dialogues about devices and licences have in common with their screen.
            {
              name: 'devices',
              test: /(\/contract\/(problem|device-registration)\.ts$|\/domain\/devices\/imei\.ts$|\/web\/(api\/devices-and-licences|features\/devices\/dialogs|kit\/(Summary|ChoiceGroup|ClaimCodeField|use-close-after|use-dialog-action))\.(module\.css|tsx?)$)/,
            },
            // What is said of POIs and reported about them.
            {
              name: 'pois',
              test: /(\/contract\/poi-exchange\.ts$|\/domain\/(pois\/(pois|map-link)|geo\/bbox)\.ts$|\/web\/features\/(pois\/texts|places\/(texts|PlaceSearch))\.(module\.css|tsx?)$)/,
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
