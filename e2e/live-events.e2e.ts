import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventsLimits } from '#contract/events/events-limits.ts'
import { events } from '#contract/events/events.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { becomeCustomer } from './customers.ts'
import { enableTracking, recordedRides, report } from './recorded-rides.ts'
import { letTimePassUntil, stopTime } from './page-time.ts'
import { shareStories } from './stories.ts'
import { chosenDevice, openTab } from './tracking-screen.ts'
import { send } from '#server/testing/client.ts'
import { openLiveStream } from '#server/testing/load/live-stream.ts'

/* What the server announces is shown without a click, long before the next regular request. */

const stories = shareStories('customers')

test('after hours of sleep the last position shows its real age, before the next regular request', async () => {
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
  const last = page.getByRole('status').filter({ hasText: /^Letzte Position (jetzt|vor)/ })
  await last.waitFor()
  await expect.poll(() => last.innerText()).not.toContain('keine aktuelle Position')
  // Less time passes than until the next regular request, however slow the machine is.
  await stopTime(page)
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 8 * hourMs)
  await page.clock.runFor(2_000)
  await letTimePassUntil(page, page.getByText(/^Letzte Position vor 8 Stunden .*Das ist keine aktuelle Position/), 1)
})

/** Switches tracking off, and on again, as from another browser of the same customer. */
async function switchOffElsewhere(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('wegwarte.token') ?? '')
  const { url } = stories.product
  const deviceId = await chosenDevice(page)
  const trackingMode = 'MOVEMENT'
  await send(url, 'POST', '/api/tracking/disable', { token, body: { deviceId } })
  await page.getByRole('button', { name: 'Tracking aktivieren' }).waitFor()
  await send(url, 'POST', '/api/tracking/enable', { token, body: { deviceId, trackingMode } })
  await page.getByRole('button', { name: 'Tracking deaktivieren' }).waitFor()
}

test('a new position appears in the shown history, and the sign of life and the POIs are refreshed', async () => {
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
  await openTab(page, 'Fahrten')
  await page.getByRole('button', { name: 'Letzte 24 h' }).click()
  await page.getByText(/^1 Position/).waitFor()
  await reportAgo(0)
  await page.getByText(/^2 Positionen/).waitFor()

  const mobileCameras = (count: number) => page.locator('label', { hasText: new RegExp(`^Mobile Blitzer${count}$`) })
  await page.goto('/pois')
  await mobileCameras(0).waitFor()
  const token = await page.evaluate(() => localStorage.getItem('wegwarte.token'))
  const camera = { poiType: 'MobileSpeedCamera', latitude: 49, longitude: 8.4, consentVersion: 1 }
  const reported = await send(product.url, 'POST', '/api/poi', { token: token ?? '', body: camera })
  expect(reported.status).toBe(201)
  await mobileCameras(1).waitFor()
  expect(complaints).toEqual([])
})

test('a page whose place newer ones of the same user have taken asks for one again when a key is pressed', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const { page } = await stories.enter(customer, '/dashboard')
  const token = (await page.evaluate(() => localStorage.getItem('wegwarte.token'))) ?? ''
  const isStream = (request: Request) => new URL(request.url()).pathname === events.stream.path
  // Its place can be taken once it has one.
  const open = page.waitForResponse((response) => isStream(response.request()))
  await page.reload()
  await open
  await page.getByRole('heading', { level: 1 }).waitFor()
  const ended = Promise.race([
    page.waitForEvent('requestfinished', { predicate: isStream }),
    page.waitForEvent('requestfailed', { predicate: isStream }),
  ])
  const newer = []
  for (let count = 0; count <= eventsLimits.streamsPerUser; count += 1) {
    newer.push(await openLiveStream(product.url, token))
  }
  await ended
  const again = page.waitForRequest(isStream)
  await page.keyboard.press('Shift')
  await again
  for (const stream of newer) await stream.close()
})
