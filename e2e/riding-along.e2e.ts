import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { riding } from '#contract/riding/riding.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { demoWarnings } from '#domain/demo/demo-warnings.ts'
import { destination } from '#domain/geo/geo.ts'
import { tilesKnownAt } from '#domain/riding/hazard-tiles.ts'
import { isHazardType } from '#domain/riding/hazards.ts'
import { hazardNames } from '#web/features/riding/texts.ts'
import { send } from '#server/testing/client.ts'
import { keepPicture, widths } from './browser.ts'
import { becomeKnownCustomer, tokenOf } from './customers.ts'
import { onItsSide } from './faults.ts'
import { stopTime } from './page-time.ts'
import { hasRecording, hazardsAlong, type Placed, recordedWay, type Second, windingWay } from './ridden-ways.ts'
import { phoneOf, putOnHandlebar, rideAlong } from './riding-phone.ts'
import { shareStories, type Stories } from './stories.ts'

/* Whole rides, a position each second. The page's time passes only while they ride. */

const customers: Stories = shareStories('customers')
const demo = shareStories('demo')

/** Seconds of a ride. After ten minutes without a network, the page has asked for fresh hazards and got none. */
const offline = { from: 60, to: 700 }

test('by formula: on a winding road a rider hears what lies on the way, and nothing else', async () => {
  await rideAndHear(windingWay())
})

const recorded = 'through Hannover as recorded: a rider hears what lies on the way, and nothing else'
test.skipIf(!hasRecording)(recorded, async () => {
  await rideAndHear(recordedWay())
})

/** More than ten minutes of it are without a network. */
async function rideAndHear(way: readonly Second[]): Promise<void> {
  const placed = hazardsAlong(way)
  const onWay = placed.flatMap(({ isOnWay, type }) => (isOnWay && isHazardType(type) ? [hazardNames[type]] : []))
  expect(onWay.length, 'hazards on the way').toBeGreaterThanOrEqual(4)
  await report(placed)
  const rider = await becomeKnownCustomer(customers.product)
  const { page } = await customers.enter(rider, null, { fakeClock: true, expected: /Failed to load resource/ })
  const answered = await startAt(page, placeOf(way))
  await expect.poll(async () => (await phoneOf(page)).isAwake).toBe(true)

  await rideAlong(page, way.slice(0, offline.from))
  await page.route('**/api/**', (route) => route.abort())
  await rideAlong(page, way.slice(offline.from, offline.to))
  const age = page.getByText(/^Kein Netz, Stand vor 1\d Minuten$/)
  await standUntil(page, way.slice(offline.to - 1, offline.to), () => age.isVisible())
  await keepPicture(page, `riding-offline-${way.length}`)

  await page.unroute('**/api/**')
  answered.clear()
  await rideAlong(page, way.slice(offline.to))
  // The page asks again soon, for one tile after the other.
  await standUntil(page, way.slice(-1), async () => answered.size > 0 && !(await age.isVisible()))

  await expect.poll(() => hazardsHeard(page)).toEqual(onWay)
  await expect.poll(async () => (await phoneOf(page)).isAwake).toBe(true)
  // It can be ended where it stands.
  const end = page.getByRole('button', { name: 'Fahrt beenden' })
  await standUntil(page, way.slice(-1), () => end.isVisible())
  await end.click()
  const told = page.getByRole('list', { name: 'Wovor gewarnt wurde' }).getByRole('listitem')
  await expect.poll(() => told.count()).toBe(onWay.length)
  await expect.poll(async () => (await phoneOf(page)).isAwake).toBe(false)
}

test('weather that begins on the way is told once, shown as near, and as here from its beginning', async () => {
  const { page } = await demo.enterDemo({ at: null, fakeClock: true })
  const storm = demoWarnings(new Date(0)).find(({ warningType }) => warningType === 'GEWITTER')
  if (storm === undefined) throw new Error('the demo has a thunderstorm')
  const course = 90
  const [speed, seconds] = [20, 300]
  // Its outline lies some six kilometres around its centre.
  const way = Array.from({ length: seconds }, (_, second) => {
    const metres = 9_500 - second * speed
    return { ...destination(storm.centre, metres, course + 180), speed, course }
  })
  await startAt(page, placeOf(way))
  await rideAlong(page, way.slice(0, 30))
  await page.getByText(/^Gewitter, Stufe 3 von 4 · in der Nähe, ab \d(,\d)? km$/).waitFor()
  await page.setViewportSize(onItsSide)
  await expect.poll(() => heightBelow(page)).toBe(0)
  await keepPicture(page, 'riding-weather-720')
  await page.setViewportSize(widths[0])
  await rideAlong(page, way.slice(30))
  await page.getByText('Gewitter, Stufe 3 von 4 · hier').waitFor()
  await expect
    .poll(async () => (await phoneOf(page)).spoken.filter((words) => words.includes('Gewitter')))
    .toEqual([expect.stringMatching(/^Unwetter in der Nähe: Gewitter, Stufe 3, in \d Kilometern\.$/)])
})

/** How much of the ride is below the screen, which nobody scrolls on the way, in pixels. */
function heightBelow(page: Page): Promise<number> {
  return page.getByRole('dialog', { name: 'Fahrt' }).evaluate((ride) => ride.scrollHeight - ride.clientHeight)
}

async function report(placed: readonly Placed[]): Promise<void> {
  const { product } = customers
  const token = await tokenOf(product, await becomeKnownCustomer(product))
  for (const { type, direction, latitude, longitude } of placed) {
    const body = {
      poiType: type,
      latitude,
      longitude,
      ...(direction !== null && { direction }),
      consentVersion: currentVersion('reports'),
    }
    const { status } = await send(product.url, 'POST', '/api/poi', { token, body })
    expect(status).toBe(201)
  }
}

/** Stands at the beginning of a way until the hazards around are known. Returns the tiles that have been answered so far. */
async function startAt(page: Page, start: Second): Promise<Set<string>> {
  const answered = new Set<string>()
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (pathname === riding.hazards.path) answered.add(search)
  })
  await putOnHandlebar(page)
  await page.goto('/ride')
  const button = page.getByRole('button', { name: 'Fahrt starten' })
  await button.waitFor()
  await stopTime(page)
  await button.click()
  await page.getByRole('dialog', { name: 'Fahrt' }).waitFor()
  await rideAlong(page, [start])
  await page.getByText('Nichts gemeldet').waitFor()
  await expect.poll(() => answered.size).toBe(tilesKnownAt(start).length)
  return answered
}

/** Stands, second by second, until something is so. */
async function standUntil(page: Page, [last]: readonly Second[], isSo: () => Promise<boolean>): Promise<void> {
  if (last === undefined) throw new Error('there is a place to stand')
  await expect
    .poll(async () => {
      if (await isSo()) return true
      await rideAlong(page, [{ ...last, speed: 0, course: null }])
      return isSo()
    })
    .toBe(true)
}

/** The names of the hazards that were told, in their order. */
async function hazardsHeard(page: Page): Promise<(string | undefined)[]> {
  const { spoken } = await phoneOf(page)
  const warnings = spoken.filter((words) => words.startsWith('Achtung'))
  return warnings.map((words) => /^Achtung: ([^,]+), in \d+ Metern/.exec(words)?.[1])
}

function placeOf([start]: readonly Second[]): Second {
  if (start === undefined) throw new Error('a way has a beginning')
  return start
}
