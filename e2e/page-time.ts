import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { secondMs } from '#contract/base/time-units.ts'

/* The time of a page with a fake clock (`fakeClock`), which else passes as on the machine. */

/** Between asking the page for its time and stopping it there, some passes. */
const untilStoppedMs = 10_000
/** Long enough that waiting takes few steps, and short beside the times that stories are about. */
const stepMs = 100

/**
 * From here on the page's time passes only when the story lets it, however slow the machine is. Called before the act whose
 * time matters: the clock first jumps ahead a little.
 */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + untilStoppedMs)
}

/** Lets seconds pass one by one, so that a timer that is set again every second runs every time. */
export async function letSecondsPass(page: Page, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await page.clock.runFor(secondMs)
}

/** Lets time pass until the thing is shown, and at most one step longer. */
export function letTimePassUntil(page: Page, shown: Locator, eachMs = stepMs): Promise<void> {
  return letTimePassWhile(page, async () => !(await shown.isVisible()), eachMs)
}

/** Lets time pass as long as something is so, and at most one step longer. */
export async function letTimePassWhile(page: Page, isSo: () => Promise<boolean>, eachMs = stepMs): Promise<void> {
  await expect
    .poll(async () => {
      if (!(await isSo())) return false
      await page.clock.runFor(eachMs)
      return isSo()
    })
    .toBe(false)
}
