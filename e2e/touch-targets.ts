import type { Page } from 'playwright-core'

/** A finger's width (`--touch`), in CSS pixels: nothing to tap is smaller. */
const fingerPx = 44

/**
 * What one can tap on the page as it is shown now, and is narrower or lower than a finger. Not counted are links in running
 * text (WCAG 2.5.8, "inline"), pins on a map, which lie where their places are ("essential"), and a map's line of
 * sources, whose links are running text. A choice is as large as its label.
 */
export async function smallTargetsOf(page: Page, name: string, within = 'html'): Promise<string[]> {
  const found = await page.evaluate(
    ({ fingerPx, within }) => {
      const isInText = (control: Element) =>
        control.matches('a, button') &&
        getComputedStyle(control).display.startsWith('inline') &&
        [...(control.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 1,
        )
      /** Room to tap that a control gets by a mark laid over it. */
      const sizesOf = (control: Element): { width: number; height: number }[] => [
        control.getBoundingClientRect(),
        ...['::before', '::after'].flatMap((mark) => {
          const style = getComputedStyle(control, mark)
          return style.position === 'absolute' && style.content !== 'none'
            ? [{ width: Number.parseFloat(style.width), height: Number.parseFloat(style.height) }]
            : []
        }),
      ]
      const controls = document.querySelectorAll<HTMLElement>(
        `${within} :is(a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary)`,
      )
      return [...controls].flatMap((control) => {
        const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined
        const rect = control.getBoundingClientRect()
        if (
          !control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
          control.tabIndex < 0 ||
          control.closest(
            '[inert], [aria-hidden=true], .maplibregl-canvas-container, .maplibregl-ctrl-attrib, [data-sources]',
          ) !== null ||
          (label === undefined && (rect.width < 2 || rect.height < 2)) ||
          isInText(control)
        ) {
          return []
        }
        const sizes = [...sizesOf(control), ...(label === undefined ? [] : sizesOf(label))]
        if (sizes.some(({ width, height }) => width >= fingerPx - 0.5 && height >= fingerPx - 0.5)) return []
        const words = (control.getAttribute('aria-label') ?? (label ?? control).textContent).trim().slice(0, 40)
        const size = sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0] ?? rect
        return [`${words || control.tagName} ${Math.round(size.width)}×${Math.round(size.height)} px`]
      })
    },
    { fingerPx, within },
  )
  return [...new Set(found)].map((fault) => `${name} has a small target: ${fault}`)
}
