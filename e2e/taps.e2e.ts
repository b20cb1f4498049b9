import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { becomeCustomer } from './customers.ts'
import { expectReadOut } from './read-out.ts'
import { beTowed, enableTracking, recordedRides, report } from './recorded-rides.ts'
import { shareStories, type Stories } from './stories.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { startOfBerlinDay } from '#domain/time/time.ts'

/* How many taps the main journeys take on a phone, at most. A journey that grows longer fails here. */

/** Counts what the visitor taps. Opening a link in an e-mail is a tap, too; choosing a file in the system's window is none. */
function countTaps() {
  let taps = 0
  return {
    async on(target: Locator): Promise<void> {
      taps += 1
      await target.click()
    },
    async onLink(page: Page, address: string): Promise<void> {
      taps += 1
      await page.goto(address)
    },
    /** Opens the system's window, and gives what is chosen there. */
    async onFileField(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
      taps += 1
      await target.setInputFiles(file)
    },
    taken: () => taps,
  }
}

describe('a customer', () => {
  const stories = shareStories('customers')

  test('comes from the e-mail about an alarm to where the vehicle is in 1 tap, and to the link for the police in 3', async () => {
    const { product } = stories
    const customer = await becomeCustomer(product)
    await enableTracking(product, customer)
    const { page, complaints } = await stories.enter(customer, '/dashboard')
    const tap = countTaps()
    await beTowed(product.trackerPort, customer.imei)
    const email = await product.mail.emailTo(customer.email, /^Alarm: .* meldet Abschleppen/)

    await tap.onLink(page, /https?:\/\/\S+\/alarm#\S+/.exec(email.text ?? '')?.[0] ?? '')
    await page.getByRole('img', { name: /^Letzte Position: / }).waitFor()
    expect(tap.taken()).toBe(1)
    await expectReadOut(page.getByRole('main'), afterAnAlarm)

    await tap.on(page.getByRole('button', { name: 'Als gestohlen melden' }))
    await tap.on(page.getByRole('button', { name: 'Link für die Polizei' }))
    await page.getByRole('button', { name: 'Link teilen' }).waitFor()
    expect(tap.taken()).toBe(3)
    expect(complaints).toEqual([])
  })

  test('rides off in 1 tap, and has yesterday as GPX in 3', async () => {
    const { product } = stories
    const customer = await becomeCustomer(product)
    await enableTracking(product, customer)
    await report(product, customer.imei, recordedRides(yesterdayEvening(product.clock.now())))
    const { page, complaints } = await stories.enter(customer, '/dashboard')
    const off = countTaps()
    await off.on(page.getByRole('button', { name: /^(Ich fahre|Ja, ich bin es)/ }).first())
    await page.getByRole('button', { name: 'Alarm wieder einschalten' }).first().waitFor()
    expect(off.taken()).toBe(1)
    await expectReadOut(page.getByRole('main'), startPage)

    await page.goto('/tracking')
    const tap = countTaps()
    await tap.on(page.getByRole('tab', { name: 'Fahrten' }))
    await tap.on(page.getByRole('button', { name: /^Gestern/ }))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      tap.on(page.getByRole('button', { name: /^GPX(-Datei)? herunterladen/ })),
    ])
    expect(file.suggestedFilename()).toMatch(/\.gpx$/)
    expect(tap.taken()).toBe(3)
    await expectReadOut(page.getByRole('main'), rides)
    expect(complaints).toEqual([])
  })
})

describe('a rider', () => {
  const stories = shareStories('demo')

  test('sees what is near in 1 tap, and comes to the renewal of a licence in 2', async () => {
    const near = await fromTheStart(stories)
    await near.tap.on(near.areas.getByRole('link', { name: 'Karte' }))
    await near.page
      .getByText(/\d+ (Gefahren|Gefahr|POIs?) in der Nähe|\d+ POIs/)
      .first()
      .waitFor()
    expect(near.tap.taken()).toBe(1)
    await expectReadOut(near.page.getByRole('main'), whatIsNear)

    const licence = await fromTheStart(stories)
    await licence.tap.on(licence.areas.getByRole('link', { name: 'Geräte' }))
    // The start page has a task of this name.
    await licence.page.getByRole('heading', { level: 1, name: 'Geräte' }).waitFor()
    const renewal = licence.page.getByRole('link', { name: /^Verlängern/ }).first()
    await expect.poll(() => renewal.getAttribute('target')).toBe('_blank')
    const [shop] = await Promise.all([licence.page.context().waitForEvent('page'), licence.tap.on(renewal)])
    await shop.close()
    expect(licence.tap.taken()).toBe(2)
  })

  test('has a route checked in 3 taps', async () => {
    const { page, tap } = await fromTheStart(stories)
    await tap.on(page.getByRole('main').getByRole('link', { name: 'Route prüfen' }).first())
    await tap.onFileField(page.getByLabel('Datei auswählen'), {
      name: 'hausrunde.gpx',
      mimeType: 'application/gpx+xml',
      buffer: Buffer.from(gpx),
    })
    await page.getByRole('heading', { name: 'Auf Ihrer Strecke' }).waitFor()
    expect(tap.taken()).toBeLessThanOrEqual(3)
    await expectReadOut(page.getByRole('main'), checkedRoute)
  })
})

/** So that the rides are yesterday's at any hour. */
function yesterdayEvening(now: Date): Date {
  return new Date(new Date(startOfBerlinDay(now.toISOString(), 1)).getTime() + 18 * hourMs)
}

/* What a screen reader has of each, from top to bottom. */
const afterAnAlarm = [
  'heading "Positionstracking" [level=1]',
  'radiogroup "Gerät auswählen"',
  /^radio "Verdacht: .*\[checked\]$/,
  'tablist "Bereiche des Positionstrackings"',
  'tab "Jetzt" [selected]',
  'tabpanel "Jetzt"',
  'region "Karte mit der letzten Position"',
  /^img "Letzte Position: /,
  'region "Wie es um das Fahrzeug steht"',
  'alert:',
  /Sind Sie das\?/,
  'button "Ja, ich bin es"',
  'link "Nein: 110 anrufen"',
  'button "Als gestohlen melden"',
]
const startPage = [
  'heading "Dashboard" [level=1]',
  /^heading "(Guten|Hallo).*\[level=2\]$/,
  'article "Wegwarte Spur"',
  'button "Alarm wieder einschalten"',
  'link "Was ist um mich?"',
  'link "Route prüfen"',
  'region "Zu tun"',
  'list "Einrichten"',
  'link "Test-Alarm senden"',
  'navigation "Schnellzugriff"',
  'heading "Beispieldaten"',
]
const rides = [
  'heading "Positionstracking" [level=1]',
  'tab "Fahrten" [selected]',
  'region "Positionsverlauf"',
  'group "Zeitraum"',
  /^button "Gestern .*\[pressed\]$/,
  'heading "Gestern" [level=2]',
  'region "Fahrten"',
  /^link ".* km · .*"/,
  'button "Alle Positionen auf der Karte"',
  'button "GPX herunterladen"',
]
const whatIsNear = [
  'heading "POIs in der Umgebung" [level=1]',
  'combobox "Ort suchen"',
  'group "Kategorien"',
  /^checkbox "Stationäre Blitzer/,
  'region "Karte der POIs und Unwetterwarnungen"',
  'button "Mein Standort"',
  'button "Melden"',
  'region "In der Nähe"',
  /^heading ".* in der Nähe" \[level=2\]$/,
  'button "Mehr zeigen"',
  'region "Aktuelle Unwetterwarnungen"',
  'region "Im Kartenausschnitt"',
]
const checkedRoute = ['heading "Route prüfen" [level=1]', 'heading "Auf Ihrer Strecke" [level=2]', 'status']

async function fromTheStart(stories: Stories) {
  const { page } = await stories.enterDemo()
  return { page, areas: page.getByRole('navigation', { name: 'Bereiche' }), tap: countTaps() }
}

const points = Array.from({ length: 60 }, (_, index) => ({ lat: 49.0069 + index / 2000, lon: 8.4037 + index / 3000 }))
const trackPoints = points.map(({ lat, lon }) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')
const gpx = `<gpx version="1.1"><trk><name>Hausrunde</name><trkseg>${trackPoints}</trkseg></trk></gpx>`
