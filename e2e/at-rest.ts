import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visit } from './browser.ts'

/** Waits until the page shows its latest data, and nothing in it moves or fades any more. */
export async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    /** Waits for the page's next frame, even if its clock is stopped: an observer reports each frame, whatever the time is. */
    const picture = () =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect()
          resolve()
        })
        observer.observe(document.documentElement)
      })
    const moving = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    do {
      await Promise.allSettled(moving().map(({ finished }) => finished))
      // In the first frame the page takes in what has arrived, in the second what follows from it.
      await picture()
      await picture()
    } while (moving().some(({ playState }) => playState === 'running'))
  })
}

/** Waits until everything that the page has requested is there and shown. */
export async function settle({ page, pending }: Pick<Visit, 'page' | 'pending'>): Promise<void> {
  const awaited = () => {
    // The arrival of a worker's script is not always reported. A worker that runs has received it.
    const running = new Set(page.workers().map((worker) => worker.url()))
    return [...pending].map((request) => request.url()).filter((url) => !running.has(url))
  }
  do {
    await expect.poll(awaited).toEqual([])
    await standStill(page)
  } while (awaited().length > 0)
}
