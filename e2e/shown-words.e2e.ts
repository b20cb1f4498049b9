import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPicture } from './browser.ts'
import { becomeCustomer, sell, tokenOf } from './customers.ts'
import { shownWords, wordsIn } from './shown-words.ts'
import { shareStories } from './stories.ts'
import { send } from '#server/testing/client.ts'

/* How many words stand between a rider and the answer (decision 56). */

const stories = shareStories({ DEMO: '1' })
const budgets = {
  dashboard: 150,
  devices: (vehicles: number) => 40 + 25 * vehicles,
  now: 60,
  rides: 150,
  ride: 60,
  theft: 100,
}

async function countVehicles(page: Page): Promise<number> {
  const cards = page.getByRole('article')
  await cards.first().waitFor()
  return cards.count()
}

async function expectAtMost(page: Page, words: number): Promise<void> {
  await expect.poll(() => shownWords(page)).toBeLessThanOrEqual(words)
}

test('the demo’s dashboard and devices say it in few words', async () => {
  const { page } = await stories.enterDemo()
  await page.getByRole('article').first().waitFor()
  await page.getByRole('navigation', { name: 'Weitere Fahrzeuge' }).waitFor()
  await expectAtMost(page, budgets.dashboard)
  await keepPicture(page, 'words-demo-dashboard')
  await page.goto('/devicesandlicenses')
  // What is known of the vehicles comes after the devices.
  await page
    .getByRole('article')
    .getByText(/Alarm scharf$/)
    .waitFor()
  await expectAtMost(page, budgets.devices(await countVehicles(page)))
  await keepPicture(page, 'words-demo-devices')
})

test('so do where the demo’s vehicle is now, its rides, one of them, and the case of the stolen one', async () => {
  const { page } = await stories.enterDemo({ at: '/tracking' })
  const chips = page.getByRole('radiogroup', { name: 'Gerät auswählen' })
  await chips.getByRole('radio', { name: /^Alarm scharf/ }).click()
  await page.getByRole('button', { name: 'Ich fahre' }).waitFor()
  await page.getByText(/^Zuletzt gemeldet/).waitFor()
  // Which of one's vehicles is shown has as many words as their names.
  await expect.poll(async () => (await shownWords(page)) - (await wordsIn(chips))).toBeLessThanOrEqual(budgets.now)

  await page.getByRole('tab', { name: 'Fahrten' }).click()
  const ride = page.getByRole('link', { name: /→/ }).first()
  await ride.waitFor()
  await expectAtMost(page, budgets.rides)
  await ride.click()
  await page.getByRole('button', { name: 'Teilen' }).waitFor()
  await expectAtMost(page, budgets.ride)

  await page.goto('/tracking')
  await chips.getByRole('radio', { name: /^Gestohlen/ }).click()
  await page.getByRole('link', { name: 'Link für die Polizei' }).click()
  await page.getByRole('heading', { name: 'Diebstahl', exact: true }).waitFor()
  await page.getByText('Positionen sichern (GPX)').waitFor()
  await expectAtMost(page, budgets.theft)
})

test('so do those of a customer with three vehicles, of which only one has a licence', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const token = await tokenOf(product, customer)
  const more = [1, 2].map((step) => String(Number(customer.imei) + step))
  await sell(product, more)
  for (const imei of more) {
    expect((await send(product.url, 'POST', '/api/devices/register-imei', { token, body: { imei } })).status).toBe(201)
  }
  const { page } = await stories.enter(customer, '/dashboard')
  await page.getByRole('article').first().waitFor()
  await page.getByRole('navigation', { name: 'Weitere Fahrzeuge' }).getByRole('listitem').nth(1).waitFor()
  await expectAtMost(page, budgets.dashboard)
  await keepPicture(page, 'words-three-dashboard')
  await page.goto('/devicesandlicenses')
  await expectAtMost(page, budgets.devices(await countVehicles(page)))
  await keepPicture(page, 'words-three-devices')
})
