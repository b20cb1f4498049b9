import type { Dialog, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { trackingPurposes } from '#contract/consents/consents.ts'
import { devices } from '#contract/devices/devices.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { widths } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsOf } from './faults.ts'
import { enableTracking, recordedRides, report } from './recorded-rides.ts'
import { shareStories } from './stories.ts'
import { zoomsAsked } from './tile-server.ts'
import { chooseDevice, chosenDevice, openTab, unfold } from './tracking-screen.ts'

/* What the tracking screen says and remembers (specification, sections 2, 4, 8 and 9), in the demo world. */

const stories = shareStories('demo')
const devicesReply = z.object({ data: z.array(z.object({ id: z.string() })) })
const failure = (route: Route) => route.fulfill({ status: 418, body: '' })

async function openTracking(): Promise<Page> {
  const { page } = await stories.enterDemo({ width: widths[1], at: '/tracking' })
  await page.getByRole('radiogroup', { name: 'Gerät auswählen' }).waitFor()
  return page
}

/** Accepts the browser's own alert, and returns its text. */
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
  await chooseDevice(page, 1)
  const device = await chosenDevice(page)
  await page.reload()
  await expect.poll(() => chosenDevice(page)).toBe(device)
  await page.goto('/tracking')
  await expect.poll(() => chosenDevice(page)).toBe(device)
  await chooseDevice(page, 0)
  await expect.poll(() => chosenDevice(page)).not.toBe(device)
  await page.goBack()
  await expect.poll(() => chosenDevice(page)).toBe(device)
})

test('going back leads to the tab and the device before, and from the first leaves the screen', async () => {
  const { page } = await stories.enterDemo()
  await page.getByRole('link', { name: /Positionstracking/ }).click()
  const tab = (name: string) => page.getByRole('tab', { name, selected: true })
  await tab('Jetzt').waitFor()
  const first = await chosenDevice(page)
  await page.getByRole('radio', { checked: false }).first().click()
  await expect.poll(() => chosenDevice(page)).not.toBe(first)
  await openTab(page, 'Alarm')
  await page.reload()
  await tab('Alarm').waitFor()
  await page.keyboard.press('Tab')
  await tab('Alarm').focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('tabpanel', { name: 'Fahrten' }).waitFor()

  await page.goBack()
  await tab('Alarm').waitFor()
  await page.goBack()
  await tab('Alarm').waitFor({ state: 'detached' })
  await page.goBack()
  await expect.poll(() => chosenDevice(page)).toBe(first)
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/dashboard')
})

test('of devices of which none was chosen yet, the first of the owner’s own order is shown', async () => {
  const { page } = await stories.enterDemo({ at: null })
  const answered = Promise.withResolvers<unknown>()
  await page.route(`**${devices.list.path}`, async (route) => {
    const response = await route.fetch()
    answered.resolve(await response.json())
    await route.fulfill({ response })
  })
  await page.goto('/tracking')
  const { data } = devicesReply.parse(await answered.promise)
  await expect.poll(() => chosenDevice(page)).toBe(data[0]?.id)
})

test('tracking is switched on once, however often it is clicked; once it is off again, the map and its positions are gone', async () => {
  const page = await openOwnRides()
  const map = page.getByRole('region', { name: 'Karte des Positionsverlaufs' })
  await map.waitFor()
  await openTab(page, 'Einstellungen')
  const disable = page.getByRole('button', { name: 'Tracking deaktivieren' })
  expect(await alertAfter(page, () => disable.click())).toBe('Tracking wurde erfolgreich deaktiviert')
  await page.goBack()
  await page.getByRole('tab', { name: 'Fahrten', selected: true }).waitFor()
  await map.waitFor({ state: 'detached' })
  await openTab(page, 'Einstellungen')

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
  })
  const enable = page.getByRole('button', { name: 'Tracking aktivieren' })
  const clickTwice = () =>
    enable.evaluate((button) => {
      for (let click = 0; click < 2; click += 1) if (button instanceof HTMLElement) button.click()
    })
  expect(await alertAfter(page, clickTwice)).toBe('Tracking wurde erfolgreich aktiviert')
  await disable.waitFor()
  expect(asked).toEqual(['/api/tracking/enable'])
})

/** Answers with these settings for every device, in place of the server. */
/** Counts, from now on, how many maps of this name the page tells at once to those who do not see it. */
function watchMaps(label: string): { atOnce: number } {
  const most = { atOnce: 0 }
  const look = () => {
    const named = [
      ...document.querySelectorAll(`section[aria-label="${label}"], [role="region"][aria-label="${label}"]`),
    ]
    const told = named.filter((map) => map.closest('[inert], [aria-hidden="true"]') === null)
    most.atOnce = Math.max(most.atOnce, told.length)
  }
  look()
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  return most
}

function answerSettings(page: Page, settings: { consentTimestamp: string | null; licenceEndedAt: string | null }) {
  const { consentTimestamp, licenceEndedAt } = settings
  const state = { trackingMode: 'THEFT', consentGiven: true, consentTimestamp }
  const consents = trackingPurposes.map((purpose) => ({ purpose, state: 'given', at: consentTimestamp, version: 2 }))
  const data = { trackingEnabled: false, licenceEndedAt, settings: state, consents, renewConsentBy: null }
  return page.route('**/api/tracking/settings/*', (route) => route.fulfill({ json: { success: true, data } }))
}

test('a consent without a date is shown with an unknown date', async () => {
  const page = await openTracking()
  await answerSettings(page, { consentTimestamp: null, licenceEndedAt: null })
  await page.reload()
  await page.getByText('Einwilligung erteilt am: unbekannt').waitFor()
})

test('if tracking ended with a licence, the screen says so, and that another licence does not start it again', async () => {
  const page = await openTracking()
  await answerSettings(page, { consentTimestamp: null, licenceEndedAt: '2026-11-20T08:00:00Z' })
  await page.reload()
  await page
    .getByText(/^Das Tracking ist seit .*20\.11\.2026, 09:00.* beendet, .* Bitte aktivieren Sie es wieder\.$/)
    .waitFor()
})

describe('an alert reports a failure of', () => {
  test('the list of devices', async () => {
    const { page } = await stories.enterDemo({ at: null })
    await page.route('**/api/devices', failure)
    expect(await alertAfter(page, () => page.goto('/tracking'))).toBe('Fehler beim Laden der Geräte')
    await page.getByRole('button', { name: /erneut|noch einmal/i }).waitFor()
  })

  test('the history, the file, a file without positions, and an ended session', async () => {
    const page = await openTracking()
    await openTab(page, 'Fahrten')
    await page.getByRole('button', { name: 'Letzte 24 h' }).click()
    await page.getByRole('button', { name: /^Position 1, / }).waitFor()
    await page.route('**/api/tracking/history/**', failure)
    await unfold(page, 'Zeitraum selbst wählen')
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

  test('saving a consent, which goes back to its old state', async () => {
    const page = await openTracking()
    // Of a device that is recorded the consent is locked.
    const chip = page.getByRole('radio', { name: /Familienauto/ })
    await chip.click()
    await chip.and(page.locator(':checked')).waitFor()
    await openTab(page, 'Einstellungen')
    const consent = page.getByRole('checkbox', { name: /Ich willige ein/ })
    await page.getByText(/^Tracking ist (aktiv|ausgeschaltet)$/).waitFor()
    const before = await consent.isChecked()
    await page.route('**/api/tracking/consent', failure)
    expect(await alertAfter(page, () => consent.click())).toBe('Fehler beim Speichern der Einwilligung')
    // The alert holds the page up: it shows the old state once the alert is closed.
    await expect.poll(() => consent.isChecked()).toBe(before)
  })
})

test('where the vehicle is, is a picture that follows the first finger, and is the map once that is lifted', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  await report(product, customer.imei, recordedRides(product.clock.now()).slice(-1))
  const { page, complaints } = await stories.enter(customer, '/tracking')
  const sign = page.getByRole('img', { name: /^Letzte Position: / })
  await sign.waitFor()
  const canvas = page.locator('.maplibregl-canvas')
  const placeOf = async () => {
    const { x, y } = (await sign.boundingBox()) ?? { x: NaN, y: NaN }
    return { x: Math.round(x), y: Math.round(y) }
  }
  const mostMaps = await page.evaluateHandle(watchMaps, 'Karte mit der letzten Position')
  const before = await placeOf()
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  const finger = { x: before.x - 60, y: before.y + 60 }
  await touch('touchStart', finger)
  await touch('touchMove', { x: finger.x + 20, y: finger.y + 20 })
  await touch('touchMove', { x: finger.x + 80, y: finger.y + 50 })
  await expect.poll(placeOf).toEqual({ x: before.x + 80, y: before.y + 50 })
  await expect.poll(() => canvas.count()).toBe(0)

  await touch('touchEnd')
  await canvas.waitFor()
  // The picture has been replaced by the map, where everything stands at the same place.
  await canvas
    .locator('xpath=..')
    .getByRole('img', { name: /^Letzte Position: / })
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Vergrößern' }).count()).toBe(1)
  await expect
    .poll(async () => {
      const { x, y } = await placeOf()
      return Math.hypot(x - before.x - 80, y - before.y - 50)
    })
    .toBeLessThan(2)
  // At no moment two of them, for those who do not see them.
  await expect.poll(() => mostMaps.evaluate((most) => most.atOnce)).toBe(1)

  // Without a pointer, the focus is where it was.
  await page.reload()
  await page.getByRole('button', { name: 'Verkleinern' }).focus()
  await page
    .locator('.maplibregl-map')
    .getByRole('button', { name: 'Verkleinern' })
    .and(page.locator(':focus'))
    .waitFor()
  expect(complaints).toEqual([])
})

test('in the hour that comes twice a range is asked for with the one that was chosen, and the address keeps it', async () => {
  const { page, complaints } = await stories.enterDemo({ width: widths[1], at: '/tracking?tab=rides' })
  await unfold(page, 'Zeitraum selbst wählen')
  await page.getByLabel('Von', { exact: true }).fill('2026-10-25T02:00')
  await page.getByLabel('Bis', { exact: true }).fill('2026-10-25T02:30')
  const which = page.getByLabel('Bis: welche der beiden Zeiten?')
  // An end is the later one, until its user chooses.
  await expect.poll(() => which.inputValue()).toBe('2026-10-25T01:30:00.000Z')
  await page.getByLabel('Von: welche der beiden Zeiten?').selectOption('02:00 Uhr (Winterzeit)')
  expect(await faultsOf(page, 'a range in the hour that comes twice', 'light')).toEqual([])
  const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.has('start'))
  await page.getByRole('button', { name: 'Verlauf anzeigen' }).click()
  const { searchParams } = new URL((await asked).url())
  expect([searchParams.get('start'), searchParams.get('end')]).toEqual([
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ])
  await page.waitForURL((url) => url.searchParams.get('from') === '2026-10-25T02:00+01:00')
  await page.getByLabel('Bis', { exact: true }).fill('2026-03-29T02:30')
  await page.getByText(/^Diese Uhrzeit gibt es an dem Tag nicht/).waitFor()
  expect(complaints).toEqual([])
})

test('the map of the history begins at zoom 13 and then shows the whole track', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: null })
  const zooms = zoomsAsked(page, stories.tileOrigin, '/tracking')
  await page.goto('/tracking?tab=rides&range=last24Hours')
  await page.getByRole('region', { name: 'Karte des Positionsverlaufs' }).waitFor()
  await page.getByRole('button', { name: /^Position 1, / }).waitFor()
  await expect.poll(() => new Set(zooms).size).toBeGreaterThan(1)
  expect(zooms[0]).toBe(13)
})

test('a track is downloaded in another format, and deleted for good with a receipt', async () => {
  // The positions of the demo's devices have to stay for other visitors.
  const page = await openOwnRides()
  const found = stored(page)
  const [count = ''] = (await found.innerText()).match(/^[\d.]+ Position\w*/) ?? []

  await unfold(page, 'Andere Formate, ohne Privatzonen')
  await page.getByLabel('Dateiformat').selectOption('CSV')
  const download = page.waitForEvent('download')
  const saved = await alertAfter(page, () => page.getByRole('button', { name: 'CSV herunterladen' }).click())
  expect(saved).toBe('CSV-Datei wurde erfolgreich heruntergeladen')
  expect((await download).suggestedFilename()).toMatch(/^device_[\w-]+_\d{4}-\d\d-\d\d\.csv$/)

  const dialog = page.getByRole('dialog', { name: /^Positionen von „.+“ löschen\?$/ })
  const erase = () => dialog.getByRole('button', { name: 'Positionen löschen' }).click()
  await openTab(page, 'Einstellungen')
  await page.getByRole('button', { name: 'Gespeicherte Positionen löschen' }).click()
  await dialog.getByLabel('Nur die Positionen eines Zeitraums').check()
  expect(await faultsOf(page, 'the range to delete', 'light', 'dialog')).toEqual([])
  await dialog.getByLabel('Bis').fill('2020-01-01T00:00')
  await erase()
  await dialog.getByText('Das Ende muss nach dem Beginn liegen.').waitFor()
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()

  await page.getByRole('button', { name: 'Gespeicherte Positionen löschen' }).click()
  await dialog.getByLabel('Nur die Positionen eines Zeitraums').check()
  expect(await alertAfter(page, erase)).toContain(count.split(' ')[0])
  const receipt = page.getByRole('status').filter({ hasText: 'Bestätigung der Löschung' })
  await expect.poll(() => receipt.innerText()).toContain(`${count}, gelöscht am `)
  await expect.poll(() => receipt.innerText()).toMatch(/Aufgezeichnet von [\d.]+, [\d:]+ bis [\d.]+, [\d:]+/)
  await openTab(page, 'Fahrten')
  await found.waitFor({ state: 'detached' })
  await page.getByText('Keine Position in den letzten 14 Tagen.').waitFor()

  await unfold(page, 'Andere Formate, ohne Privatzonen')
  await page.getByLabel('Dateiformat').selectOption('CSV')
  const nothing = await alertAfter(page, () => page.getByRole('button', { name: 'CSV herunterladen' }).click())
  expect(nothing).toBe('Keine Daten im gewählten Zeitraum vorhanden')
})

test('where the vehicles’ states come late, the devices to choose from stand in their order from the start', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: null })
  const asked = Promise.withResolvers<Route>()
  await page.route(`**${vehicles.states.path}`, (route) => asked.resolve(route))
  await page.goto('/tracking')
  await page.getByRole('tab', { name: 'Jetzt', selected: true }).waitFor()
  const chips = page.getByRole('radiogroup', { name: 'Gerät auswählen' }).getByRole('radio')
  const late = await asked.promise
  await expect.poll(() => chips.count()).toBe(0)
  await late.continue()
  await chips.first().waitFor()
  // As the first picture shows them: the stolen one, the one that moves, and the others.
  const tones = await page.getByRole('radiogroup').locator('label').allInnerTexts()
  expect(tones.map((words) => words.split(':')[0])).toEqual([
    'Gestohlen',
    'Alarm pausiert',
    'Alarm scharf',
    'Alarm aus',
  ])
})

test('a question asked about one device is not answered for another', async () => {
  const page = await openTracking()
  const question = page.getByRole('dialog', { name: /^Positionen von „.+“ löschen\?$/ })
  const title = () => question.getByRole('heading').innerText()
  const ask = page.getByRole('button', { name: 'Gespeicherte Positionen löschen' })
  await chooseDevice(page, 0)
  await openTab(page, 'Einstellungen')
  await ask.click()
  const ofTheFirst = await title()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await question.waitFor({ state: 'detached' })

  const before = await chosenDevice(page)
  await chooseDevice(page, 1)
  await expect.poll(() => chosenDevice(page)).not.toBe(before)
  await ask.click()
  await expect.poll(() => title()).not.toBe(ofTheFirst)
  await page.goBack()
  await question.waitFor({ state: 'detached' })
})

test('a box that was ticked in a cancelled withdrawal is not ticked the next time', async () => {
  const page = await openTracking()
  await openTab(page, 'Einstellungen')
  const withdraw = page.getByRole('button', { name: 'Einwilligung widerrufen und Tracking beenden' })
  const deleteToo = page.getByRole('checkbox', { name: /^Auch alle bisher gespeicherten Positionen/ })
  await withdraw.click()
  await deleteToo.check()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await deleteToo.waitFor({ state: 'detached' })
  await withdraw.click()
  await expect.poll(() => deleteToo.isChecked()).toBe(false)
})

/** How many positions of the chosen days are stored. */
const stored = (page: Page) => page.getByRole('status').filter({ hasText: 'Die älteste davon wird am' })

/** The tracking screen of a customer with rides in the last seven days, which are chosen. */
async function openOwnRides(): Promise<Page> {
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  const rides = recordedRides(product.clock.now())
  await report(product, customer.imei, rides)
  const { page } = await stories.enter(customer, '/tracking?tab=rides', { width: widths[1] })
  const sevenDays = page.getByRole('button', { name: '7 Tage' })
  const before = await sevenDays.boundingBox()
  await page.getByRole('link', { name: 'Auf der Karte zeigen' }).waitFor()
  await expect.poll(() => sevenDays.boundingBox()).toEqual(before)
  await sevenDays.click()
  // Until then those of today stand there, which at night are fewer.
  await stored(page)
    .filter({ hasText: `${rides.length} Positionen` })
    .waitFor()
  return page
}
