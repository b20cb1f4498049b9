import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import * as z from 'zod'
import { newContext, openWindow, sharedBrowser, type Visit, type Width, widths } from './browser.ts'
import type { Customer } from './customers.ts'
import { returnContext, takeContext } from './kept-context.ts'
import { type RunningProduct, startRunningProduct } from './product.ts'
import { startTileServer } from './tile-server.ts'
import { reachWorld, type World } from './worlds.ts'
import { auth } from '#contract/auth.ts'
import { send } from '#server/testing/client.ts'

interface VisitOptions {
  width?: Width
  dark?: boolean
  /** Time goes on only where the story lets it (`page.clock`). */
  fakeClock?: boolean
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
  /** A new visitor, signed in to the demo world: on the dashboard, or at another address. */
  enterDemo(options?: VisitOptions & { at?: string }): Promise<Visit>
  /** A customer who is signed in, at an address. */
  enter(customer: Pick<Customer, 'email' | 'password'>, path: string, options?: VisitOptions): Promise<Visit>
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
    world = { product: await startRunningProduct({ ...where, TILE_URL: tiles.template }), tileOrigin: tiles.origin }
  }, 120_000)

  // Also those of a story that failed: their pages would go on asking.
  afterEach(async () => {
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
  const contextFor = async (baseUrl: string, fakeClock: boolean): Promise<BrowserContext> => {
    const browser = await sharedBrowser()
    // A clock that was put in cannot be taken out.
    if (fakeClock || typeof where !== 'string') {
      const context = await newContext(browser, baseUrl)
      goodbyes.push(() => context.close())
      return context
    }
    const kept = await takeContext(browser, baseUrl)
    goodbyes.push(() => returnContext(kept))
    return kept.context
  }
  const visit = async (path: string, options: VisitOptions = {}, token?: string) => {
    const { fakeClock = false, width = widths[0], ...settings } = options
    const { product, tileOrigin } = started()
    const context = await contextFor(product.url, fakeClock)
    const visitor = await openWindow(context, { ...settings, baseUrl: product.url, width, allowed: [tileOrigin] })
    visitors.push(visitor)
    const { page } = visitor
    if (fakeClock) await page.clock.install()
    if (token === undefined) {
      await page.goto(path)
      return visitor
    }
    const signingIn = await page.addInitScript(`localStorage.setItem('wegwarte.token', '${token}')`)
    await page.goto(path)
    // What the visitor does with the session is left alone.
    await signingIn.dispose()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
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
      return visit(at, options, await tokenOf(started().product, auth.demo.path))
    },
    async enter(customer, path, options) {
      return visit(path, options, await tokenOf(started().product, auth.login.path, customer))
    },
  }
}

const signedIn = z.object({ data: z.object({ token: z.string() }) })

/** Signs in without a browser: that the form does it is a story of its own. */
async function tokenOf({ url }: RunningProduct, path: string, customer?: Pick<Customer, 'email' | 'password'>) {
  const body = customer === undefined ? undefined : { email: customer.email, password: customer.password }
  return signedIn.parse((await send(url, 'POST', path, { body })).body).data.token
}

/** Lets seconds pass one by one: a timer that sets the next one after each second finds them all. */
export async function letSecondsPass(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await page.clock.runFor(1000)
}
