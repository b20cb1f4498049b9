import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settle } from './at-rest.ts'
import { type Visit, widths } from './browser.ts'
import { becomeCustomer } from './customers.ts'
import { faultsOf } from './faults.ts'
import { letSecondsPass, letTimePassUntil, letTimePassWhile, stopTime } from './page-time.ts'
import { enableTracking, recordedRides, report } from './recorded-rides.ts'
import { shareStories } from './stories.ts'
import { unfold } from './tracking-screen.ts'
import { zoomsAsked } from './tile-server.ts'
import type { Position } from '#contract/history/history.ts'
import { mapLimits } from '#contract/limits/map-limits.ts'
import { minuteMs, hourMs } from '#contract/base/time-units.ts'
import { destination, withinATurn } from '#domain/geo/geo.ts'

const stories = shareStories('customers')
const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name })

test('two trips of a day are listed, looked at one by one, replayed and returned to', async () => {
  const { page, complaints } = await riderAtDesk()
  await page.goto('/tracking?tab=rides')

  await sayHowOldTheLastPositionIs(page)
  await listTheRides(page)
  await showTheImpossibleFix(page)
  await lookAtOneRide(page)
  await playItAgain(page)
  await findNoFault(page)
  await goBackInTime(page)
  expect(complaints).toEqual([])
})

test('a week is seen by its outline until all of its positions are there', async () => {
  const { page, complaints } = await riderAtDesk()
  await page.goto('/tracking?tab=rides')
  await button(page, 'Letzte 24 h').click()
  await page.getByText(/234 Positionen/).waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/tracking/history/**', async (route) => {
    await released
    await route.continue()
  })
  await button(page, '7 Tage').click()
  // The parts of a week are a quarter of an hour long, and the rides took three hours.
  await expect.poll(() => lengthOfLine(page)).toBeLessThan(15)
  await expect.poll(() => button(page, /^Position \d+, /).count()).toBe(0)
  release()
  await expect.poll(() => lengthOfLine(page)).toBe(233)
  await button(page, /^Position 1, /).waitFor()
  expect(complaints).toEqual([])
})

/** Of how many positions the last line is that the map has drawn. */
function lengthOfLine(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const mark = performance.getEntriesByName('track-shown').at(-1)
    return mark instanceof PerformanceMark ? mark.detail : null
  })
}

/** A customer whose tracker has reported the recorded rides, at desktop width and at no screen yet. */
async function riderAtDesk(): Promise<Visit> {
  const customer = await becomeCustomer(stories.product)
  await enableTracking(stories.product, customer)
  await report(stories.product, customer.imei, recordedRides(stories.product.clock.now()))
  return stories.enter(customer, null, { width: widths[1] })
}

async function sayHowOldTheLastPositionIs(page: Page): Promise<void> {
  await page.getByText(/Letzte Position vor 1 Stunde .*Das ist keine aktuelle Position\./).waitFor()
}

async function listTheRides(page: Page): Promise<void> {
  await button(page, 'Letzte 24 h').click()
  await page.waitForURL(/range=last24Hours/)
  await page.locator('[aria-busy="false"]', { hasText: '234 Positionen' }).waitFor()
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?device=[^&]+&range=last24Hours$/)
  const chapters = page.getByRole('region', { name: 'Fahrten und Stopps' }).getByRole('button')
  await expect
    .poll(async () => (await chapters.allInnerTexts()).map((text) => text.replace(/\n.*/s, '')))
    .toEqual(['Fahrt', 'Stopp', 'Fahrt'])
  await expect.poll(() => chapters.first().innerText()).toContain('Karlsruhe → 4 km östlich von Baden-Baden')
  await expect.poll(() => chapters.nth(1).innerText()).toContain('1 Std. 0 Min.')
  await expect.poll(() => chapters.nth(2).innerText()).toContain('1 Lücke')
  await page.getByText('Keine Daten dazwischen (länger als 10 Minuten)').waitFor()
  await button(page, /, gefahren$/)
    .first()
    .waitFor()
}

async function showTheImpossibleFix(page: Page): Promise<void> {
  const impossible = button(page, /^Position 21, /)
  await button(page, /^Position 1, /).waitFor()
  await expect.poll(() => impossible.count()).toBe(0)
  const shown = page.getByRole('checkbox', { name: 'Ausreißer zeigen (1)' })
  await shown.check()
  await impossible.click()
  const popup = page.getByRole('dialog', { name: 'Position 21' })
  await popup.getByText('unmöglich weit von den Positionen davor oder danach entfernt').waitFor()
  await popup.getByRole('button', { name: 'Schließen' }).click()
  await shown.uncheck()
}

async function lookAtOneRide(page: Page): Promise<void> {
  const ride = button(page, /^Fahrt/).first()
  await ride.click()
  await expect.poll(() => ride.getAttribute('aria-pressed')).toBe('true')
  await button(page, /^Position 60, /).waitFor()
  await expect.poll(() => button(page, /^Position 234, /).count()).toBe(0)
}

async function playItAgain(page: Page): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Zeitpunkt der Wiedergabe' })
  const spoken = () => slider.getAttribute('aria-valuetext')
  const atFirst = await spoken()
  // Long enough to be stopped on the way on a slow machine.
  await page.getByRole('radio', { name: '5×' }).check()
  await button(page, 'Abspielen').click()
  await expect.poll(spoken).not.toBe(atFirst)
  await slider.focus()
  await page.keyboard.press('Space')
  await button(page, 'Abspielen').waitFor()
  const value = async () => Number(await slider.inputValue())
  // The first step leads to a fix, perhaps less than the slider's second away.
  await page.keyboard.press('ArrowRight')
  const before = await value()
  await page.keyboard.press('ArrowRight')
  await expect.poll(value).toBeGreaterThan(before)
  await expect.poll(spoken).toMatch(/^\d+ km\/h · \d\d:\d\d$/)
  const chart = page.getByRole('img', { name: /^Tempo von .* höchstens \d+ km\/h$/ })
  const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {}
  await chart.click({ position: { x: width / 2, y: height / 2 } })
  const [from, to] = [Number(await slider.getAttribute('min')), Number(await slider.getAttribute('max'))]
  await expect.poll(async () => ((await value()) - from) / (to - from)).toBeCloseTo(0.5, 1)
}

/** In the light theme on a desktop, in the dark theme on a phone. */
async function findNoFault(page: Page): Promise<void> {
  for (const name of ['Alle Positionen', 'Andere Formate', 'Zeitraum selbst wählen', 'Statistik'])
    await unfold(page, name)
  expect(await faultsOf(page, 'a history by day', 'light')).toEqual([])
  // Select boxes, input fields and buttons all have the height of a finger.
  const controls = page.locator('main').locator('select, input[type=datetime-local], button[type=submit]')
  await expect.poll(() => controls.count()).toBe(4)
  const heights = () =>
    controls.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)))
  await expect.poll(async () => [...new Set(await heights())]).toEqual([44])
  const [phone, desktop] = widths
  await page.setViewportSize({ width: phone.width, height: phone.height })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await faultsOf(page, 'a history by night', 'dark')).toEqual([])
  await page.setViewportSize({ width: desktop.width, height: desktop.height })
}

async function goBackInTime(page: Page): Promise<void> {
  await button(page, 'Zeitraum davor').click()
  await page.getByText('Keine Positionen in diesem Zeitraum').waitFor()
  expect(page.url()).toContain('from=')
  await page.goBack()
  await page.getByText(/234 Positionen/).waitFor()
  await expect.poll(() => button(page, 'Letzte 24 h').getAttribute('aria-pressed')).toBe('true')
  // If the address asks for nothing, the trips of the last day that was ridden are shown.
  await page.goBack()
  await page.waitForURL(({ searchParams }) => searchParams.get('range') === null)
  await page.getByRole('region', { name: 'Fahrten', exact: true }).getByRole('link').first().waitFor()
  await expect.poll(() => button(page, 'Letzte 24 h').getAttribute('aria-pressed')).toBe('false')
}

test('the map is built while its positions are loading, and appears in the page only with them', async () => {
  const { page, complaints } = await riderAtDesk()
  const surfaces = await countDrawingSurfaces(page)
  const answer = await holdBackHistory(page)
  const tiles = zoomsAsked(page, stories.tileOrigin, '/tracking')
  await page.goto('/tracking?tab=rides')
  const maps = page.locator('canvas')

  await button(page, 'Letzte 24 h').click()
  await expect.poll(surfaces).toBe(1)
  await answer.asked
  await expect.poll(() => maps.count()).toBe(0)
  expect(tiles).toEqual([])

  answer.release()
  await button(page, /^Position 1, /).waitFor()
  await expect.poll(() => maps.count()).toBe(1)
  await expect.poll(() => surfaces()).toBe(1)
  await expect.poll(() => tiles.length).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'OpenStreetMap' }).waitFor()

  await button(page, 'Zeitraum davor').click()
  await page.getByText('Keine Positionen in diesem Zeitraum').waitFor()
  await expect.poll(() => maps.count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a map that was built before anybody saw it shows its sources for as long as one that was not', async () => {
  const customer = await becomeCustomer(stories.product)
  await enableTracking(stories.product, customer)
  await report(stories.product, customer.imei, recordedRides(stories.product.clock.now()))
  const { page } = await stories.enter(customer, null, { fakeClock: true })
  const surfaces = await countDrawingSurfaces(page)
  const answer = await holdBackHistory(page)
  await page.goto('/tracking?tab=rides&range=last24Hours#map')
  await expect.poll(surfaces).toBe(1)
  await answer.asked
  await stopTime(page)
  await letSecondsPass(page, 7)
  answer.release()
  const sources = page.getByRole('link', { name: 'OpenStreetMap' })
  await letTimePassUntil(page, sources)
  await letSecondsPass(page, 4)
  await expect.poll(() => sources.isVisible()).toBe(true)
  await letTimePassWhile(page, () => sources.isVisible())
})

test('a ride across the antimeridian is one short line on the map, not a line around the globe', async () => {
  const customer = await becomeCustomer(stories.product)
  await enableTracking(stories.product, customer)
  const start = Math.floor(stories.product.clock.now().getTime() / minuteMs) * minuteMs - hourMs
  const ride = Array.from({ length: 40 }, (_, minute): Position => ({
    ...destination({ latitude: -16.8, longitude: 179.85 }, minute * 900, 90),
    recordedAt: new Date(start + minute * minuteMs).toISOString(),
    accuracy: 8,
    speed: 54,
    course: 90,
  }))
  const onTheGlobe = ride.map((fix) => ({ ...fix, longitude: withinATurn(fix.longitude) }))
  expect(onTheGlobe.at(-1)?.longitude).toBeLessThan(-179)
  await report(stories.product, customer.imei, onTheGlobe)
  const { page, complaints } = await stories.enter(customer, null, { width: widths[1] })
  const tiles: { zoom: number; column: number }[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    const [, zoom, column] = pathname.split('/').map(Number)
    if (origin === stories.tileOrigin) tiles.push({ zoom: zoom ?? NaN, column: column ?? NaN })
  })
  await page.goto('/tracking?tab=rides&range=last24Hours')
  for (const number of [1, 40]) await button(page, new RegExp(`^Position ${number}, `)).click({ trial: true })
  // From one end to the other it is 35 km.
  await expect.poll(() => Math.max(...tiles.map(({ zoom }) => zoom))).toBeGreaterThanOrEqual(10)
  await expect.poll(() => new Set(tiles.map(({ column }) => column === 0)).size).toBe(2)
  const distances = tiles.map(({ zoom, column }) => Math.min(column, 2 ** zoom - 1 - column) / 2 ** zoom)
  expect(Math.max(...distances)).toBeLessThan(0.01)
  expect(complaints).toEqual([])
})

test('the popup of a position stays open while the same range is searched again, and afterwards', async () => {
  const { page, complaints } = await riderAtDesk()
  await page.goto('/tracking?tab=rides&range=last24Hours')
  await button(page, /^Position 1, /).waitFor()
  const answer = await holdBackHistory(page)
  await unfold(page, 'Zeitraum selbst wählen')
  await button(page, 'Verlauf anzeigen').click()
  await answer.asked
  await button(page, /^Position 1, /).click()
  const popup = page.getByRole('dialog', { name: 'Position 1' })
  await popup.waitFor()
  const answered = page.waitForResponse((response) => isSearch(new URL(response.url())))
  answer.release()
  await answered
  await page.locator('[aria-busy="false"]', { hasText: '234 Positionen' }).waitFor()
  await expect.poll(() => popup.isVisible()).toBe(true)
  expect(complaints).toEqual([])
})

test('live positions do not disturb the view: the ride, its replay, the popup, the part of the map', async () => {
  const rides = recordedRides(stories.product.clock.now())
  const { customer, visitor, ride } = await watchingRide(rides)
  const { page, complaints } = visitor
  const marker = button(page, /^Position 1, /)
  await marker.click()
  const popup = page.getByRole('dialog', { name: 'Position 1' })
  await popup.waitFor()
  const zooms = zoomsAsked(page, stories.tileOrigin, '/tracking')
  await button(page, 'Vergrößern').click()
  await expect.poll(() => zooms.length).toBeGreaterThan(0)
  await settle(visitor)
  await unfold(page, 'Alle Positionen')
  await button(page, 'Nächste').click()
  await button(page, 'Nächste').click()
  await page.getByText('Seite 3 von 24').waitFor()
  const placeBefore = await placeOnMap(page, marker)

  const now = stories.product.clock.now().toISOString()
  await report(stories.product, customer.imei, [{ ...rides.at(-1), ...mapLimits.centre, recordedAt: now }])
  await page.getByText(/235 Positionen/).waitFor()
  await settle(visitor)
  await expect.poll(() => ride.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => popup.isVisible()).toBe(true)
  await expect.poll(() => placeOnMap(page, marker)).toEqual(placeBefore)
  await expect.poll(() => button(page, 'Anhalten').isVisible()).toBe(true)
  await expect.poll(() => page.getByText('Seite 3 von 24').isVisible()).toBe(true)
  expect(complaints).toEqual([])
})

test('the ride and its replay go on when a live history grows too long to be divided into chapters at once', async () => {
  const { customer, visitor, ride } = await watchingRide(recordedRides(stories.product.clock.now(), 3).slice(-2_000))
  const { page, complaints } = visitor
  await button(page, 'Anhalten').waitFor()

  await report(stories.product, customer.imei, [
    { ...mapLimits.centre, recordedAt: stories.product.clock.now().toISOString() },
  ])
  await page.getByText(/2\.001 Positionen/).waitFor()
  // A long history is divided into chapters as soon as the page is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await settle(visitor)
  await expect.poll(() => ride.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => button(page, 'Anhalten').isVisible()).toBe(true)
  expect(complaints).toEqual([])
})

/** A customer whose tracker has reported these positions, and who replays the first ride at its original speed. */
async function watchingRide(recorded: readonly Position[]) {
  const customer = await becomeCustomer(stories.product)
  await enableTracking(stories.product, customer)
  await report(stories.product, customer.imei, recorded)
  const visitor = await stories.enter(customer, '/tracking?tab=rides&range=last24Hours', { width: widths[1] })
  const { page } = visitor
  const ride = button(page, /^Fahrt/).first()
  await ride.click()
  await page.getByRole('radio', { name: '1×' }).check()
  await button(page, 'Abspielen').click()
  return { customer, visitor, ride }
}

/** Pixels from the map's corner: the page around it may move. */
async function placeOnMap(page: Page, marker: Locator): Promise<[x: number, y: number]> {
  const [map, box] = await Promise.all([page.locator('canvas').boundingBox(), marker.boundingBox()])
  if (map === null || box === null) throw new Error('not to be seen')
  return [box.x - map.x, box.y - map.y]
}

/** Counts the drawing surfaces of WebGL, whether they are in the page or not. */
async function countDrawingSurfaces(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    let surfaces = 0
    Object.defineProperty(window, 'drawingSurfaces', { get: () => surfaces })
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, type: string, settings: unknown) {
        if (type.startsWith('webgl')) surfaces += 1
        return Reflect.apply(getContext, this, [type, settings])
      },
    })
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'drawingSurfaces')))
}

const isSearch = ({ searchParams }: URL) => searchParams.get('format') === 'columns'

/** Holds back the answers to searches until `release`, but not those to requests for the newest position. */
async function holdBackHistory(page: Page): Promise<{ asked: Promise<void>; release(): void }> {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(isSearch, async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  return { asked: asked.promise, release: released.resolve }
}
