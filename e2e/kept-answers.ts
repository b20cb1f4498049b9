import type { Page } from 'playwright-core'
import { secondMs } from '#contract/base/time-units.ts'
import { letTimePassWhile } from './page-time.ts'

/** What is shown is kept a moment later: a page that is left at once may lose it. */
export async function untilAnswerKept(page: Page, address: string): Promise<void> {
  await letTimePassWhile(page, async () => !(await keptText(page)).includes(`${address} `), secondMs)
}

/** Everything that the browser keeps in IndexedDB, as text. */
export function keptText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const isThere = (await indexedDB.databases()).some(({ name }) => name === 'wegwarte.kept')
    if (!isThere) return ''
    const opening = indexedDB.open('wegwarte.kept')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('kept').objectStore('kept').getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    return JSON.stringify(reading.result)
  })
}
