import type { Page } from 'playwright-core'

/**
 * Leaves out the last step of what maps do, to fill pixels. Without a graphics card that is most of the work of a story with
 * a map. Programs are compiled, and what the page does, says and complains about stays the same.
 */
export async function leaveMapsUndrawn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {
      apply(getContext, canvas, words) {
        const context: unknown = Reflect.apply(getContext, canvas, words)
        if (context instanceof WebGL2RenderingContext) {
          context.drawElements = () => undefined
          // A canvas that was cleared is copied into the page's picture at each frame, even if nothing is drawn on it.
          context.clear = () => undefined
        }
        return context
      },
    })
  })
}

/** Whether the maps of a page are left undrawn: then nobody can judge by how they look. */
export function leavesMapsUndrawn(page: Page): Promise<boolean> {
  return page
    .locator('canvas')
    .first()
    .evaluate((canvas) => {
      const context = canvas instanceof HTMLCanvasElement ? canvas.getContext('webgl2') : null
      return context !== null && Object.hasOwn(context, 'drawElements')
    })
}
