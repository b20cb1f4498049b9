import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { sharedBrowser, visit, type Visit, type Width, widths } from './browser.ts'
import { type RunningProduct, startRunningProduct } from './product.ts'
import { startTileServer } from './tile-server.ts'
import { reachWorld, type World } from './worlds.ts'

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
  /** A new visitor, signed in to the demo world, on the dashboard. */
  enterDemo(options?: VisitOptions): Promise<Visit>
}

/** @param where a world that other files share, too, or the settings of a product for this file alone. */
export function shareStories(where: World | Record<string, string>): Stories {
  let world: { product: RunningProduct; tileOrigin: string } | undefined
  let closeTiles = async () => {}
  const visitors = new Set<Visit>()

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
    for (const { context } of visitors) await context.close()
    const uncaught = [...visitors].flatMap((visitor) => visitor.uncaught)
    visitors.clear()
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
  const open = async (path: string, { fakeClock = false, width = widths[0], ...options }: VisitOptions = {}) => {
    const { product, tileOrigin } = started()
    const visitor = await visit(await sharedBrowser(), {
      ...options,
      baseUrl: product.url,
      width,
      allowed: [tileOrigin],
    })
    visitors.add(visitor)
    if (fakeClock) await visitor.page.clock.install()
    await visitor.page.goto(path)
    return visitor
  }
  return {
    get product() {
      return started().product
    },
    get tileOrigin() {
      return started().tileOrigin
    },
    open,
    async enterDemo(options) {
      const visitor = await open('/login', options)
      await visitor.page.getByRole('button', { name: 'Demokonto ausprobieren' }).click()
      await visitor.page.waitForURL((url) => url.pathname === '/dashboard')
      return visitor
    },
  }
}

/** Lets seconds pass one by one: a timer that sets the next one after each second finds them all. */
export async function letSecondsPass(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await page.clock.runFor(1000)
}
