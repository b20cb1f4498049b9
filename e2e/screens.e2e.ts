import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepPicture, launchBrowser, visit, widths } from './browser.ts'
import { type RunningProduct, startRunningProduct } from './product.ts'
import { startTileServer, type TileServer } from './tile-server.ts'
import { screens } from '#web/app/screens.ts'

/*
 * Every screen of the route table at both widths and in both themes, in the demo world: nothing wider than the window,
 * no violation that axe-core finds (WCAG 2.2 AA), no error in the console, no call to a stranger. A new screen is
 * covered from the moment it stands in the table.
 */

const themes = ['light', 'dark'] as const
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

let tiles: TileServer
let product: RunningProduct
let browser: Browser

beforeAll(async () => {
  tiles = await startTileServer()
  product = await startRunningProduct({ DEMO: '1', TILE_URL: tiles.template })
  browser = await launchBrowser()
}, 120_000)

afterAll(async () => {
  await browser.close()
  await product.stop()
  await tiles.close()
})

describe.each(widths)('on a $name', (width) => {
  describe.each(themes)('in the %s theme', (theme) => {
    test.each([
      { who: 'a visitor', signedIn: false, paths: pathsFor('public', 'signed-out') },
      { who: 'a customer', signedIn: true, paths: pathsFor('signed-in') },
    ])(
      'every screen of $who is accessible and fits',
      async ({ signedIn, paths }) => {
        const { context, page, complaints } = await visit(browser, {
          baseUrl: product.url,
          width,
          dark: theme === 'dark',
          allowed: [tiles.origin],
        })
        if (signedIn) await enterDemo(page)
        const found: string[] = []
        for (const path of paths) {
          await page.goto(path)
          await settle(page)
          const name = path === '/' ? 'landing' : path.slice(1).replaceAll('/', '-')
          await keepPicture(page, `screen-${name}-${width.name}-${theme}`)
          found.push(...(await faultsOf(page, path)))
        }
        await context.close()
        expect(found).toEqual([])
        expect(complaints).toEqual([])
      },
      180_000,
    )
  })
})

function pathsFor(...accesses: string[]): string[] {
  return screens.filter(({ access }) => accesses.includes(access)).map(({ path }) => path)
}

async function enterDemo(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Demokonto ausprobieren' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Until the screen's heading stands and what it asked for has arrived. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(300)
}

async function faultsOf(page: Page, path: string): Promise<string[]> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  return [
    ...(overflow > 0 ? [`${path} is ${overflow} px too wide`] : []),
    ...violations.flatMap(({ id, nodes }) => nodes.map((node) => `${path} ${id}: ${node.target.join(' ')}`)),
  ]
}
