import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { keepPicture, widths } from './browser.ts'
import { faultsOf, themes } from './faults.ts'
import { shareStories } from './stories.ts'
import { screens } from '#web/app/screens.ts'

/*
 * Every screen of the route table at both widths and in both themes, in the demo world: nothing wider than the window,
 * no violation that axe-core finds (WCAG 2.2 AA), no error in the console, no call to a stranger. A new screen is
 * covered from the moment it stands in the table.
 */

const stories = shareStories()

describe.each(widths)('on a $name', (width) => {
  test.each([
    { who: 'a visitor', signedIn: false, paths: pathsFor('public', 'signed-out') },
    { who: 'a customer', signedIn: true, paths: pathsFor('signed-in') },
  ])(
    'every screen of $who is accessible and fits, by day and by night',
    async ({ signedIn, paths }) => {
      const { context, page, complaints } = signedIn
        ? await stories.enterDemo({ width })
        : await stories.open('/', { width })
      // A stream never ends, and the network would never be idle.
      await page.route('**/api/events', (route) => route.fulfill({ status: 204 }))
      const found: string[] = []
      for (const path of paths) {
        await page.goto(path)
        await settle(page)
        const name = path === '/' ? 'landing' : path.slice(1).replaceAll('/', '-')
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.waitForTimeout(150)
          await keepPicture(page, `screen-${name}-${width.name}-${colorScheme}`)
          found.push(...(await faultsOf(page, `${path} (${colorScheme})`, colorScheme)))
        }
      }
      await context.close()
      expect(found).toEqual([])
      expect(complaints).toEqual([])
    },
    180_000,
  )
})

function pathsFor(...accesses: string[]): string[] {
  return screens.filter(({ access }) => accesses.includes(access)).map(({ path }) => path)
}

/** Until the screen's heading stands and what it asked for has arrived. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(300)
}
