import type { Page } from 'playwright-core'

/**
 * Lets maps go through all of their drawing, but fill one pixel. Without a graphics card, filling the others is most of the
 * work of a story with a map. What the page does, says and complains about stays the same.
 */
export async function fillOnePixel(page: Page): Promise<void> {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {
      apply(getContext, canvas, words) {
        const context: unknown = Reflect.apply(getContext, canvas, words)
        if (context instanceof WebGL2RenderingContext) {
          context.enable(context.SCISSOR_TEST)
          context.scissor(0, 0, 1, 1)
        }
        return context
      },
    })
  })
}

/** Whether the maps of a page fill one pixel: then nobody can judge by how they look. */
export function fillsOnePixel(page: Page): Promise<boolean> {
  return page
    .locator('canvas')
    .first()
    .evaluate((canvas) => {
      const context = canvas instanceof HTMLCanvasElement ? canvas.getContext('webgl2') : null
      return context?.isEnabled(context.SCISSOR_TEST) === true
    })
}
