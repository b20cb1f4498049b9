import type { Locator, Page } from 'playwright-core'

/** How many words a screen shows as it is opened, also below the fold: what is folded away is not shown. */
export async function shownWords(page: Page): Promise<number> {
  return wordsIn(page.getByRole('main'))
}

/** How many words stand in a part of it. */
export async function wordsIn(part: Locator): Promise<number> {
  const text = await part.innerText()
  return text.split(/\s+/).filter((word) => /[\p{Letter}\p{Number}]/u.test(word)).length
}
