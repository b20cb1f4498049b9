import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { events } from '#contract/events/events.ts'
import type { Place } from '#contract/base/place.ts'
import { poiReports } from '#contract/poi-reports/poi-reports.ts'
import { poiTypesByCategory } from '#contract/pois/pois.ts'
import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { demoPois } from '#domain/demo/demo-pois.ts'
import { destination, distanceMetres, isInside } from '#domain/geo/geo.ts'
import { isDaylight } from '#domain/riding/daylight.ts'
import { boxOfTile, tilesKnownAt } from '#domain/riding/hazard-tiles.ts'
import { isHazardType } from '#domain/riding/hazards.ts'
import { hazardNames } from '#web/features/riding/texts.ts'
import { standStill } from './at-rest.ts'
import { keepPicture, widths } from './browser.ts'
import { becomeCustomer, becomeKnownCustomer, tokenOf } from './customers.ts'
import { faultsOf } from './faults.ts'
import { stopTime } from './page-time.ts'
import { phoneOf, putOnHandlebar, tellPosition } from './riding-phone.ts'
import { shareStories, type Stories } from './stories.ts'
import { send } from '#server/testing/client.ts'

/* A ride with the phone on the handlebar, towards a sample hazard of the demo world. The page's clock stands still in between. */

const stories: Stories = shareStories('demo')
const customers = shareStories('customers')
const kmh = 72
const course = 90

/** A hazard that no other one is near to, in the tile that its rider asks for first. */
const hazards = demoPois().filter(({ poiType }) => isHazardType(poiType))
const alone = hazards.find((one) => {
  const isAlone = hazards.every((other) => other === one || distanceMetres(one, other) > 2_000)
  const [own] = tilesKnownAt(destination(one, 1_500, course + 180))
  return isAlone && own !== undefined && isInside(boxOfTile(own), one)
})
if (alone === undefined || !isHazardType(alone.poiType)) throw new Error('the demo has a hazard that stands alone')
const ahead = alone
const name = hazardNames[alone.poiType]
const reported = z.object({ data: poiReports.report.reply })

/** On a straight road that leads there. */
const before = (metres: number, place: Place = ahead): Place => destination(place, metres, course + 180)

const cameraNames = [...poiTypesByCategory.stationarySpeedCameras, ...poiTypesByCategory.mobileSpeedCameras]
const names = new RegExp(`\\b(${cameraNames.join('|')})\\b|speedCameras`, 'i')

/** Rides on second by second, from one distance before a hazard to another. */
async function ride(page: Page, from: number, to: number, place: Place = ahead): Promise<void> {
  for (let metres = from; metres >= to; metres -= kmh / 3.6) {
    await page.clock.runFor(secondMs)
    await tellPosition(page, before(metres, place), { kmh, course })
  }
}

/** Without the weather of the demo world, which is told when it is known. */
async function hazardsHeard(page: Page): Promise<string[]> {
  return (await phoneOf(page)).spoken.filter((words) => words.startsWith('Achtung'))
}

/** A page that is still loading needs its time: it is stopped once there is something to press. */
async function pressStart(page: Page): Promise<void> {
  const start = page.getByRole('button', { name: 'Fahrt starten' })
  await start.waitFor()
  await stopTime(page)
  await start.click()
}

async function startRiding(page: Page, place: Place = ahead): Promise<void> {
  await pressStart(page)
  await page.getByRole('dialog', { name: 'Fahrt' }).waitFor()
  // The clock stands still meanwhile: a call gives up by the page's time.
  await tellPosition(page, before(1_500, place), { kmh: 0, course })
  await page.getByText('Nichts gemeldet').waitFor()
}

test.each([
  { width: widths[0], dark: false },
  { width: widths[1], dark: true },
])(
  'a rider on a $width.name hears of a hazard in time and once, and finds it in a list afterwards',
  async ({ width, dark }) => {
    const visitor = await stories.enterDemo({ width, dark, at: null, fakeClock: true })
    const { page, complaints } = visitor
    await putOnHandlebar(page)
    await page.goto('/ride')
    await page.getByRole('heading', { name: 'Fahrmodus', level: 1 }).waitFor()
    // This product has no base map of its own.
    const byPlace = page.getByText('Von Unfallschwerpunkten und Meldungen ist hier nur der Ort bekannt')
    await expect.poll(() => byPlace.count()).toBe(1)
    await startRiding(page)
    await expect.poll(async () => (await phoneOf(page)).isAwake).toBe(true)
    await expect.poll(() => page.getByText(/^Blitzer aus seit \d\d:\d\d/).isVisible()).toBe(true)

    await ride(page, 900, 140)
    await page.getByRole('dialog').getByRole('heading', { name }).waitFor()
    await expect.poll(() => page.getByRole('dialog').getByText('140 m').isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('dialog').getByText('voraus').count()).toBe(1)
    await expect.poll(() => hazardsHeard(page)).toEqual([`Achtung: ${name}, in 250 Metern.`])
    await expect.poll(async () => (await phoneOf(page)).vibrated).toBe(1)
    await expect.poll(() => page.getByRole('dialog').getByRole('button').count()).toBe(0)
    // By the sun, whatever the device is set to.
    const paper = isDaylight(ahead, await timeOf(page)) ? day : night
    await expect
      .poll(() => page.getByRole('dialog').evaluate((screen) => getComputedStyle(screen).backgroundColor))
      .toBe(paper)
    await standStill(page)
    await keepPicture(page, `riding-${width.name}-${dark ? 'dark' : 'light'}`)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBeLessThanOrEqual(0)

    await ride(page, 120, -200)
    await page.getByText('Nichts gemeldet').waitFor()
    await page.clock.runFor(secondMs)
    await tellPosition(page, before(-200), { kmh: 0, course })
    await page.getByRole('button', { name: 'Fahrt beenden' }).click()
    const told = page.getByRole('list', { name: 'Wovor gewarnt wurde' }).getByRole('listitem')
    await expect.poll(() => told.count()).toBe(1)
    await expect.poll(() => told.first().innerText()).toMatch(new RegExp(`^${name}`))
    await expect.poll(() => page.getByText(/^Blitzer aus von /).isVisible()).toBe(true)
    await expect.poll(async () => (await phoneOf(page)).isAwake).toBe(false)
    await keepPicture(page, `riding-after-${width.name}`)
    expect(complaints).toEqual([])
  },
)

test('one tap on the way says that an unconfirmed hazard is still there, and from how near where that is allowed', async () => {
  const { product } = customers
  const reporter = await tokenOf(product, await becomeCustomer(product))
  const place = { latitude: 47.9, longitude: 12.1 }
  const body = { poiType: 'Obstacle', ...place, consentVersion: currentVersion('reports') }
  const report = reported.parse((await send(product.url, 'POST', '/api/poi', { token: reporter, body })).body).data.poi
  const { page, complaints } = await customers.enter(await becomeKnownCustomer(product), null, { fakeClock: true })
  await putOnHandlebar(page)
  await page.goto('/ride')
  await page.getByRole('checkbox', { name: /mitsenden, wie nah ich bin/ }).check()
  await startRiding(page, place)
  await ride(page, 900, 140, place)
  // Its reporter has only just come.
  await page.getByText('gemeldet, unbestätigt').waitFor()
  await expect
    .poll(async () => (await phoneOf(page)).spoken.join(' '))
    .toContain('Hindernis, gemeldet, unbestätigt, in ')
  await keepPicture(page, 'riding-unconfirmed-390')
  await page.getByRole('button', { name: 'Hindernis: Noch da' }).click()
  await page.getByText('Danke.', { exact: true }).waitFor()
  const now = await send(product.url, 'GET', `/api/poi/${report.id}`, { token: reporter })
  expect(reported.parse(now.body).data.poi.details?.confirmations).toBe(1)
  const votes = product.operator.selectFrom('poi_votes').select('weight').where('poi_id', '=', report.id)
  await expect.poll(() => votes.execute()).toEqual([{ weight: 0.5 }])
  expect(complaints).toEqual([])
})

test('after the ride stand what was passed without a warning, and the answer that waits for a network', async () => {
  const { product } = customers
  const reporter = await tokenOf(product, await becomeCustomer(product))
  const place = { latitude: 47.7, longitude: 11.4 }
  const beside = destination(before(-300, place), 45, course + 90)
  const reports = [
    { poiType: 'Obstacle', ...place },
    { poiType: 'BrokenDownVehicle', ...beside },
  ]
  for (const report of reports) {
    const body = { ...report, consentVersion: currentVersion('reports') }
    reported.parse((await send(product.url, 'POST', '/api/poi', { token: reporter, body })).body)
  }
  const customer = await becomeKnownCustomer(product)
  const { page } = await customers.enter(customer, null, { fakeClock: true, expected: /Failed to load resource/ })
  await putOnHandlebar(page)
  await page.goto('/ride')
  await startRiding(page, place)
  await page.route('**/api/**', (route) => route.abort())
  await ride(page, 900, 140, place)
  await page.getByRole('button', { name: 'Hindernis: Noch da' }).click()
  await page.getByText('Danke. Das wird gesendet, sobald Netz da ist.').waitFor()
  await ride(page, 120, -400, place)
  await page.clock.runFor(secondMs)
  await tellPosition(page, before(-400, place), { kmh: 0, course })
  await page.getByRole('button', { name: 'Fahrt beenden' }).click()

  const told = page.getByRole('list', { name: 'Wovor gewarnt wurde' }).getByRole('listitem')
  await expect
    .poll(() => told.allInnerTexts())
    .toEqual([expect.stringMatching(/^Hindernis[^]*„Noch da“ wartet auf Netz/)])
  const missed = page.getByRole('list', { name: 'Ohne Warnung vorbeigefahren' }).getByRole('listitem')
  await expect.poll(() => missed.allInnerTexts()).toEqual([expect.stringMatching(/^Pannenfahrzeug/)])
  await keepPicture(page, 'riding-missed-390')

  await page.unroute('**/api/**')
  await page.clock.runFor(minuteMs)
  await told.getByText('Danke.', { exact: true }).waitFor()
  await expect.poll(() => told.getByRole('button').count()).toBe(0)
})

test('ten minutes without a network it goes on warning, and says how old its knowledge is', async () => {
  const { page } = await stories.enterDemo({ at: null, fakeClock: true, expected: /Failed to load resource/ })
  await putOnHandlebar(page)
  await page.goto('/ride')
  await startRiding(page)
  await page.route('**/api/**', (route) => route.abort())
  for (let minute = 0; minute < 10; minute += 1) {
    await page.clock.runFor(minuteMs)
    await tellPosition(page, before(1_400), { kmh: 0, course })
  }
  await expect
    .poll(async () => {
      await page.clock.runFor(secondMs)
      await tellPosition(page, before(1_400), { kmh: 0, course })
      return page.getByText('Kein Netz, Stand vor 10 Minuten').isVisible()
    })
    .toBe(true)
  await ride(page, 900, 140)
  await expect.poll(() => hazardsHeard(page)).toEqual([`Achtung: ${name}, in 250 Metern.`])
})

test('a rider without a position is told why, and what to do', async () => {
  const { page } = await stories.enterDemo({ at: null, fakeClock: true })
  await putOnHandlebar(page)
  await page.goto('/ride')
  await pressStart(page)
  await page.getByText('Ihre Position wird gesucht. Noch wird nicht gewarnt.').waitFor()
  await page.clock.runFor(11 * secondMs)
  await page.getByText(/^Keine Position mehr/).waitFor()
  await page.evaluate(() => {
    const error = {
      code: 1,
      message: '',
      PERMISSION_DENIED: 1 as const,
      POSITION_UNAVAILABLE: 2 as const,
      TIMEOUT: 3 as const,
    }
    window.phone.refuse?.(error)
  })
  await page.getByText(/^Wegwarte darf Ihre Position nicht sehen/).waitFor()
  await page.getByText('Es wird nicht gewarnt', { exact: true }).waitFor()
  await page.clock.runFor((ridingLimits.noticeSeconds + 1) * secondMs)
  await page.getByText('Position nicht erlaubt').waitFor()
  await expect.poll(() => page.getByText(/^Wegwarte darf Ihre Position nicht sehen/).count()).toBe(0)

  // What looks for faults waits by the page's clock.
  await page.clock.resume()
  expect(await faultsOf(page, 'riding mode', 'light')).toEqual([])
})

test('where the browser cannot speak or keep the screen on, the rider is told so, and hears a tone', async () => {
  const { page } = await stories.enterDemo({ at: null, fakeClock: true })
  await putOnHandlebar(page, { voice: 'none', wakeLock: false })
  await page.goto('/ride')
  await page.getByText('Dieser Browser kann nicht Deutsch sprechen. Sie hören stattdessen einen Ton.').waitFor()
  await startRiding(page)
  await page.getByText(/^Dieser Browser lässt den Bildschirm ausgehen\. Stellen Sie die Bildschirmsperre/).waitFor()
  await ride(page, 900, 140)
  await page.getByRole('dialog').getByRole('heading', { name }).waitFor()
  await expect.poll(async () => (await phoneOf(page)).tones).toBeGreaterThan(0)
})

test('a voice that fails is replaced by a tone', async () => {
  const { page } = await stories.enterDemo({ at: null, fakeClock: true })
  await putOnHandlebar(page, { voice: 'fails' })
  await page.goto('/ride')
  await page.getByRole('button', { name: 'Probe hören' }).click()
  await expect.poll(async () => (await phoneOf(page)).tones).toBe(1)
})

test('from the start of a ride no byte of a camera reaches the browser, and none of the map’s stays in its memory', async () => {
  const { page } = await stories.enterDemo({ width: widths[1], at: null, fakeClock: true })
  await putOnHandlebar(page)
  const camera = 'demo-mobileSpeedCameras-'
  await page.goto('/pois')
  await page.getByRole('link', { name: 'Fahrmodus' }).waitFor()
  await page
    .getByRole('button', { name: /Blitzer/ })
    .first()
    .waitFor()
  await expect.poll(() => isInMemory(page, camera), { timeout: 60_000 }).toBe(true)

  await page.getByRole('link', { name: 'Fahrmodus' }).click()
  await page.getByRole('button', { name: 'Fahrt starten' }).waitFor()
  const received: string[] = []
  // Read on the way: the browser does not keep every answer that it has had. The stream of events never ends.
  const isRead = ({ pathname }: URL) => pathname.startsWith('/api/') && pathname !== events.stream.path
  await page.route(isRead, async (route) => {
    const answer = await route.fetch()
    received.push(await answer.text())
    await route.fulfill({ response: answer })
  })
  await startRiding(page)
  await ride(page, 900, 140)
  await page.getByRole('dialog').getByRole('heading', { name }).waitFor()
  expect(received.some((body) => body.includes(ahead.poiType))).toBe(true)
  expect(received.filter((body) => names.test(body))).toEqual([])
  await expect.poll(() => isInMemory(page, camera), { timeout: 60_000 }).toBe(false)
  const kept = await page.evaluate(async () => {
    const stores = await indexedDB.databases()
    const caches = await window.caches.keys()
    return JSON.stringify([stores, caches, { ...localStorage }, { ...sessionStorage }])
  })
  expect(kept).not.toMatch(names)
  // The hazards farther away are still being asked for.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** `--color-page` of web/app/theme/tokens.css. */
const [day, night] = ['rgb(255, 255, 255)', 'rgb(20, 23, 27)']

async function timeOf(page: Page): Promise<Date> {
  return new Date(await page.evaluate(() => Date.now()))
}

/** Whether a text is anywhere in the page's memory, after what is no longer used was removed. */
async function isInMemory(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page)
  const found = { is: false, end: '' }
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    found.is ||= (found.end + chunk).includes(text)
    found.end = chunk.slice(-text.length)
  })
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return found.is
}
