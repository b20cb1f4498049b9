import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Leaves the map of POIs with nothing on it, although some of the boxes may come later than others. */
export async function leaveOutEveryCategory(page: Page): Promise<void> {
  const chosen = page.getByRole('checkbox', { checked: true })
  const nothing = page.getByText('Alle Kategorien sind ausgeblendet.')
  await expect
    .poll(async () => {
      if ((await chosen.count()) > 0) await chosen.first().click()
      return nothing.isVisible()
    })
    .toBe(true)
}
