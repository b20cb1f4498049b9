import type { Page } from 'playwright-core'

/** How many words a screen shows as it is opened, also below the fold: what is folded away is not shown. */
export async function shownWords(page: Page): Promise<number> {
  const text = await page.getByRole('main').innerText()
  return text.split(/\s+/).filter((word) => /[\p{Letter}\p{Number}]/u.test(word)).length
}
