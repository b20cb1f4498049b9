import { defineConfig } from 'vitest/config'
import { LongestFirst } from './run/longest-first.ts'
import { patience } from '#server/testing/patience.ts'
import { keepTemporaryFilesTogether } from '#server/testing/temporary-folder.ts'

keepTemporaryFilesTogether()

/** Tests that need a database; everything else named `*.test.ts` is a unit test. */
const stores = ['**/*.store.test.ts', 'server/db/**/*.test.ts']
const api = ['**/*.api.test.ts']
/** The stories in WebKit and Firefox. */
const otherBrowsers = ['e2e/other-browsers/**/*.e2e.ts']
const outside = ['node_modules/**', 'dist/**', 'data/**']

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{bench,contract,domain,server,web,run,checks}/**/*.test.{ts,tsx}'],
          exclude: [...outside, ...stores, ...api],
          isolate: false,
          expect: { poll: patience },
        },
      },
      {
        // Each of two workers, for two cores, has both databases for the whole run, and each test starts with empty tables.
        test: {
          name: 'stores',
          include: stores,
          exclude: outside,
          globalSetup: ['server/db/testing/embedded.setup.ts', 'server/db/testing/postgres.setup.ts'],
          // A given database is emptied by one at a time.
          maxWorkers: process.env['TEST_DATABASE_URL'] === undefined ? 2 : 1,
          isolate: false,
          // A statement of the embedded database takes a core of its own, and two workers want one each.
          testTimeout: 40_000,
          hookTimeout: 30_000,
          expect: { poll: patience },
        },
      },
      {
        // A real product that listens, with a database of its own (decision 98): two at a time, for two cores.
        test: {
          name: 'api',
          include: api,
          exclude: outside,
          globalSetup: ['server/db/testing/postgres.setup.ts', 'server/testing/openapi-document.setup.ts'],
          setupFiles: ['server/testing/api-file.setup.ts'],
          maxWorkers: 2,
          // The product is loaded once for each worker: loading it takes longer than most files.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: patience },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude: [...outside, ...otherBrowsers],
          // The files share products, and those of one worker a browser.
          globalSetup: ['e2e/worlds.setup.ts'],
          isolate: false,
          // A story waits for a fifth of its time, for what pages do by design: three keep two cores busy.
          maxWorkers: 3,
          // Each wait has its own limit: as a whole, a story takes as long as the machine needs.
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // As long as the waits of a page (Playwright): what a story reads is waited for, too (`checks/story-reads.test.ts`).
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        // One file for each browser, with one product and one window: a core for each.
        test: {
          name: 'other-browsers',
          include: otherBrowsers,
          exclude: outside,
          maxWorkers: 2,
          testTimeout: 150_000,
          // Two products at once, whose first database may have to be made.
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
