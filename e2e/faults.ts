import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RunOnly } from 'axe-core'
import type { Page } from 'playwright-core'
import { standStill } from './at-rest.ts'
import { type Width, widths } from './browser.ts'

declare global {
  interface Window {
    axe: typeof import('axe-core')
  }
}

/** The narrowest phone. */
export const narrowest = { width: 320, height: 640 }
/** A phone on its side, and a desktop's window at 200 %. */
export const onItsSide = { width: 720, height: 450 }

interface Size {
  width: number
  height: number
}

export const themes = ['light', 'dark'] as const
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose results can differ between the two themes of a page: themes differ only in colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']
const ofAllRules: RunOnly = { type: 'tag', values: rules }
const ofColours: RunOnly = { type: 'rule', values: rulesOfColours }
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * The faults of the page as shown now: wider than the window, or a violation that axe-core finds (WCAG 2.2 AA).
 * In the dark theme only the colours are checked, because the same page is also checked in the light theme.
 * @param within the only part to check: a page that is dimmed behind a dialogue is checked on its own.
 */
export async function faultsOf(
  page: Page,
  name: string,
  colorScheme: (typeof themes)[number],
  within = 'html',
): Promise<string[]> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const found = await violationsOf(page, within, colorScheme === 'light' ? ofAllRules : ofColours)
  const crowded = found.filter(({ id }) => id === 'target-size').map(({ target }) => target)
  const right = crowded.length === 0 ? [] : await page.evaluate(thoseOnMaps, crowded)
  for (const target of crowded) {
    if (!right.includes(target) && (await isOnlyScrolledUnder(page, target))) right.push(target)
  }
  return [
    ...(overflow > 0 ? [`${name} is ${overflow} px too wide`] : []),
    ...found.filter(({ target }) => !right.includes(target)).map(({ id, target }) => `${name} ${id}: ${target}`),
  ]
}

/** What the page's bars cover just now counts as small: scrolled into the middle, it is as large as it is. */
async function isOnlyScrolledUnder(page: Page, target: string): Promise<boolean> {
  const before = await page.evaluate((selector) => {
    const { scrollX, scrollY } = window
    document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' })
    return { scrollX, scrollY }
  }, target)
  const still = await violationsOf(page, target, { type: 'rule', values: ['target-size'] })
  await page.evaluate(
    ({ scrollX, scrollY }) => window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' }),
    before,
  )
  return still.length === 0
}

/**
 * What axe-core finds, without the builder for Playwright: that sends and sets up axe again for each look, and brings back
 * what was right, too, which took longer than looking.
 */
async function violationsOf(page: Page, within: string, runOnly: RunOnly) {
  // A page that was checked before has already loaded it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(
    async ({ within, runOnly }) => {
      // Passed rules are not reported, and no rule of ours looks into style sheets, which axe would fetch once more.
      const { violations } = await window.axe.run(within, { runOnly, resultTypes: ['violations'], preload: false })
      return violations.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, target: node.target.join(' ') })))
    },
    { within, runOnly },
  )
}

/**
 * Pins lie where their places are, also close to each other (WCAG 2.2, 2.5.8: "essential"), and lists beside the map lead
 * to the same ("equivalent").
 */
function thoseOnMaps(targets: string[]): string[] {
  return targets.filter((target) => document.querySelector(target)?.closest('.maplibregl-canvas-container'))
}

/**
 * The faults of the page where it is narrow and in the user's own colours: a phone of 320 px, or a desktop's window at
 * 200 %. Nothing is wider than the window, no control is cut off by its edge, wider than what it scrolls in or sticking
 * out of its part, a sheet shows its whole first line, no symbol has inverted colours, whatever gets the focus is in sight
 * and marked, and nothing goes on moving although motion is to be reduced.
 * @param within what is to be reached: the page behind a dialogue is not.
 */
export async function faultsWhenNarrow(page: Page, name: string, narrow: Size, within = 'html'): Promise<string[]> {
  const size = page.viewportSize()
  await page.setViewportSize(narrow)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', forcedColors: 'active' })
  await standStill(page)
  const found = await page.evaluate((reached) => {
    const faults: string[] = []
    const overflow = document.documentElement.scrollWidth - window.innerWidth
    if (overflow > 0) faults.push(`is ${overflow} px too wide`)
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) faults.push('goes on moving')
    }
    const wordsOf = (element: Element) => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
      const words = element.getAttribute('aria-label') ?? (label ?? element).textContent
      return words.trim().slice(0, 40) || element.tagName
    }
    const scrollerOf = (element: Element | null): Element | null =>
      element === null || /auto|scroll/.test(getComputedStyle(element).overflowX)
        ? element
        : scrollerOf(element.parentElement)
    for (const head of document.querySelectorAll('[data-stop] > :first-child')) {
      if (head.scrollHeight > head.clientHeight + 1) faults.push(`does not show the whole line: ${wordsOf(head)}`)
    }
    for (const picture of document.querySelectorAll('button *')) {
      if (getComputedStyle(picture).filter.includes('invert')) {
        faults.push(`inverts the user’s own colours: ${wordsOf(picture.parentElement ?? picture)}`)
      }
    }
    const isWithin = (outer: Element, inner: Element | null) =>
      inner !== null && (outer.contains(inner) || inner.contains(outer))
    const controls = document.querySelectorAll<HTMLElement>(
      `${reached} :is(a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary)`,
    )
    for (const control of controls) {
      if (
        !control.checkVisibility({ visibilityProperty: true }) ||
        control.tabIndex < 0 ||
        control.closest('[inert], .maplibregl-map') !== null
      )
        continue
      // What has the focus already would not be marked again.
      control.blur()
      control.focus({ focusVisible: true })
      if (document.activeElement !== control) continue
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
      // What scrolls comes into sight, unless it is wider than that.
      const scroller = scrollerOf(control.parentElement)
      const isCutOff = scroller === null ? left < -1 || right > window.innerWidth + 1 : width > scroller.clientWidth + 1
      const part = control.closest('form, section, li')?.getBoundingClientRect()
      const sticksOut = scroller === null && part !== undefined && right > part.right + 1
      if (isCutOff || sticksOut) faults.push(`is cut off: ${wordsOf(control)}`)
      if (width < 2 || height < 2) continue
      // A browser leaves what is half in sight where it is.
      const middle = (Math.max(left, 0) + Math.min(right, window.innerWidth)) / 2
      // A choice is as large as its label, which also marks its focus. A sheet over a map opens for what is in it.
      const shown = control.closest('label') ?? control
      const above =
        control.closest('[data-stop]') !== null ||
        [0.5, 0.1, 0.9].some((part) => isWithin(shown, document.elementFromPoint(middle, top + (bottom - top) * part)))
      if (!above) faults.push(`has the focus out of sight: ${wordsOf(control)}`)
      const marked = [control, shown].some((element) => getComputedStyle(element).outlineStyle !== 'none')
      if (!marked) faults.push(`does not mark the focus: ${wordsOf(control)}`)
    }
    window.scrollTo(0, 0)
    return faults
  }, within)
  if (size !== null) await page.setViewportSize(size)
  await page.emulateMedia({ forcedColors: 'none' })
  return found.map((fault) => `${name} at ${narrow.width} px ${fault}`)
}

/** The same at both widths and in both themes, without leaving the current state of the page. */
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
    // Colours that are still fading belong to neither theme.
    await standStill(page)
    found.push(...(await faultsOf(page, `${name} (${width.name}, ${colorScheme})`, colorScheme, within)))
  }
  return found
}
