import type { Dialog, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { widths } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsOf } from './faults.ts'
import { enableTracking, recordedRides, report } from './recorded-rides.ts'
import { shareStories } from './stories.ts'
import { zoomsAsked } from './tile-server.ts'

/* What the tracking screen says and remembers (specification, sections 2, 4, 8 and 9), in the demo world. */

const stories = shareStories('demo')
const failure = (route: Route) => route.fulfill({ status: 418, body: '' })

async function openTracking(): Promise<Page> {
  const { page } = await stories.enterDemo({ width: widths[1], at: '/tracking' })
  await page.getByLabel('Gerät auswählen').waitFor()
  return page
}

/** The browser's own alert, accepted. */
async function alertAfter(page: Page, act: () => Promise<unknown>): Promise<string> {
  const shown = new Promise<Dialog>((resolve) => page.once('dialog', resolve))
  const acting = act()
  const dialog = await shown
  const message = dialog.message()
  await dialog.accept()
  await acting
  return message
}

test('the chosen device is remembered', async () => {
  const page = await openTracking()
  const chosen = page.getByLabel('Gerät auswählen')
  await chosen.selectOption({ index: 2 })
  const device = await chosen.inputValue()
  await page.reload()
  await expect.poll(() => chosen.inputValue()).toBe(device)
  await page.goto('/tracking')
  await expect.poll(() => chosen.inputValue()).toBe(device)
  await chosen.selectOption({ index: 0 })
  await expect.poll(() => chosen.inputValue()).not.toBe(device)
  await page.goBack()
  await expect.poll(() => chosen.inputValue()).toBe(device)
})

test('going back from the device that was chosen first leads away, not to the same device again', async () => {
  const { page } = await stories.enterDemo()
  await page.getByRole('link', { name: /Positionstracking/ }).click()
  await page.getByLabel('Gerät auswählen').selectOption({ index: 1 })
  await page.waitForURL((url) => url.searchParams.size > 0)
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/dashboard')
})

/** How every device is recorded, whatever the server says. */
function answerSettings(page: Page, settings: { consentTimestamp: string | null; licenceEndedAt: string | null }) {
  const { consentTimestamp, licenceEndedAt } = settings
  const state = { trackingMode: 'THEFT', consentGiven: true, consentTimestamp }
  const data = { trackingEnabled: false, licenceEndedAt, settings: state }
  return page.route('**/api/tracking/settings/*', (route) => route.fulfill({ json: { success: true, data } }))
}

test('a consent without its date is of an unknown one', async () => {
  const page = await openTracking()
  await answerSettings(page, { consentTimestamp: null, licenceEndedAt: null })
  await page.getByLabel('Gerät auswählen').selectOption({ index: 1 })
  await page.getByText('Einwilligung erteilt am: unbekannt').waitFor()
})

test('tracking that has ended with a licence says so, and that another licence does not begin it', async () => {
  const page = await openTracking()
  await answerSettings(page, { consentTimestamp: null, licenceEndedAt: '2026-11-20T08:00:00Z' })
  await page.getByLabel('Gerät auswählen').selectOption({ index: 1 })
  await page
    .getByText(/^Das Tracking ist seit .*20\.11\.2026, 09:00.* beendet, .* Bitte aktivieren Sie es wieder\.$/)
    .waitFor()
})

describe('what fails is told by an alert', () => {
  test('the list of devices', async () => {
    const { page } = await stories.enterDemo()
    await page.route('**/api/devices', failure)
    expect(await alertAfter(page, () => page.goto('/tracking'))).toBe('Fehler beim Laden der Geräte')
    await page.getByRole('button', { name: /erneut|noch einmal/i }).waitFor()
  })

  test('the history, the file, a file without positions, and an ended session', async () => {
    const page = await openTracking()
    await page.getByLabel('Gerät auswählen').selectOption({ index: 1 })
    await page.route('**/api/tracking/history/**', failure)
    const search = page.getByRole('button', { name: 'Verlauf anzeigen' })
    expect(await alertAfter(page, () => search.click())).toBe('Fehler beim Laden des Positionsverlaufs')
    await page.unroute('**/api/tracking/history/**')
    await search.click()
    const download = page.getByRole('button', { name: 'GPX herunterladen' })
    for (const [answer, message] of [
      [{ status: 418, body: '' }, 'Fehler beim Download der GPX-Datei'],
      [{ status: 204 }, 'Keine Daten im gewählten Zeitraum vorhanden'],
      [{ status: 401, body: '' }, 'Sitzung abgelaufen. Bitte neu anmelden.'],
    ] as const) {
      await page.route('**/api/tracking/export/**', (route) => route.fulfill(answer))
      expect(await alertAfter(page, () => download.click())).toBe(message)
      await page.unroute('**/api/tracking/export/**')
    }
  })

  test('a consent that cannot be saved, which goes back to what it was', async () => {
    const page = await openTracking()
    await page.getByLabel('Gerät auswählen').selectOption({ index: 3 })
    const consent = page.getByRole('checkbox', { name: /Ich willige ein/ })
    await consent.waitFor()
    const before = await consent.isChecked()
    await page.route('**/api/tracking/consent', failure)
    expect(await alertAfter(page, () => consent.click())).toBe('Fehler beim Speichern der Einwilligung')
    expect(await consent.isChecked()).toBe(before)
  })
})

test('the map of the history begins at zoom 13 and then shows the whole track', async () => {
  const page = await openTracking()
  await page.getByLabel('Gerät auswählen').selectOption({ index: 1 })
  const zooms = zoomsAsked(page, stories.tileOrigin)
  await page.getByRole('button', { name: '7 Tage' }).click()
  await page.getByRole('button', { name: 'Verlauf anzeigen' }).click()
  await page.getByRole('region', { name: 'Karte des Positionsverlaufs' }).waitFor()
  await page.getByRole('button', { name: /^Position 1, / }).waitFor()
  await expect.poll(() => new Set(zooms).size).toBeGreaterThan(1)
  expect(zooms[0]).toBe(13)
})

test('a track is taken home in another format, and deleted for good with a receipt', async () => {
  // The positions of the demo's devices are there for the next visitor, too.
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  await report(product, customer.imei, recordedRides(product.clock.now()))
  const { page } = await stories.enter(customer, '/tracking', { width: widths[1] })
  await page.getByRole('button', { name: '7 Tage' }).click()
  await page.getByRole('button', { name: 'Verlauf anzeigen' }).click()
  const found = page.getByRole('status').filter({ hasText: 'Die älteste davon wird am' })
  const [count = ''] = (await found.innerText()).match(/^[\d.]+ Position\w*/) ?? []

  await page.getByLabel('Dateiformat').selectOption('CSV')
  const download = page.waitForEvent('download')
  const saved = await alertAfter(page, () => page.getByRole('button', { name: 'CSV herunterladen' }).click())
  expect(saved).toBe('CSV-Datei wurde erfolgreich heruntergeladen')
  expect((await download).suggestedFilename()).toMatch(/^device_[\w-]+_\d{4}-\d\d-\d\d\.csv$/)

  const dialog = page.getByRole('dialog', { name: /^Positionen von „.+“ löschen\?$/ })
  const erase = () => dialog.getByRole('button', { name: 'Positionen löschen' }).click()
  await page.getByRole('button', { name: 'Gespeicherte Positionen löschen' }).click()
  await dialog.getByLabel('Nur die Positionen eines Zeitraums').check()
  expect(await faultsOf(page, 'the range to delete', 'light', '[role=dialog]')).toEqual([])
  await dialog.getByLabel('Bis').fill('2020-01-01T00:00')
  await erase()
  await dialog.getByText('Das Ende muss nach dem Beginn liegen.').waitFor()
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()

  await page.getByRole('button', { name: 'Gespeicherte Positionen löschen' }).click()
  await dialog.getByLabel('Nur die Positionen eines Zeitraums').check()
  expect(await alertAfter(page, erase)).toContain(count.split(' ')[0])
  const receipt = page.getByRole('status').filter({ hasText: 'Bestätigung der Löschung' })
  expect(await receipt.innerText()).toContain(`${count}, gelöscht am `)
  expect(await receipt.innerText()).toMatch(/Aufgezeichnet von [\d.]+, [\d:]+ bis [\d.]+, [\d:]+/)
  await found.waitFor({ state: 'detached' })
  await page.getByText('Keine Position in den letzten 14 Tagen.').waitFor()

  await page.getByRole('button', { name: 'CSV herunterladen' }).waitFor()
  const nothing = await alertAfter(page, () => page.getByRole('button', { name: 'CSV herunterladen' }).click())
  expect(nothing).toBe('Keine Daten im gewählten Zeitraum vorhanden')
})

test('a question asked about one device is not answered for another', async () => {
  const page = await openTracking()
  const device = page.getByLabel('Gerät auswählen')
  const question = page.getByRole('dialog', { name: /^Positionen von „.+“ löschen\?$/ })
  const title = () => question.getByRole('heading').innerText()
  const ask = page.getByRole('button', { name: 'Gespeicherte Positionen löschen' })
  await device.selectOption({ index: 1 })
  await ask.click()
  const ofTheFirst = await title()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await question.waitFor({ state: 'detached' })

  const before = await device.inputValue()
  await device.selectOption({ index: 1 })
  await expect.poll(() => device.inputValue()).not.toBe(before)
  await ask.click()
  expect(await title()).not.toBe(ofTheFirst)
  await page.goBack()
  await question.waitFor({ state: 'detached' })
})

test('what was ticked when the withdrawal was cancelled is not ticked the next time', async () => {
  const page = await openTracking()
  await page.getByLabel('Gerät auswählen').selectOption({ index: 1 })
  const withdraw = page.getByRole('button', { name: 'Einwilligung widerrufen und Tracking beenden' })
  const deleteToo = page.getByRole('checkbox', { name: /^Auch alle bisher gespeicherten Positionen/ })
  await withdraw.click()
  await deleteToo.check()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await deleteToo.waitFor({ state: 'detached' })
  await withdraw.click()
  expect(await deleteToo.isChecked()).toBe(false)
})
