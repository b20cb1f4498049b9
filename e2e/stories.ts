import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser, visit, type Visit, type Width, widths } from './browser.ts'
import { type RunningProduct, startRunningProduct } from './product.ts'
import { startTileServer, type TileServer } from './tile-server.ts'

interface VisitOptions {
  width?: Width
  /** Time goes on only where the story lets it (`page.clock`). */
  fakeClock?: boolean
  /** Console errors that belong to the story. */
  expected?: RegExp
}

/** What the stories of one file share: a product, its tiles, and a browser whose visitors come and go. */
export interface Stories {
  readonly product: RunningProduct
  readonly tiles: TileServer
  /** A new visitor at an address. */
  open(path: string, options?: VisitOptions): Promise<Visit>
  /** A new visitor, signed in to the demo world, on the dashboard. */
  enterDemo(options?: VisitOptions): Promise<Visit>
}

/** Starts it before the file's first story and ends it after the last. */
export function shareStories(settings: Record<string, string> = { DEMO: '1' }): Stories {
  let tiles: TileServer | undefined
  let product: RunningProduct | undefined
  let browser: Browser | undefined

  beforeAll(async () => {
    tiles = await startTileServer()
    product = await startRunningProduct({ ...settings, TILE_URL: tiles.template })
    browser = await launchBrowser()
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await tiles?.close()
  })

  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('only inside a story')
    return part
  }
  const open = async (path: string, { width = widths[0], fakeClock = false, expected }: VisitOptions = {}) => {
    const visitor = await visit(started(browser), {
      baseUrl: started(product).url,
      width,
      allowed: [started(tiles).origin],
      ...(expected !== undefined && { expected }),
    })
    if (fakeClock) await visitor.page.clock.install()
    await visitor.page.goto(path)
    return visitor
  }
  return {
    get product() {
      return started(product)
    },
    get tiles() {
      return started(tiles)
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
