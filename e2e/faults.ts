import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { standStill } from './at-rest.ts'
import { type Width, widths } from './browser.ts'

export const themes = ['light', 'dark'] as const
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What can differ between two themes of one page: a theme is colours alone. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/**
 * What is wrong with what the page shows now: wider than the window, or a violation that axe-core finds (WCAG 2.2 AA).
 * In the dark only its colours are looked at: whoever looks there has looked at the same page in the light.
 * @param within looked at alone: what lies dimmed behind a dialogue is looked at where it is not.
 */
export async function faultsOf(
  page: Page,
  name: string,
  colorScheme: (typeof themes)[number],
  within = 'html',
): Promise<string[]> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  // A page that was looked at has read axe's program already.
  const hasAxe = await page.evaluate(() => 'axe' in window)
  // Our pages have no frames: without them axe need not gather its results in a page of its own. Passes are not told.
  const axe = new AxeBuilder({ page, ...(hasAxe && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .include(within)
  const looking = colorScheme === 'light' ? axe.withTags(rules) : axe.withRules(rulesOfColours)
  const { violations } = await looking.analyze()
  return [
    ...(overflow > 0 ? [`${name} is ${overflow} px too wide`] : []),
    ...violations.flatMap(({ id, nodes }) => nodes.map((node) => `${name} ${id}: ${node.target.join(' ')}`)),
  ]
}

/** The same at both widths and in both themes, without leaving what is shown. */
export async function faultsEverywhere(page: Page, name: string, within?: string): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) found.push(...(await faultsInBothThemes(page, name, width, within)))
  return found
}

async function faultsInBothThemes(page: Page, name: string, width: Width, within?: string): Promise<string[]> {
  const found: string[] = []
  await page.setViewportSize({ width: width.width, height: width.height })
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours that fade from one theme to the other are neither's.
    await standStill(page)
    found.push(...(await faultsOf(page, `${name} (${width.name}, ${colorScheme})`, colorScheme, within)))
  }
  return found
}
