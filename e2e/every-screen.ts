import { describe, expect, test } from 'vitest'
import { settle, standStill } from './at-rest.ts'
import { keepPicture, type Width } from './browser.ts'
import { faultsOf, faultsWhenNarrow, narrowest, onItsSide, themes } from './faults.ts'
import { shareStories } from './stories.ts'
import { smallTargetsOf } from './touch-targets.ts'
import { screens } from '#web/app/start/screens.ts'
import { paths as named } from '#web/browser/paths.ts'
import { mapTexts } from '#web/map/canvas/texts.ts'

/*
 * Every screen of the route table at both widths and in both themes, in the demo world: nothing wider than the window,
 * no violation that axe-core finds (WCAG 2.2 AA), no error in the console, no request to another host. Then in a window
 * of half the width, in the user's own colours. A new screen is covered as soon as it is in the table.
 */

const narrowOf = { phone: narrowest, desktop: onItsSide }

/** Each width has its own file, so that two workers check them in parallel. */
export function describeEveryScreen(width: Width): void {
  const stories = shareStories('demo')

  describe(`on a ${width.name}`, () => {
    test.each([
      { who: 'a visitor', signedIn: false, paths: pathsFor('public', 'signed-out') },
      { who: 'a customer', signedIn: true, paths: pathsFor('signed-in') },
    ])('every screen of $who is accessible and fits, by day and by night', async ({ signedIn, paths }) => {
      const [at = '/'] = paths
      const visitor = signedIn ? await stories.enterDemo({ width, at }) : await stories.open(at, { width })
      const { page, complaints } = visitor
      const found: string[] = []
      for (const path of paths) {
        if (path !== at) await page.goto(path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.getByText(mapTexts.loading).waitFor({ state: 'detached' })
        await settle(visitor)
        const name = path === '/' ? 'landing' : path.slice(1).replaceAll('/', '-')
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await standStill(page)
          await keepPicture(page, `screen-${name}-${width.name}-${colorScheme}`)
          found.push(...(await faultsOf(page, `${path} (${colorScheme})`, colorScheme)))
        }
        if (width.name === 'phone') found.push(...(await smallTargetsOf(page, path)))
        found.push(...(await faultsWhenNarrow(page, path, narrowOf[width.name])))
      }
      expect(found).toEqual([])
      expect(complaints).toEqual([])
    })
  })
}

function pathsFor(...accesses: string[]): string[] {
  return screens.filter(({ access }) => accesses.includes(access)).map(({ path }) => addresses[path] ?? path)
}

/** Of screens that are about one thing: of the demo's vehicle that is stolen. */
const addresses: Partial<Record<string, string>> = { [named.theftCase]: '/fall/demo-device-2' }
