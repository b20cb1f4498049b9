import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/base/time-units.ts'
import { demoClosure } from '#domain/demo/demo-closures.ts'
import { settle } from './at-rest.ts'
import { keepPicture, keepPictures, widths } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsEverywhere, faultsOf, faultsWhenNarrow, narrowest } from './faults.ts'
import { shareStories } from './stories.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { randomId } from '#server/platform/ids.ts'
import { poiRecord } from '#server/testing/poi-records.ts'

/* Before a ride: a rider checks a planned route, reads in order what is on it, and prints that. */

const stories = shareStories('demo')
const own = shareStories('customers')

/** Around Karlsruhe in a spiral, as the sample places lie. */
const points = Array.from({ length: 400 }, (_, index) => {
  const [angle, radius] = [index / 20, 0.02 + index / 2500]
  return { lat: 49.0069 + radius * Math.sin(angle), lon: 8.4037 + (radius * Math.cos(angle)) / 0.656 }
})
const trackPoints = points.map(({ lat, lon }) => `<trkpt lat="${lat}" lon="${lon}"/>`).join('')
const gpx = `<gpx version="1.1"><trk><name>Hausrunde</name><trkseg>${trackPoints}</trkseg></trk></gpx>`

describe.each([
  { width: widths[0], dark: true },
  { width: widths[1], dark: false },
])('on a $width.name', ({ width, dark }) => {
  test('a rider checks a route before the ride', async () => {
    const visitor = await stories.enterDemo({ width, dark, at: '/pois' })
    const { page, complaints } = visitor
    if (width.name === 'phone') await page.getByRole('button', { name: 'Mehr zeigen' }).click()
    await page.getByRole('link', { name: 'Route prüfen' }).click()

    await give(page, gpx.slice(0, 2000))
    await page.getByRole('alert').getByText('Die Datei ist unvollständig').waitFor()
    const field = page.getByLabel('Datei auswählen')
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await give(page, gpx)
    await page.getByRole('heading', { name: 'Auf Ihrer Strecke' }).waitFor()
    const answered = page.waitForResponse((response) => response.request().postData()?.includes('1000') === true)
    const more = page.getByRole('region', { name: 'Was Sie mit der Strecke tun können' })
    await more.getByText('Mehr', { exact: true }).click()
    await page.getByLabel('Abstand zur Strecke').selectOption('1000')
    await answered
    await page.getByRole('region', { name: 'Auf Ihrer Strecke' }).and(page.locator(':not([aria-busy])')).waitFor()
    const others = page.getByRole('group').filter({ hasText: /^Weitere \d+/ })
    await others.getByText(/^Weitere \d+/).click()
    const entries = others.getByRole('list').getByRole('button', { name: /km \d+,\d/ })
    await expect.poll(() => entries.count()).toBeGreaterThan(10)
    const kilometres = (await entries.allInnerTexts()).map((text) =>
      Number(/km (\d+,\d)/.exec(text)?.[1]?.replace(',', '.')),
    )
    expect(kilometres).toEqual(kilometres.toSorted((a, b) => a - b))

    const first = /^Nummer 1: (km \d+,\d)/
    const pin = page.getByRole('button', { name: first })
    const km = first.exec((await pin.getAttribute('aria-label')) ?? '')?.[1] ?? ''
    await pin.click()
    const chosen = page.getByRole('list').getByRole('button', { name: km }).first()
    await expect.poll(() => chosen.getAttribute('aria-current')).toBe('true')
    const all = await entries.count()
    await page.getByRole('checkbox', { name: /Stationäre Blitzer/ }).uncheck()
    await expect.poll(() => entries.count()).toBeLessThan(all)
    await page.getByRole('checkbox', { name: /Stationäre Blitzer/ }).check()
    await page.getByRole('button', { name: 'Gegenrichtung prüfen' }).click()
    await page.getByText('Geprüft wird die Gegenrichtung.').waitFor()

    await page.getByText('Andere Zeit', { exact: true }).click()
    const departure = page.getByLabel('Abfahrt', { exact: true })
    const proposed = await departure.inputValue()
    await departure.fill('1970-01-01T09:00')
    await page.getByRole('button', { name: 'Für diese Zeit prüfen' }).click()
    await page.getByText('Diese Abfahrt ist schon vorbei. Bitte wählen Sie eine Zeit, die noch kommt.').waitFor()
    await departure.fill(proposed)
    await page.getByLabel('Tempo im Schnitt').selectOption('45')
    await page.getByRole('button', { name: 'Für diese Zeit prüfen' }).click()
    const ride = page.getByRole('region', { name: 'Ihre Fahrt' })
    await ride.getByText('Ankunft').waitFor()
    await ride.getByText('Dämmerung und Dunkelheit').waitFor()
    await expect.poll(() => entries.first().innerText()).toMatch(/gegen \d\d:\d\d/)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Als GPX' }).click()
    expect((await download).suggestedFilename()).toMatch(/^strecke_\d{4}-\d\d-\d\d\.gpx$/)
    await page.getByText('Die Strecke ist als GPX-Datei gespeichert.').waitFor()

    await settle(visitor)
    await keepPicture(page, `route-check-${width.name}`)
    await ride.scrollIntoViewIfNeeded()
    await keepPicture(page, `route-check-ride-${width.name}`)
    expect(await faultsOf(page, 'route check', 'light')).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)

    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => more.isVisible()).toBe(false)
    await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false)
    await expect.poll(() => entries.first().isVisible()).toBe(true)
    await keepPicture(page, `route-check-print-${width.name}`)
    expect(complaints).toEqual([])
  })
})

test('of a route with many accident hotspots the three worst come first, those in a row are one, and little is to be read', async () => {
  const { product } = own
  const north = (km: number) => 49 + km / 111.195
  const hotspots = Array.from({ length: 34 }, (_, index) => {
    const severe = index % 5 === 0 ? ', 1 schwer' : ''
    const note = `${2 + (index % 4)} Motorradunfälle 2018–2020${severe}, meist nass, meist Abbiegeunfall. Zu erwarten: etwa 0,8 im Jahr.`
    // Two pairs in a row at the beginning, the others apart.
    const km = index < 4 ? 0.2 + Math.floor(index / 2) * 2 + (index % 2) * 0.2 : 3 + index * 0.6
    return poiRecord({
      sourceId: `spot-${index}`,
      poiType: 'AccidentHotspotMoto',
      latitude: north(km),
      longitude: 8.4,
      street: 'Lange Allee',
      speed: null,
      note: index === 30 ? note.replace(', 1 schwer', ', 2 tödlich') : note,
    })
  })
  await createPoisImport(product.operator, randomId).replace(
    { source: 'test', attribution: '© Test', edition: 0, at: product.clock.now(), records: hotspots },
    async () => undefined,
  )
  const visitor = await own.enter(await becomeCustomer(product), '/route-check')
  const { page, complaints } = visitor
  const straight = Array.from({ length: 251 }, (_, index) => `<trkpt lat="${north(index / 10)}" lon="8.4"/>`)
  await give(page, `<gpx version="1.1"><trk><name>Morgenrunde</name><trkseg>${straight.join('')}</trkseg></trk></gpx>`)
  const result = page.getByRole('region', { name: 'Auf Ihrer Strecke' })
  await result.getByText('Morgenrunde · 25 km').waitFor()
  await result.getByText(/^\d+ Stellen zum Aufpassen$/).waitFor()
  const first = result.getByRole('region', { name: 'Wichtig' }).getByRole('button')
  await expect.poll(() => first.count()).toBe(3)
  await first.first().getByText('km 21,0', { exact: true }).waitFor()
  await first.first().getByText('Lange Allee · 4 Unfälle in 3 Jahren, 2 tödlich').waitFor()
  await expect
    .poll(
      async () =>
        (await page.getByRole('main').innerText()).split(/\s+/).filter((word) => /\p{L}|\d/u.test(word)).length,
    )
    .toBeLessThanOrEqual(150)
  await expect.poll(() => result.getByText('Stationäre Blitzer').count()).toBe(0)
  await settle(visitor)
  await keepPictures(page, 'route-check-hotspots')
  await result.getByText(/^Weitere \d+$/).click()
  await result.getByText('km 0,2–0,4', { exact: true }).waitFor()
  await result.getByText('Lange Allee · 5 Unfälle in 3 Jahren, 1 schwer').first().waitFor()
  expect(await faultsEverywhere(page, 'a route with many hotspots')).toEqual([])
  await product.operator.deleteFrom('pois').where('source', '=', 'test').execute()
  expect(complaints).toEqual([])
})

test('a warning of the weather counts for a ride now, and not for one when it has ended', async () => {
  const { product } = own
  const [since, until] = [-1, 2].map((hours) => new Date(product.clock.now().getTime() + hours * hourMs))
  // Far from where the vehicles of other stories stand.
  await sql`
    insert into weather_warnings (id, source, warning_type, headline, description, level, region_name, place, area,
      valid_from, valid_until, sent_at, fetched_at, attribution)
    values ('ends-soon', 'cap', 'STURM', 'Sturmböen', 'd', 3, 'Kreis', st_setsrid(st_makepoint(10, 53.5), 4326),
      st_multi(st_makeenvelope(9.9, 53.4, 10.1, 53.7, 4326)), ${since}, ${until}, ${since}, ${since}, '© DWD')
  `.execute(product.operator)
  const visitor = await own.enter(await becomeCustomer(product), '/route-check', { width: widths[0] })
  const { page, complaints } = visitor
  const straight = Array.from({ length: 20 }, (_, index) => `<trkpt lat="${53.5 + index / 1000}" lon="10"/>`)
  await give(page, `<gpx version="1.1"><trk><name>Deich</name><trkseg>${straight.join('')}</trkseg></trk></gpx>`)
  const result = page.getByRole('region', { name: 'Auf Ihrer Strecke' })
  const times = result.getByRole('group', { name: 'Wann fahren Sie?' }).getByRole('button')
  await times.first().click()
  await result.getByText(/ · 1 Unwetterwarnung/).waitFor()
  await result.getByRole('heading', { name: 'Unwetterwarnungen auf der Strecke' }).waitFor()
  await expect.poll(() => times.first().getAttribute('aria-pressed')).toBe('true')
  await times.last().click()
  await result.getByText(/ · keine Unwetterwarnung/).waitFor()
  await result.getByText(/^1 Unwetterwarnung gilt dort nicht mehr oder noch nicht/).waitFor()
  await result.getByText('Vom Wetter sind nur die amtlichen Warnungen bekannt, keine Vorhersage.').waitFor()
  await expect.poll(() => times.last().getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => times.first().getAttribute('aria-pressed')).toBe('false')
  // Also to see, where no pointer rests on it.
  await page.mouse.move(0, 0)
  const ground = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect.poll(async () => (await ground(times.last())) !== (await ground(times.first()))).toBe(true)
  await expect.poll(() => page.getByLabel('Abfahrt', { exact: true }).isVisible()).toBe(false)
  await settle(visitor)
  await keepPictures(page, 'route-check-departures')
  expect(await faultsEverywhere(page, 'when a route is ridden')).toEqual([])
  await sql`delete from weather_warnings where id = 'ends-soon'`.execute(product.operator)
  expect(complaints).toEqual([])
})

test('a rider learns that a road is closed for motorcycles on the day of the ride', async () => {
  const visitor = await stories.enterDemo({ width: widths[0], dark: false, at: '/route-check' })
  const { page, complaints } = visitor
  const along = demoClosure.line.map(({ latitude, longitude }) => `<trkpt lat="${latitude}" lon="${longitude}"/>`)
  await give(page, `<gpx version="1.1"><trk><trkseg>${along.join('')}</trkseg></trk></gpx>`)
  const closures = page.getByRole('region', { name: 'Auf Ihrer Strecke' })
  await closures.getByText(/Beispielsteige: zeitweise gesperrt/).waitFor()
  await closures.getByText('gesperrt: 1.4. bis 31.10., Sa, So und Feiertage; sonst offen').waitFor()
  await page.getByText('Andere Zeit', { exact: true }).click()
  const checkFor = async (day: string) => {
    await page.getByLabel('Abfahrt', { exact: true }).fill(`${day}T12:00`)
    await page.getByRole('button', { name: 'Für diese Zeit prüfen' }).click()
  }
  await checkFor(nextInSummer('Saturday'))
  await closures.getByText(/Beispielsteige: gesperrt, wenn Sie gegen 12:0\d Uhr vorbeikommen/).waitFor()
  await settle(visitor)
  await closures.getByRole('heading', { name: 'Sperrungen für Motorräder' }).scrollIntoViewIfNeeded()
  await keepPicture(page, 'route-check-closure-phone')
  await checkFor(nextInSummer('Wednesday'))
  await closures.getByText(/Beispielsteige: offen, wenn Sie gegen 12:0\d Uhr vorbeikommen/).waitFor()
  expect(complaints).toEqual([])
})

test.each([
  { width: widths[0], dark: true },
  { width: widths[1], dark: false },
])('a rider draws a route on a $width.name and checks it', async ({ width, dark }) => {
  const visitor = await stories.enterDemo({ width, dark, at: '/route-check' })
  const { page, complaints } = visitor
  await page.getByRole('button', { name: 'Auf der Karte zeichnen' }).click()
  const drawing = page.getByRole('region', { name: 'Strecke zeichnen' })
  const canvas = drawing.locator('canvas')
  await drawing.getByText('Noch kein Punkt. Tippen Sie auf den Start.').waitFor()
  await canvas.scrollIntoViewIfNeeded()
  const check = drawing.getByRole('button', { name: 'Strecke prüfen' })
  await expect.poll(() => check.isDisabled()).toBe(true)

  const pins = drawing.getByRole('button', { name: /^Punkt \d+, mit den Pfeiltasten/ })
  const list = drawing.getByRole('list', { name: 'Punkte der Strecke' }).getByRole('listitem')
  for (const [index, position] of [
    { x: 90, y: 90 },
    { x: 200, y: 140 },
    { x: 150, y: 220 },
  ].entries()) {
    await canvas.click({ position })
    await expect.poll(() => pins.count()).toBe(index + 1)
  }
  await drawing.getByText(/^3 Punkte, .* Luftlinie\.$/).waitFor()

  const second = list.nth(1)
  const before = await second.innerText()
  const box = await pins.nth(1).boundingBox()
  if (box === null) throw new Error('the second point is not there')
  expect([box.width >= 44, box.height >= 44]).toEqual([true, true])
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y + 30, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => second.innerText()).not.toBe(before)
  // Neither a new point, nor another place of the map.
  await expect.poll(() => pins.count()).toBe(3)
  const dragged = await second.innerText()
  await pins.nth(1).press('ArrowLeft')
  await expect.poll(() => second.innerText()).not.toBe(dragged)

  await drawing.getByRole('button', { name: 'Letzten Punkt entfernen' }).click()
  await expect.poll(() => pins.count()).toBe(2)
  await settle(visitor)
  await keepPicture(page, `route-drawing-${width.name}`)
  expect(await faultsOf(page, 'drawing a route', dark ? 'dark' : 'light')).toEqual([])
  expect(await faultsWhenNarrow(page, 'drawing a route', narrowest)).toEqual([])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)

  await check.click()
  await page.getByRole('heading', { name: 'Auf Ihrer Strecke' }).waitFor()
  await page.getByText(/^Gezeichnete Strecke · /).waitFor()
  await page.getByRole('button', { name: 'Andere Strecke' }).click()
  await expect.poll(() => pins.count()).toBe(2)
  await drawing.getByRole('button', { name: 'Neu beginnen' }).click()
  await expect.poll(() => pins.count()).toBe(0)
  expect(complaints).toEqual([])
})

/** The next such day in July or August, which have no holidays of all Germany. */
function nextInSummer(weekday: string): string {
  const days = Array.from({ length: 365 }, (_, ahead) => new Date(Date.now() + (ahead + 1) * dayMs))
  const found = days.find(
    (day) =>
      [6, 7].includes(day.getUTCMonth()) &&
      day.getUTCDate() < 15 &&
      day.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }) === weekday,
  )
  return found?.toISOString().slice(0, 10) ?? ''
}

async function give(page: Page, text: string): Promise<void> {
  const file = { name: 'tour.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(text) }
  await page.getByLabel('Datei auswählen').setInputFiles(file)
}
