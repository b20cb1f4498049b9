import { expect, test } from 'vitest'
import { destination } from '#domain/geo/geo.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import type { HazardTile } from '#domain/riding/hazard-tiles.ts'
import type { Hazard } from '#domain/riding/hazards.ts'
import type { RidingFix } from '#domain/riding/motion.ts'
import type { WeatherAhead } from '#domain/riding/weather-ahead.ts'
import type { RidingWeather, WeatherArea } from '#domain/riding/weather-areas.ts'
import type { Warning } from '#domain/riding/warning.ts'
import { startRide } from './ride.ts'

const start = { latitude: 52.39, longitude: 9.73 }
const hazard: Hazard = {
  id: 'h',
  type: 'Obstacle',
  direction: null,
  isReported: true,
  line: null,
  conditions: null,
  ...destination(start, 600, 90),
}

const calm: RidingWeather = { status: 'ok', areas: [] }

interface Circumstances {
  answers: boolean
  weather: RidingWeather
  /** The one hazard there is. */
  known: Hazard
}

/** A ride whose phone, network and clock the test moves. */
function ridden({ answers = true, weather = calm, known = hazard }: Partial<Circumstances> = {}) {
  let now = Date.parse('2026-06-21T12:00:00Z')
  let onFix: (fix: RidingFix) => void = () => undefined
  let onFailure: (why: 'denied' | 'unavailable') => void = () => undefined
  let tick = () => undefined as void
  const told: Warning[] = []
  const toldWeather: WeatherAhead[] = []
  const asked: HazardTile[] = []
  const network = { answers }
  const ride = startRide({
    now: () => now,
    watch(fix, failure) {
      ;[onFix, onFailure] = [fix, failure]
      return () => (onFix = () => undefined)
    },
    everySecond(work) {
      tick = work
      return () => (tick = () => undefined)
    },
    async ask(tile) {
      asked.push(tile)
      if (!network.answers) throw new Error('no network')
      return { hazards: asked.length === 1 ? [known] : [], truncated: false, weather }
    },
    tell: (warning) => told.push(warning),
    tellWeather: (ahead) => toldWeather.push(ahead),
  })
  /** Rides on to the east for some seconds at 20 m/s; the answers of the network arrive in between. */
  const rideOn = async (from: number, seconds: number, more: Partial<RidingFix> = {}) => {
    for (let second = from; second < from + seconds; second += 1) {
      now += 1000
      onFix({ ...destination(start, 20 * second, 90), at: now, accuracy: 8, speed: 20, course: 90, ...more })
      tick()
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    }
  }
  const wait = (seconds: number) => {
    now += seconds * 1000
    tick()
  }
  return {
    ride,
    told,
    toldWeather,
    asked,
    network,
    rideOn,
    wait,
    fail: (why: 'denied' | 'unavailable') => onFailure(why),
  }
}

test('a hazard ahead is told once, shown with its distance, and noted', async () => {
  const { ride, told, rideOn } = ridden()
  await rideOn(0, 25)
  expect(told.map(({ hazard: { id } }) => id)).toEqual(['h'])
  const { shown, told: noted, speedKmh, isDay, country, reception } = ride.current()
  expect(shown.map(({ metres }) => Math.round(metres))).toEqual([120])
  expect(noted).toHaveLength(1)
  expect({ speedKmh, isDay, country, reception }).toEqual({
    speedKmh: 72,
    isDay: true,
    country: 'germany',
    reception: 'good',
  })
})

test('a hazard beside the way that was not told is noted once the ride is past it; one that was told is not', async () => {
  const beside = ridden({ known: { ...hazard, ...destination(hazard, 45, 180) } })
  await beside.rideOn(0, 40)
  expect(beside.told).toEqual([])
  expect(beside.ride.current().missed.map(({ hazard: { id } }) => id)).toEqual(['h'])
  const ahead = ridden()
  await ahead.rideOn(0, 40)
  expect(ahead.told).toHaveLength(1)
  expect(ahead.ride.current().missed).toEqual([])
})

test('each tile is asked for once, and again after five minutes', async () => {
  const { asked, rideOn, wait } = ridden()
  await rideOn(0, 5)
  const first = asked.length
  expect(new Set(asked.map(({ x, y }) => `${x}/${y}`)).size).toBe(first)
  await rideOn(5, 5)
  expect(asked).toHaveLength(first)
  wait(5 * 60)
  await rideOn(10, 1)
  expect(asked).toHaveLength(2 * first)
})

test('without a network the hazards stay as they are known, with their age, and are asked for again', async () => {
  const { ride, told, network, asked, rideOn, wait } = ridden()
  await rideOn(0, 1)
  const { asOf } = ride.current().knowledge
  network.answers = false
  wait(10 * 60)
  await rideOn(1, 25)
  expect(ride.current().knowledge).toEqual({ asOf, isOld: true, truncated: false, weather: 'ok' })
  expect(told).toHaveLength(1)
  const before = asked.length
  network.answers = true
  wait(30)
  await rideOn(26, 1)
  expect(asked.length).toBeGreaterThan(before)
  expect(ride.current().knowledge.isOld).toBe(false)
})

test.each([
  ['no permission', 'denied'],
  ['no receiver', 'unavailable'],
] as const)('with %s it says so, and not that the position was lost', (_, why) => {
  const { ride, fail, wait } = ridden()
  fail(why)
  wait(60)
  expect(ride.current().reception).toBe(why)
})

test('a position that does not come, jumps or is rough is named', async () => {
  const { ride, rideOn, wait } = ridden()
  await rideOn(0, 3)
  await rideOn(3, 1, destination(start, 900, 0))
  expect(ride.current().reception).toBe('jumping')
  await rideOn(4, 1, { accuracy: 90 })
  expect(ride.current().reception).toBe('rough')
  wait(11)
  expect(ride.current()).toMatchObject({ reception: 'lost', speedKmh: null })
})

test('a page that was in the background says for how long, for a minute', async () => {
  const { ride, rideOn, wait } = ridden()
  await rideOn(0, 3)
  expect(ride.current().awayMs).toBe(0)
  wait(180)
  expect(ride.current().awayMs).toBe(180_000)
  await rideOn(3, 59)
  expect(ride.current().awayMs).toBe(180_000)
  await rideOn(62, 4)
  expect(ride.current().awayMs).toBe(0)
})

test('after its end nothing is told, asked or shown any more', async () => {
  const { ride, told, rideOn } = ridden()
  await rideOn(0, 3)
  ride.end()
  const before = ride.current()
  await rideOn(3, 25)
  expect(told).toEqual([])
  expect(ride.current()).toBe(before)
})

test('a thunderstorm that begins on the way is told once, and is shown until it is left behind', async () => {
  const corners = [
    [3_000, -2_000],
    [3_000, 2_000],
    [6_000, 2_000],
    [6_000, -2_000],
    [3_000, -2_000],
  ] as const
  const storm: WeatherArea = {
    id: 'storm',
    kind: 'thunderstorm',
    level: 3,
    validFrom: '2026-06-21T11:00:00Z',
    validUntil: null,
    rings: [textOfLine(corners.map(([east, north]) => destination(destination(start, east, 90), north, 0)))],
  }
  const { ride, toldWeather, rideOn } = ridden({ weather: { status: 'ok', areas: [storm] } })
  await rideOn(0, 60)
  expect(toldWeather.map(({ area, metres }) => [area.id, metres > 1_500 && metres < 3_000])).toEqual([['storm', true]])
  expect(ride.current().weather?.area.id).toBe('storm')
  await rideOn(60, 120)
  expect(ride.current().weather?.metres).toBe(0)
  await rideOn(180, 140)
  expect(ride.current().weather).toBeNull()
  expect(toldWeather).toHaveLength(1)
})
