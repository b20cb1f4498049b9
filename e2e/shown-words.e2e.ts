import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keepPicture } from './browser.ts'
import { becomeCustomer, sell, tokenOf } from './customers.ts'
import { enableTracking, recordedRides, report } from './recorded-rides.ts'
import { shownWords } from './shown-words.ts'
import { shareStories } from './stories.ts'
import { send } from '#server/testing/client.ts'

/* How many words stand between a rider and the answer (decision 56). */

const stories = shareStories({ DEMO: '1', MAX_DEVICES: '3' })
const budgets = { now: 60, rides: 150, dashboard: 150, devices: (vehicles: number) => 40 + 25 * vehicles }

async function countVehicles(page: Page): Promise<number> {
  const cards = page.getByRole('article')
  await cards.first().waitFor()
  return cards.count()
}

async function expectAtMost(page: Page, words: number): Promise<void> {
  await expect.poll(() => shownWords(page)).toBeLessThanOrEqual(words)
}

/** Where a vehicle is now, and its rides. */
async function expectFewOf(page: Page, device: string, name: string): Promise<void> {
  await page.goto(`/tracking?device=${device}&tab=now`)
  await page
    .getByRole('region', { name: 'Wie es um das Fahrzeug steht' })
    .getByText(/^(Steht|Fährt)/i)
    .first()
    .waitFor()
  await expectAtMost(page, budgets.now)
  await keepPicture(page, `words-${name}-now`)
  await page.goto(`/tracking?device=${device}&tab=rides`)
  await page.getByRole('region', { name: 'Fahrten' }).getByRole('link').first().waitFor()
  await expectAtMost(page, budgets.rides)
  await keepPicture(page, `words-${name}-rides`)
}

test.each(['demo-device-1', 'demo-device-4'])(
  'where %s of the demo is, and its rides, are said in few words',
  async (device) => {
    const { page } = await stories.enterDemo({ at: null })
    await expectFewOf(page, device, device)
  },
)

test('the demo’s dashboard and devices say it in few words', async () => {
  const { page } = await stories.enterDemo()
  await page.getByRole('article').first().waitFor()
  await page.getByRole('navigation', { name: 'Weitere Fahrzeuge' }).waitFor()
  await expectAtMost(page, budgets.dashboard)
  await keepPicture(page, 'words-demo-dashboard')
  await page.goto('/devicesandlicenses')
  await expectAtMost(page, budgets.devices(await countVehicles(page)))
  await keepPicture(page, 'words-demo-devices')
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
  const device = await enableTracking(product, customer)
  await report(product, customer.imei, recordedRides(product.clock.now()))
  await expectFewOf(page, device, 'three')
})
