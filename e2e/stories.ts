import type { BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { settle } from './at-rest.ts'
import {
  type BrowserKind,
  keepsPictures,
  newContext,
  openWindow,
  sharedBrowser,
  type Visit,
  type Width,
  widths,
} from './browser.ts'
import { type Customer, tokenOf } from './customers.ts'
import { returnContext, takeContext } from './kept-context.ts'
import { leaveMapsUndrawn } from './undrawn-maps.ts'
import { type RunningProduct, startRunningProduct } from './product.ts'
import { startTileServer } from './tile-server.ts'
import { reachWorld, type World } from './worlds.ts'

interface VisitOptions {
  width?: Width
  dark?: boolean
  /** The page's time passes only when the story lets it (`page.clock`). */
  fakeClock?: boolean
  /** The page may start the product's service worker, which a whole browser always may. */
  serviceWorker?: boolean
  /** The story looks at the pictures that maps draw. Else they draw none (`undrawn-maps.ts`). */
  looksAtMaps?: boolean
  /** A complete Chromium, for a story that needs more than its pages. */
  browser?: BrowserKind
  /** Console errors that belong to the story. */
  expected?: RegExp
}

/** What the stories of one file share: a product, its tiles, and a browser whose visitors come and go. */
export interface Stories {
  readonly product: RunningProduct
  /** Where the map's background comes from. */
  readonly tileOrigin: string
  /** A new visitor at an address. */
  open(path: string, options?: VisitOptions): Promise<Visit>
  /**
   * A new visitor, signed in to the demo world: on the dashboard, or at another address. `at: null`: at no screen yet. Then
   * the story opens the first one, and what it counts or holds back is of that screen alone.
   */
  enterDemo(options?: VisitOptions & { at?: string | null }): Promise<Visit>
  /** A customer who is signed in, at an address, or at no screen yet. */
  enter(customer: Pick<Customer, 'email' | 'password'>, path: string | null, options?: VisitOptions): Promise<Visit>
}

/** @param where a world that other files share, too, or the settings of a product for this file alone. */
export function shareStories(where: World | Record<string, string>): Stories {
  let world: { product: RunningProduct; tileOrigin: string } | undefined
  let closeTiles = async () => {}
  const visitors: Visit[] = []
  /** How to end each visit of the story. */
  const goodbyes: (() => Promise<void>)[] = []

  beforeAll(async () => {
    if (typeof where === 'string') {
      world = await reachWorld(inject('worldsUrl'), where)
      return
    }
    const tiles = await startTileServer()
    closeTiles = tiles.close
    world = {
      product: await startRunningProduct({ ...where, ...(await ownDatabase()), TILE_URL: tiles.template }),
      tileOrigin: tiles.origin,
    }
  }, 120_000)

  // Also after a story that failed: its pages would go on sending requests.
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await printPages(visitors)
    for (const sayGoodbye of goodbyes.splice(0)) await sayGoodbye()
    const uncaught = visitors.splice(0).flatMap((visitor) => visitor.uncaught)
    expect(uncaught, 'errors of our code that nothing caught').toEqual([])
  })

  afterAll(async () => {
    await world?.product.stop()
    await closeTiles()
  })

  const started = () => {
    if (world === undefined) throw new Error('only inside a story')
    return world
  }
  const contextFor = async (
    baseUrl: string,
    { fakeClock, serviceWorker, browser: kind }: VisitOptions,
  ): Promise<BrowserContext> => {
    const browser = await sharedBrowser(kind)
    // A fake clock cannot be removed once it is installed.
    const withWorker = serviceWorker === true || kind === 'whole'
    if (fakeClock === true || withWorker || typeof where !== 'string') {
      const context = await newContext(browser, baseUrl, withWorker ? 'allow' : 'block')
      goodbyes.push(() => context.close())
      return context
    }
    const kept = await takeContext(browser, baseUrl)
    goodbyes.push(() => returnContext(kept))
    return kept.context
  }
  /** A new visitor with an empty page. */
  const arrive = async (options: VisitOptions) => {
    const { width = widths[0], dark, expected } = options
    const { product, tileOrigin } = started()
    const context = await contextFor(product.url, options)
    const visitor = await openWindow(context, {
      baseUrl: product.url,
      width,
      allowed: [tileOrigin],
      ...(dark !== undefined && { dark }),
      ...(expected !== undefined && { expected }),
    })
    visitors.push(visitor)
    if (options.looksAtMaps !== true && !keepsPictures) await leaveMapsUndrawn(visitor.page)
    if (options.fakeClock === true) await visitor.page.clock.install()
    return visitor
  }
  const visit = async (path: string, options: VisitOptions = {}) => {
    const visitor = await arrive(options)
    await visitor.page.goto(path)
    // The page takes the server's time from an answer. If it came later, it would move the time that the story has stopped.
    if (options.fakeClock === true) await settle(visitor)
    return visitor
  }
  const visitSignedIn = async (path: string | null, options: VisitOptions, token: string) => {
    const visitor = await arrive(options)
    const { page } = visitor
    const signIn = `localStorage.setItem('wegwarte.token', '${token}')`
    if (path === null) {
      // An empty page of the same origin.
      await page.route('**/no-screen', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
      await page.goto('/no-screen')
      await page.unroute('**/no-screen')
      await page.evaluate(signIn)
      return visitor
    }
    const signingIn = await page.addInitScript(signIn)
    await page.goto(path)
    // Only the first load gets this token: the visitor may sign out.
    await signingIn.dispose()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // What an answer brings may move a button between its being found and being pressed.
    await settle(visitor)
    return visitor
  }
  return {
    get product() {
      return started().product
    },
    get tileOrigin() {
      return started().tileOrigin
    },
    open: (path, options) => visit(path, options),
    async enterDemo({ at = '/dashboard', ...options } = {}) {
      return visitSignedIn(at, options, await tokenOf(started().product))
    },
    async enter(customer, path, options = {}) {
      return visitSignedIn(path, options, await tokenOf(started().product, customer))
    },
  }
}

/** What the visitors of a story that failed saw at its end. */
async function printPages(visitors: readonly Visit[]): Promise<void> {
  for (const { page } of visitors) {
    if (!page.isClosed()) process.stderr.write(`${await page.locator('body').ariaSnapshot()}\n`)
  }
}
