import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alarms } from '#contract/alarms/alarms.ts'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import { devices } from '#contract/devices/devices.ts'
import { type DossierState, dossiers } from '#contract/dossier/dossier.ts'
import { history } from '#contract/history/history.ts'
import { poiReports } from '#contract/poi-reports/poi-reports.ts'
import { routeCheck } from '#contract/route-check/route-check.ts'
import { settings } from '#contract/settings/settings.ts'
import { hourMs, minuteMs, secondMs } from '#contract/base/time-units.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { startOfBerlinDay } from '#domain/time/time.ts'
import * as z from 'zod'
import { keepPictures, newContext, openWindow, sharedBrowser, widths } from './browser.ts'
import { becomeCustomer, becomeKnownCustomer, type Customer, signIn } from './customers.ts'
import { faultsEverywhere } from './faults.ts'
import { startBehindProxy } from './newer-build.ts'
import type { RunningProduct } from './product.ts'
import { enableTracking, recordedRides, report } from './recorded-rides.ts'
import { keptText, untilAnswerKept } from './kept-answers.ts'
import { letTimePassUntil, letTimePassWhile } from './page-time.ts'
import { shareStories } from './stories.ts'
import { send } from '#server/testing/client.ts'

/* Without a network the app starts and shows what this browser knew, with its age, to nobody but who is signed in. */

const stories = shareStories('customers')

test('the rides of the day that was looked at last are seen without a network, with their age', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  const yesterday = Date.parse(startOfBerlinDay(product.clock.now().toISOString(), 1))
  await report(product, customer.imei, recordedRides(new Date(yesterday + 20 * hourMs)))
  const rides = '/tracking?tab=rides'
  const { page, context } = await stories.enter(customer, rides, { serviceWorker: true, fakeClock: true })
  const cards = (of: Page) => of.getByRole('region', { name: 'Fahrten', exact: true }).getByRole('link')
  await cards(page).first().waitFor()
  await untilAnswerKept(page, history.show.path)
  await untilAnswerKept(page, history.days.path)
  await untilKept(page)

  await context.setOffline(true)
  await page.close()
  const started = await context.newPage()
  await started.goto(rides)
  await letTimePassUntil(started, cards(started).first(), secondMs)
  await expect.poll(() => cards(started).count()).toBe(2)
  await started
    .getByRole('tabpanel')
    .getByText(/^Stand: \d\d:\d\d Uhr, /)
    .waitFor()
})

test('a browser started without a network shows what it knew with its age, and forgets it with the sign-out', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  await enableTracking(product, customer)
  const now = product.clock.now()
  const recordedAt = new Date(now.getTime() - 20 * minuteMs).toISOString()
  const last = recordedRides(now).slice(-1)
  await report(
    product,
    customer.imei,
    last.map((fix) => ({ ...fix, recordedAt })),
  )
  const { page, context } = await stories.enter(customer, '/tracking', { serviceWorker: true, fakeClock: true })
  await page.getByText(/^Letzte Position vor 20 Minuten/).waitFor()
  await untilAnswerKept(page, history.latest.path)
  await page.goto('/devicesandlicenses')
  await page
    .getByRole('heading', { level: 3, name: /Wegwarte Spur/ })
    .first()
    .waitFor()
  await page.goto('/route-check')
  await page
    .getByLabel('Datei auswählen')
    .setInputFiles({ name: 'tour.gpx', mimeType: 'application/gpx+xml', buffer: tour })
  await page.getByRole('heading', { name: 'Auf Ihrer Strecke' }).waitFor()
  await untilAnswerKept(page, routeCheck.check.path)
  await page.goto('/devicesandlicenses')
  await untilKept(page)

  const token = await page.evaluate(() => localStorage.getItem('wegwarte.token'))
  const kept = await keptText(page)
  expect(kept).toContain(customer.imei)
  expect(kept).not.toContain(token)

  await context.setOffline(true)
  await page.close()
  const started = await context.newPage()
  await started.goto('/tracking')
  await letTimePassUntil(started, started.getByText('Keine Verbindung.'), secondMs)
  // What was answered within the last second is from now.
  const age = /^Stand: \d\d:\d\d Uhr, (?:jetzt|vor)/
  await started.getByRole('region', { name: 'Verbindung' }).getByText(age).waitFor()
  await started.getByRole('region', { name: 'Wie es um das Fahrzeug steht' }).getByText(age).waitFor()
  // Without a network the page goes by the machine's time: where the product has another, the position is as old as that.
  const isOwnTime = Math.abs(product.clock.now().getTime() - Date.now()) < minuteMs
  if (isOwnTime) await started.getByText(/^Letzte Position vor 2\d Minuten/).waitFor()
  await keepPictures(started, 'offline-tracking')
  expect(await faultsEverywhere(started, 'without a network')).toEqual([])
  await started.goto('/dashboard')
  await started
    .getByRole('article', { name: /Wegwarte Spur/ })
    .getByText(age)
    .waitFor()
  await keepPictures(started, 'offline-dashboard')
  await started.goto('/devicesandlicenses')
  await started
    .getByRole('heading', { level: 3, name: /Wegwarte Spur/ })
    .first()
    .waitFor()

  await started.goto('/route-check')
  await started.getByText('Hausrunde', { exact: true }).waitFor()
  await started.getByRole('button', { name: 'Wieder öffnen' }).click()
  await started.getByRole('heading', { name: 'Auf Ihrer Strecke' }).waitFor()
  await started.getByRole('main').getByText(age).waitFor()
  await started.getByText(/^Blitzer können in dieser Liste fehlen/).waitFor()
  await keepPictures(started, 'offline-route')
  await started.goto('/devicesandlicenses')

  // The server is back: what is shown is current again.
  await context.setOffline(false)
  await started.getByText('Keine Verbindung.').waitFor({ state: 'detached' })
  await context.setOffline(true)

  await started.getByRole('button', { name: 'Menü öffnen' }).click()
  await started.getByRole('button', { name: 'Abmelden' }).click()
  await started.getByRole('heading', { name: 'Anmelden' }).waitFor()
  await expect.poll(() => keptText(started)).toBe('')
  await started.goto('/tracking')
  await started.getByRole('heading', { name: 'Anmelden' }).waitFor()
})

test('what is changed without a network is sent once there is one, after a restart too, and a conflict is told', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const elsewhere = await signedInElsewhere(product, customer)
  const visit = await stories.enter(customer, '/devicesandlicenses', { serviceWorker: true, fakeClock: true })
  const { context } = visit
  await heading(visit.page, /Wegwarte Spur/).waitFor()
  await untilKept(visit.page)
  await visit.page.goto('/poi-configuration')
  await visit.page.getByRole('switch', { name: 'Mobile Blitzer: Warnungen' }).waitFor()
  await visit.page.goto('/devicesandlicenses')
  await heading(visit.page, /Wegwarte Spur/).waitFor()

  await context.setOffline(true)
  await rename(visit.page, 'Kombi')
  const bar = (page: Page) => page.getByRole('region', { name: 'Noch nicht gesendet' })
  await letTimePassUntil(
    visit.page,
    bar(visit.page).getByText('1 Änderung wird gesendet, sobald Netz da ist.'),
    secondMs,
  )
  await visit.page.close()

  const page = await context.newPage()
  await page.goto('/devicesandlicenses')
  await heading(page, 'Kombi').waitFor()
  await letTimePassUntil(page, page.getByRole('article').getByText('Wird gesendet, sobald Netz da ist.'), secondMs)
  await keepPictures(page, 'offline-devices')
  await page.goto('/poi-configuration')
  await letTimePassUntil(page, page.getByText('Keine Verbindung: Sie sehen Ihre letzte Kopie'), secondMs)
  await page.getByRole('switch', { name: 'Mobile Blitzer: Warnungen' }).check({ force: true })
  await page.getByRole('button', { name: 'Speichern' }).click()
  await letTimePassUntil(page, page.getByText('Wird gesendet, sobald Netz da ist.', { exact: true }), secondMs)
  // Away from where other stories look at the map of the same product.
  await page.goto('/pois#map=16/48.4/9.4')
  await page.getByRole('button', { name: 'Melden', exact: true }).click()
  await page.getByRole('button', { name: 'Mehr', exact: true }).click()
  await page.getByRole('button', { name: 'Hier melden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stelle melden' })
  await dialog.getByRole('radio', { name: 'Lange Baustelle' }).check()
  await dialog.getByRole('checkbox', { name: 'Meine Meldungen dürfen gezeigt werden' }).check()
  await dialog.getByRole('button', { name: 'Meldung senden' }).click()
  await letTimePassUntil(page, bar(page).getByText('3 Änderungen werden gesendet, sobald Netz da ist.'), secondMs)
  const unfold = page.getByRole('button', { name: 'Ansehen' })
  await unfold.click()
  await page.getByText('Meldung: Lange Baustelle').waitFor()
  await keepPictures(page, 'offline-waiting')
  const unfolded = 'div:has(> section[aria-label="Noch nicht gesendet"])'
  expect(await faultsEverywhere(page, 'what waits for a network', unfolded)).toEqual([])

  await context.setOffline(false)
  await bar(page).waitFor({ state: 'detached' })
  await expect.poll(() => elsewhere.deviceName()).toBe('Kombi')
  await page.goto('/poi-configuration')
  await expect.poll(() => page.getByRole('switch', { name: 'Mobile Blitzer: Warnungen' }).isChecked()).toBe(true)

  // Renamed on two devices at once.
  await page.goto('/devicesandlicenses')
  await heading(page, 'Kombi').waitFor()
  await context.setOffline(true)
  await rename(page, 'Enduro')
  await letTimePassUntil(page, page.getByRole('article').getByText('Wird gesendet, sobald Netz da ist.'), secondMs)
  await elsewhere.rename('Roller')
  await context.setOffline(false)
  await letTimePassUntil(page, bar(page).getByText('1 Änderung wurde nicht gespeichert.'), secondMs)
  await bar(page).getByRole('button', { name: 'Ansehen' }).click()
  await page.getByText(/Das Gerät heißt inzwischen „Roller“/).waitFor()
  await keepPictures(page, 'offline-conflict')
  await page.getByRole('button', { name: /^Meine Änderung speichern: / }).click()
  await bar(page).waitFor({ state: 'detached' })
  await heading(page, 'Enduro').waitFor()
  await expect.poll(() => elsewhere.deviceName()).toBe('Enduro')
})

test('a word about a report and a reset of the settings wait for a network too, and the last word counts', async () => {
  const { product } = stories
  const id = await reportedRoadworks(product)
  const customer = await becomeKnownCustomer(product)
  const elsewhere = await signedInElsewhere(product, customer)
  const { page, context } = await stories.enter(customer, '/poi-configuration', {
    serviceWorker: true,
    fakeClock: true,
  })
  const warnings = page.getByRole('switch', { name: 'Mobile Blitzer: Warnungen' })
  await warnings.check({ force: true })
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page
    .getByText(/Gespeichert um \d\d:\d\d Uhr/)
    .first()
    .waitFor()
  await expect.poll(() => elsewhere.warnsOfMobileCameras()).toBe(true)
  await untilWorkerReady(page)
  await page.goto(`/pois#map=16/${roadworks.latitude}/${roadworks.longitude}&id=${id}`)
  const card = page.getByRole('region', { name: 'Dauerbaustelle', exact: true })
  await card.getByText(/noch nicht bestätigt/).waitFor()
  const bar = page.getByRole('region', { name: 'Noch nicht gesendet' })

  await context.setOffline(true)
  await card.getByRole('button', { name: 'Nicht mehr da' }).click()
  await bar.getByRole('button', { name: 'Ansehen' }).click()
  await page.getByText('Nicht mehr da: Lange Baustelle').waitFor()
  await card.getByRole('button', { name: 'Noch da' }).click()
  await page.getByText('Noch da: Lange Baustelle').waitFor()
  await letTimePassUntil(page, bar.getByText('1 Änderung wird gesendet, sobald Netz da ist.'), secondMs)
  await page.goto('/poi-configuration')
  await letTimePassUntil(page, page.getByText('Keine Verbindung: Sie sehen Ihre letzte Kopie'), secondMs)
  await page.getByRole('button', { name: 'Zurücksetzen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Zurücksetzen' }).click()
  await letTimePassUntil(page, page.getByText('Wird gesendet, sobald Netz da ist.', { exact: true }), secondMs)
  await letTimePassUntil(page, bar.getByText('2 Änderungen werden gesendet, sobald Netz da ist.'), secondMs)
  await expect.poll(() => warnings.isChecked()).toBe(false)

  await context.setOffline(false)
  await bar.waitFor({ state: 'detached' })
  await expect.poll(() => elsewhere.votesOn(id)).toEqual({ confirmations: 1, denials: 0 })
  await expect.poll(() => elsewhere.warnsOfMobileCameras()).toBe(false)
  await expect.poll(() => warnings.isChecked()).toBe(false)

  await page.goto(`/pois#map=16/${roadworks.latitude}/${roadworks.longitude}&id=${id}`)
  await card.getByText(/1-mal bestätigt/).waitFor()
  await context.setOffline(true)
  await card.getByRole('button', { name: 'Nicht mehr da' }).click()
  await letTimePassUntil(page, bar.getByText('1 Änderung wird gesendet, sobald Netz da ist.'), secondMs)
  await context.setOffline(false)
  await bar.waitFor({ state: 'detached' })
  await expect.poll(() => elsewhere.votesOn(id)).toEqual({ confirmations: 0, denials: 1 })
})

test('„Ich fahre“ waits for a network, says that the alarm is still armed, and counts from its tap unless something newer was said', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const deviceId = await enableTracking(product, customer)
  await reportAt(product, customer, 0)
  const elsewhere = await signedInElsewhere(product, customer)
  const { page, context } = await stories.enter(customer, '/tracking', { serviceWorker: true, fakeClock: true })
  const sheet = page.getByRole('region', { name: 'Wie es um das Fahrzeug steht' })
  await sheet.getByText('Alarm scharf').waitFor()
  await untilWorkerReady(page)
  await untilAnswerKept(page, vehicles.states.path)
  // The page's time, which was let pass, follows the server's again.
  await page.reload()
  await sheet.getByText('Alarm scharf').waitFor()

  await context.setOffline(true)
  await sheet.getByRole('button', { name: 'Ich fahre' }).click()
  const waits = 'Wartet auf Netz: der Alarm ist noch scharf.'
  await letTimePassUntil(page, sheet.getByText(waits), secondMs)
  await keepPictures(page, 'offline-ride')
  expect(await faultsEverywhere(page, 'a tap that waits for a network')).toEqual([])
  await page.goto('/dashboard')
  const card = page.getByRole('article', { name: /Wegwarte Spur/ })
  await letTimePassUntil(page, card.getByText(waits), secondMs)
  await card.getByText(/Alarm scharf/).waitFor()
  expect(await elsewhere.pause(deviceId)).toBeNull()

  const reachable = product.clock.now().getTime()
  await context.setOffline(false)
  await card.getByRole('button', { name: 'Alarm wieder einschalten' }).waitFor()
  await expect.poll(() => card.getByText(waits).count()).toBe(0)
  const until = Date.parse((await elsewhere.pause(deviceId))?.until ?? '')
  expect(until - alarmsLimits.longestRideHours * hourMs).toBeLessThan(reachable)

  await elsewhere.endPause(deviceId)
  await page.reload()
  await card.getByRole('button', { name: 'Ich fahre' }).waitFor()
  await context.setOffline(true)
  await card.getByRole('button', { name: 'Ich fahre' }).click()
  await letTimePassUntil(page, card.getByText(waits), secondMs)
  await elsewhere.state(deviceId, 'STOLEN')
  await context.setOffline(false)
  const bar = page.getByRole('region', { name: 'Noch nicht gesendet' })
  await letTimePassUntil(page, bar.getByText('1 Änderung wurde nicht gespeichert.'), secondMs)
  await bar.getByRole('button', { name: 'Ansehen' }).click()
  await page.getByText(/^Nicht gespeichert: Zu diesem Fahrzeug wurde danach schon etwas anderes gesagt/).waitFor()
  await card.getByText(/^Als gestohlen gemeldet seit /).waitFor()
  expect(await elsewhere.pause(deviceId)).toBeNull()
  await page.getByRole('button', { name: 'Verwerfen: „Ich fahre“' }).click()
  await bar.waitFor({ state: 'detached' })
})

test('a theft can be reported without a network, waits for one, and is stated as of its tap', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const deviceId = await enableTracking(product, customer)
  const elsewhere = await signedInElsewhere(product, customer)
  for (const thousandths of [0, 10, 20]) await reportAt(product, customer, thousandths)
  const { page, context } = await stories.enter(customer, '/tracking', { serviceWorker: true, fakeClock: true })
  const sheet = page.getByRole('region', { name: 'Wie es um das Fahrzeug steht' })
  await sheet.getByRole('button', { name: 'Als gestohlen melden' }).waitFor()
  await untilWorkerReady(page)

  await context.setOffline(true)
  await sheet.getByRole('button', { name: 'Als gestohlen melden' }).click()
  const waits = sheet.getByText('Wartet auf Netz: der Diebstahl ist noch nicht gemeldet.')
  await letTimePassUntil(page, waits, secondMs)
  await sheet.getByRole('button', { name: 'Rückgängig' }).click()
  await waits.waitFor({ state: 'detached' })
  await sheet.getByRole('button', { name: 'Als gestohlen melden' }).click()
  await letTimePassUntil(page, waits, secondMs)
  await keepPictures(page, 'offline-theft')
  expect(await elsewhere.statements(deviceId)).toEqual([])

  await context.setOffline(false)
  await sheet.getByText(/^Als gestohlen gemeldet/).waitFor()
  expect(await elsewhere.statements(deviceId)).toMatchObject([{ state: 'STOLEN' }])
})

test('a sign-out without a network asks where changes wait, and ends the session on the server once there is one', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const { page, context } = await stories.enter(customer, '/devicesandlicenses', {
    serviceWorker: true,
    fakeClock: true,
  })
  await heading(page, /Wegwarte Spur/).waitFor()
  await untilKept(page)
  const token = await page.evaluate(() => localStorage.getItem('wegwarte.token') ?? '')
  const signedIn = async (by: string) =>
    (await send(product.url, 'GET', '/api/users/profile', { token: by })).status === 200
  const leave = async () => {
    await page.getByRole('button', { name: 'Menü öffnen' }).click()
    await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  }

  await context.setOffline(true)
  await rename(page, 'Kombi')
  await letTimePassUntil(page, page.getByText('1 Änderung wird gesendet, sobald Netz da ist.'), secondMs)
  await leave()
  const question = page.getByRole('dialog', { name: 'Trotzdem abmelden?' })
  await question.getByText(/^1 Änderung ist noch nicht gesendet/).waitFor()
  await keepPictures(page, 'offline-sign-out')
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await question.waitFor({ state: 'detached' })
  await heading(page, 'Kombi').waitFor()

  await leave()
  await question.getByRole('button', { name: 'Abmelden und verwerfen' }).click()
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  await expect.poll(() => keptText(page)).toBe('')
  await page.reload()
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  const left = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(left).not.toContain(token)
  const signOuts = () => page.evaluate(() => localStorage.getItem('wegwarte.signOuts'))
  const [key = ''] = z.array(z.string()).parse(JSON.parse((await signOuts()) ?? '[]'))
  expect(key).not.toBe('')
  expect([await signedIn(token), await signedIn(key)]).toEqual([true, false])

  await context.setOffline(false)
  await expect.poll(() => signedIn(token)).toBe(false)
  await expect.poll(signOuts).toBe('[]')
})

test('a change that another version of the app has kept is shown with what was typed, is not sent, and can be discarded', async () => {
  const { product } = stories
  const customer = await becomeCustomer(product)
  const elsewhere = await signedInElsewhere(product, customer)
  const before = await elsewhere.deviceName()
  const { page, context } = await stories.enter(customer, '/devicesandlicenses', {
    serviceWorker: true,
    fakeClock: true,
  })
  await heading(page, before).waitFor()
  await untilKept(page)
  await context.setOffline(true)
  await rename(page, 'Kombi')
  const bar = page.getByRole('region', { name: 'Noch nicht gesendet' })
  await letTimePassUntil(page, bar.getByText('1 Änderung wird gesendet, sobald Netz da ist.'), secondMs)
  const mine = { deviceName: 'Kombi', notes: 'Kette geölt', parkedAt: { latitude: 48.123, longitude: 9.456 } }
  await keepAsAnotherVersion(page, { kind: 'device', id: 'd1', base: { deviceName: before, notes: null }, mine })

  await context.setOffline(false)
  await page.reload()
  await letTimePassUntil(page, bar.getByText('1 Änderung wurde nicht gespeichert.'), secondMs)
  await bar.getByRole('button', { name: 'Ansehen' }).click()
  await page.getByText(/^Diese Version der App kann die Änderung nicht lesen/).waitFor()
  await page.getByText('Gerätename: Kombi\nNotizen: Kette geölt', { exact: true }).waitFor()
  await expect.poll(() => page.getByText(/48[.,]123|latitude|parkedAt/).count()).toBe(0)
  await keepPictures(page, 'offline-unreadable')
  const unfolded = 'div:has(> section[aria-label="Noch nicht gesendet"])'
  expect(await faultsEverywhere(page, 'a change that cannot be read', unfolded)).toEqual([])

  await page.getByRole('button', { name: 'Verwerfen: Änderung aus einer anderen Version der App' }).click()
  await bar.waitFor({ state: 'detached' })
  await expect.poll(() => keptText(page)).not.toContain('Kette geölt')
  await expect.poll(() => elsewhere.deviceName()).toBe(before)
})

test('a newer build of the app is offered and loaded on request, and so is the installation', async () => {
  const server = await startBehindProxy(stories.product.url)
  const browser = await newContext(await sharedBrowser(), server.url, 'allow')
  try {
    const customer = await becomeCustomer(stories.product)
    const { page } = await openWindow(browser, { baseUrl: server.url, width: widths[0] })
    await page.clock.install()
    await page.goto('/login?redirect=%2Fprofile')
    await signIn(page, customer)
    await page.waitForURL('**/profile')
    await untilWorkerReady(page)

    server.bringNewer()
    await page.reload()
    const newer = page.getByText('Eine neue Fassung von Wegwarte ist da.')
    await letTimePassUntil(page, newer, secondMs)
    await keepPictures(page, 'newer-build')
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Neu laden' }).click()
    await reloaded
    await page.getByRole('heading', { level: 1, name: 'Konto', exact: true }).waitFor()
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull()
    await expect.poll(() => newer.count()).toBe(0)

    await expect.poll(() => page.locator('link[rel="manifest"]').count()).toBe(1)
    // What Chromium does on phones once the app may be installed; here it may come before the app listens.
    const install = page.getByRole('button', { name: 'App installieren' })
    await expect
      .poll(async () => {
        await page.evaluate(() => {
          const prompt = async () => void (document.documentElement.dataset.asked = 'yes')
          window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
        })
        return install.count()
      })
      .toBe(1)
    await install.click()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.asked)).toBe('yes')
    await expect.poll(() => install.count()).toBe(0)
  } finally {
    await browser.close()
    server.close()
  }
})

const tour = Buffer.from(
  '<gpx version="1.1"><trk><name>Hausrunde</name><trkseg><trkpt lat="49" lon="8.4"/><trkpt lat="49.02" lon="8.4"/></trkseg></trk></gpx>',
)

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 3, name }).first()

async function rename(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Namen ändern: / }).click()
  const field = page.getByRole('textbox', { name: 'Gerätename' })
  await field.fill(name)
  await field.press('Enter')
  await heading(page, name).waitFor()
}

/** Away from where other stories look at the map of the same product. */
const roadworks = { latitude: 48.7, longitude: 9.9 }

/** The vehicle is now this many thousandths of a degree (71 m) to the east of where it stands. */
function reportAt(product: RunningProduct, { imei }: Customer, thousandths: number): Promise<void> {
  const place = { latitude: 49.0069, longitude: 8.4 + thousandths / 1000, accuracy: 5 }
  return report(product, imei, [{ ...place, recordedAt: product.clock.now().toISOString() }])
}

/** Somebody else has reported road works. Returns the report's id. */
async function reportedRoadworks(product: RunningProduct): Promise<string> {
  const { email, password } = await becomeCustomer(product)
  const login = await send(product.url, 'POST', '/api/auth/login', { body: { email, password } })
  const { token } = loggedIn.parse(login.body).data
  const body = { poiType: 'LongTermRoadwork', ...roadworks, consentVersion: currentVersion('reports') }
  return reported.parse((await send(product.url, 'POST', poiReports.report.path, { token, body })).body).data.poi.id
}

const reported = z.object({ data: poiReports.report.reply })
const configured = z.object({ data: settings.show.reply })
const guarded = z.object({ data: alarms.list.reply })
const stated = z.object({ data: dossiers.show.reply })
const loggedIn = z.object({ data: z.object({ token: z.string(), user: z.object({ id: z.string() }) }) })
const owned = z.object({ data: z.array(z.looseObject({ id: z.string(), deviceName: z.string() })) })

/** The same account on another device of its owner. */
async function signedInElsewhere({ url }: RunningProduct, { email, password }: Customer) {
  const login = await send(url, 'POST', '/api/auth/login', { body: { email, password } })
  const { token, user } = loggedIn.parse(login.body).data
  const device = async () => {
    const [first] = owned.parse((await send(url, 'GET', '/api/devices', { token })).body).data
    if (first === undefined) throw new Error('the customer has a device')
    return first
  }
  return {
    deviceName: async () => (await device()).deviceName,
    async warnsOfMobileCameras() {
      const answer = await send(url, 'GET', `/api/user/${user.id}/settings`, { token })
      return configured.parse(answer.body).data.settings.categories.mobileSpeedCameras.enabled
    },
    async votesOn(id: string) {
      const answer = await send(url, 'GET', `/api/poi/${id}`, { token })
      const { confirmations, denials } = reported.parse(answer.body).data.poi.details
      return { confirmations, denials }
    },
    async pause(deviceId: string) {
      return guarded.parse((await send(url, 'GET', `/api/alarms/${deviceId}`, { token })).body).data.state.pause
    },
    endPause: (deviceId: string) => send(url, 'DELETE', `/api/alarms/${deviceId}/pause`, { token }),
    state: (deviceId: string, state: DossierState) =>
      send(url, 'POST', `/api/dossier/${deviceId}/state`, { token, body: { state } }),
    async statements(deviceId: string) {
      return stated.parse((await send(url, 'GET', `/api/dossier/${deviceId}`, { token })).body).data.changes
    },
    async rename(deviceName: string) {
      const present = await device()
      await send(url, 'PUT', `/api/devices/${present.id}`, { token, body: { ...present, deviceName } })
    },
  }
}

/** The service worker has the app's files, and the list of devices is kept. */
async function untilKept(page: Page): Promise<void> {
  await untilWorkerReady(page)
  await untilAnswerKept(page, devices.list.path)
}

/** The page asks for its service worker seconds after it is drawn: these pass at once. */
async function untilWorkerReady(page: Page): Promise<void> {
  const isMissing = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) === undefined)
  await letTimePassWhile(page, isMissing, secondMs)
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
}

/** Puts a change in the place of those that wait, as a version of the app may have kept it that knows other fields. */
async function keepAsAnotherVersion(page: Page, change: object): Promise<void> {
  await page.evaluate(
    async (value) => {
      const opening = indexedDB.open('wegwarte.kept')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const transaction = opening.result.transaction('kept', 'readwrite')
      const store = transaction.objectStore('kept')
      const reading = store.getAll(IDBKeyRange.bound('outbox.', 'outbox.\uFFFF'))
      await new Promise((resolve) => reading.addEventListener('success', resolve))
      for (const waiting of reading.result) store.put({ ...waiting, value }, waiting.name)
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      opening.result.close()
    },
    { change, stuck: null },
  )
}
