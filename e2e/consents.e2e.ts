import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPicture, widths } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { enableTracking } from './recorded-rides.ts'
import { shareStories } from './stories.ts'

/* What somebody consented to, word for word, and how it is taken back. */

const stories = shareStories({ CLOCK: '2026-11-22T14:03:00+01:00' })

test('consents are shown with their texts and history, withdrawn by purpose, and proven by a file', async () => {
  const [width] = widths
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  const { page } = await stories.enter(customer, '/profile/data', { width })
  const card = page.getByRole('region', { name: 'Einwilligungen' })
  await card
    .getByText(/^am 22\. November 2026 um 14:\d\d Uhr erteilt, Fassung 2$/)
    .first()
    .waitFor()
  await card.getByLabel('Text lesen: Bewegungsprofil, Fassung 2').first().click()
  await card
    .getByText(/^Ich willige ein, dass .* wo ich wohne, arbeite/)
    .first()
    .waitFor()
  await card.getByText('Alles, was Sie erklärt haben').click()
  await card.getByRole('region', { name: 'Verlauf' }).getByText('Diebstahlalarm').first().waitFor()
  await keepPicture(page, `consents-${width.name}`)
  expect(await faultsEverywhere(page, 'the consents')).toEqual([])
  await page.setViewportSize(width)

  const withdraw = card.getByRole('button', { name: /^Bewegungsprofil für .* widerrufen$/ })
  const lookOf = (button: Locator) =>
    button.evaluate((element) => {
      const { color, backgroundColor, borderColor } = getComputedStyle(element)
      return { color, backgroundColor, borderColor }
    })
  await page.emulateMedia({ colorScheme: 'light' })
  // What takes something away is marked, and the same wherever it stands.
  const marked = { color: 'rgb(143, 29, 22)', backgroundColor: 'rgba(0, 0, 0, 0)', borderColor: 'rgb(143, 29, 22)' }
  await expect.poll(() => lookOf(withdraw)).toEqual(marked)
  await expect.poll(() => lookOf(page.getByRole('button', { name: 'Löschung verlangen' }))).toEqual(marked)
  await withdraw.click()
  const question = page.getByRole('dialog', { name: 'Einwilligung „Bewegungsprofil“ widerrufen?' })
  await keepPicture(page, `consents-withdrawal-${width.name}`)
  await question.getByRole('button', { name: 'Widerrufen', exact: true }).click()
  await page.getByText('Ihre Einwilligung ist widerrufen.').waitFor()
  await card
    .getByText(/^am 22\. November 2026 um 14:\d\d Uhr widerrufen, Fassung 2$/)
    .first()
    .waitFor()
  await card.getByRole('button', { name: /^Diebstahlalarm für .* widerrufen$/ }).waitFor()

  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Nachweis herunterladen' }).click()
  expect((await download).suggestedFilename()).toBe('einwilligungen_2026-11-22.json')

  await page.goto('/tracking?tab=settings')
  await page.getByText('Einwilligung erteilt am: 22.11.2026').waitFor()
  await page.getByRole('radio', { name: /^Diebstahl-Tracking(?! \+)/, checked: true }).waitFor()
  for (const name of ['Einwilligung widerrufen und Tracking beenden', 'Gespeicherte Positionen löschen']) {
    await expect.poll(() => lookOf(page.getByRole('button', { name }))).toEqual(marked)
  }
  await keepPicture(page, `consent-panel-${width.name}`)
  await page.getByRole('link', { name: 'Verlauf Ihrer Einwilligungen' }).click()
  await card.waitFor()
})
