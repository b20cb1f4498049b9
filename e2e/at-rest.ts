import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visit } from './browser.ts'

/** Until the page shows what it was given, and nothing in it moves or fades any more. */
export async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    /** The page's next picture, also where its clock stands: an observer tells with it, whatever the time is. */
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
      // In the first what was heard is taken in, in the second what follows from it.
      await picture()
      await picture()
    } while (moving().some(({ playState }) => playState === 'running'))
  })
}

/** Until everything that the page has asked for is there, and shown. */
export async function settle({ page, pending }: Pick<Visit, 'page' | 'pending'>): Promise<void> {
  const awaited = () => {
    // That the program of a worker has come is not always told: it runs.
    const running = new Set(page.workers().map((worker) => worker.url()))
    return [...pending].map((request) => request.url()).filter((url) => !running.has(url))
  }
  do {
    await expect.poll(awaited).toEqual([])
    await standStill(page)
  } while (awaited().length > 0)
}
