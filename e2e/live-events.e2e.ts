import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { becomeCustomer } from './customers.ts'
import { enableTracking, recordedRides, report } from './recorded-rides.ts'
import { shareStories } from './stories.ts'
import { send } from '#server/testing/client.ts'

/* What the server tells of is shown without a click, long before the next round of asking. */

const stories = shareStories('customers')

test('after a sleep of hours the last position looks as old as it is, before the next round of asking', async () => {
  const customer = await becomeCustomer(stories.product)
  await enableTracking(stories.product, customer)
  const now = stories.product.clock.now()
  await report(
    stories.product,
    customer.imei,
    recordedRides(now)
      .slice(-1)
      .map((fix) => ({ ...fix, recordedAt: now.toISOString() })),
  )
  const { page } = await stories.enter(customer, '/tracking', { fakeClock: true })
  const last = page.getByRole('status').filter({ hasText: /^Letzte Position vor/ })
  await last.waitFor()
  expect(await last.innerText()).not.toContain('keine aktuelle Position')
  // The machine's own time, whatever hour the product has.
  await page.clock.setSystemTime(Date.now() + 8 * 3_600_000)
  await page.clock.runFor(2_000)
  await page.getByText(/^Letzte Position vor 8 Stunden .*Das ist keine aktuelle Position/).waitFor({ timeout: 5_000 })
})

/** On another device of the same customer, and on again. */
async function switchOffElsewhere(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('wegwarte.token') ?? '')
  const { url } = stories.product
  const deviceId = await page.getByLabel('Gerät auswählen').inputValue()
  const trackingMode = 'MOVEMENT'
  await send(url, 'POST', '/api/tracking/disable', { token, body: { deviceId } })
  await page.getByRole('button', { name: 'Tracking aktivieren' }).waitFor()
  await send(url, 'POST', '/api/tracking/enable', { token, body: { deviceId, trackingMode } })
  await page.getByRole('button', { name: 'Tracking deaktivieren' }).waitFor()
}

test('a position that arrives stands in the shown history, the sign of life is renewed, and so are the POIs', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const { page, complaints } = await stories.enter(customer, '/tracking')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByText('Noch nie gemeldet').waitFor()
  await page.getByRole('radio', { name: /^Bewegungsprofil/ }).click()
  await page.getByRole('checkbox', { name: /Ich willige ein/ }).click()
  await page.getByText(/Einwilligung erteilt am/).waitFor()
  await page.getByRole('button', { name: 'Tracking aktivieren' }).click()
  await page.getByText('Tracking ist aktiv').waitFor()
  await switchOffElsewhere(page)

  const reportAgo = async (secondsAgo: number) => {
    const timestamp = String(Math.floor(product.clock.now().getTime() / 1000) - secondsAgo)
    const place = { id: customer.imei, lat: '49.0069', lon: '8.4037', timestamp }
    await fetch(`http://127.0.0.1:${product.trackerPort}/?${new URLSearchParams(place).toString()}`)
  }
  await reportAgo(120)
  await page.getByText(/Zuletzt gemeldet/).waitFor()
  await page.getByRole('button', { name: 'Verlauf anzeigen' }).click()
  await page.getByText(/^1 Position/).waitFor()
  await reportAgo(0)
  await page.getByText(/^2 Positionen/).waitFor({ timeout: 8_000 })

  const mobileCameras = (count: number) => page.locator('label', { hasText: new RegExp(`^Mobile Blitzer${count}$`) })
  await page.goto('/pois')
  await mobileCameras(0).waitFor()
  const token = await page.evaluate(() => localStorage.getItem('wegwarte.token'))
  const camera = { poiType: 'MobileSpeedCamera', latitude: 49, longitude: 8.4 }
  const reported = await send(product.url, 'POST', '/api/poi', { token: token ?? '', body: camera })
  expect(reported.status).toBe(201)
  await mobileCameras(1).waitFor({ timeout: 15_000 })
  expect(complaints).toEqual([])
})
