import type { Locator, Page } from 'playwright-core'

/** The parts of the tracking screen, as they are called on it. */
type TrackingTab = 'Jetzt' | 'Fahrten' | 'Alarm' | 'Einstellungen'

export async function openTab(page: Page, name: TrackingTab): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
}

/** Unfolds what the rides have under a name. */
export async function unfold(page: Page, name: string): Promise<void> {
  await page.locator('summary', { hasText: name }).click()
}

/** Shows one of the devices, counted from 0. */
export async function chooseDevice(page: Page, index: number): Promise<void> {
  // By its id: what becomes of a vehicle meanwhile changes the order.
  const id = await chips(page).nth(index).inputValue()
  const chip = chips(page).and(page.locator(`[value="${id}"]`))
  await chip.click()
  // Showing another device is a navigation: the chip is marked when that is done.
  await chip.and(page.locator(':checked')).waitFor()
}

/** The id of the device that is shown. */
export function chosenDevice(page: Page): Promise<string> {
  return page.getByRole('radiogroup', { name: 'Gerät auswählen' }).locator('input:checked').inputValue()
}

function chips(page: Page): Locator {
  return page.getByRole('radiogroup', { name: 'Gerät auswählen' }).getByRole('radio')
}
