import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import type { Place } from '#contract/base/place.ts'
import type { DataStatus } from '#contract/weather.ts'
import { type Country, countryAt } from '#domain/riding/countries.ts'
import { isDaylight } from '#domain/riding/daylight.ts'
import { type HazardRows, inRows } from '#domain/riding/hazard-rows.ts'
import { type HazardTile, tilesKnownAt } from '#domain/riding/hazard-tiles.ts'
import type { Hazard } from '#domain/riding/hazards.ts'
import type { Motion, RidingFix } from '#domain/riding/motion.ts'
import { noAnnouncements, sayNext } from '#domain/riding/announcement-order.ts'
import { type Passed, passedAt } from '#domain/riding/passed.ts'
import { type ShownWarning, shownAfter } from '#domain/riding/shown-warnings.ts'
import { newRide, rideOn, type Warning } from '#domain/riding/warning.ts'
import { type WeatherAhead, weatherAhead } from '#domain/riding/weather-ahead.ts'
import { type RidingWeather, unknownWeather } from '#domain/riding/weather-areas.ts'

/** What is known of the phone's position. */
export type Reception = 'searching' | 'good' | 'rough' | 'jumping' | 'lost' | 'denied' | 'unavailable'

/** How old the hazards are: when those around the rider were asked for, by the browser's clock. */
export interface Knowledge {
  asOf: number | null
  /** The last question was not answered. */
  isOld: boolean
  /** More lie around than are known. */
  truncated: boolean
  /** Of the warnings of the weather. */
  weather: DataStatus
}

/** What is answered for a tile. */
export interface TileAnswer {
  hazards: readonly Hazard[]
  truncated: boolean
  weather: RidingWeather
}

/** What is known of a tile, and since when. */
interface TileKnown extends Omit<TileAnswer, 'hazards'> {
  hazards: HazardRows
  at: number
}

export interface RideView {
  startedAt: number
  reception: Reception
  /** km/h; null while nothing tells it. */
  speedKmh: number | null
  shown: readonly ShownWarning[]
  /** Everything that was told, the latest last. */
  told: readonly Warning[]
  /** Hazards that were passed without a warning, the latest last. */
  missed: readonly Passed[]
  /** The most severe warning of the weather that begins on the way, or in which the ride is. */
  weather: WeatherAhead | null
  toldWeather: readonly WeatherAhead[]
  knowledge: Knowledge
  /** Null before the first position. */
  isDay: boolean | null
  country: Country | null
  /** How long the page has just been in the background, milliseconds; 0: it was not. */
  awayMs: number
}

/** Everything outside that a ride depends on. */
export interface RideEffects {
  now(): number
  /** Calls back with each position, or why there is none; returns how to stop. */
  watch(onFix: (fix: RidingFix) => void, onFailure: (why: 'denied' | 'unavailable') => void): () => void
  everySecond(work: () => void): () => void
  /** @throws if there is no answer. */
  ask(tile: HazardTile): Promise<TileAnswer>
  tell(warning: Warning): void
  tellWeather(weather: WeatherAhead): void
}

const {
  lostSeconds,
  pauseSeconds,
  weatherEverySeconds,
  roughMetres,
  renewMinutes,
  retrySeconds,
  awaySeconds,
  awayShownSeconds,
} = ridingLimits

/** A ride from its start to its end: nothing of it is kept anywhere else. */
export function startRide({ now, watch, everySecond, ask, tell, tellWeather }: RideEffects) {
  const tiles = new Map<string, TileKnown>()
  const listeners = new Set<() => void>()
  let hazards: readonly HazardRows[] = []
  let weather = unknownWeather
  let weatherAt = -Infinity
  let [ride, pillion] = [newRide, noAnnouncements]
  let [heardAt, triedAt, tickedAt] = [now(), -Infinity, now()]
  let cameBackAt = -Infinity
  let isAsking = false
  let isOver = false
  let view: RideView = {
    startedAt: now(),
    reception: 'searching',
    speedKmh: null,
    shown: [],
    told: [],
    missed: [],
    weather: null,
    toldWeather: [],
    knowledge: { asOf: null, isOld: false, truncated: false, weather: 'unavailable' },
    isDay: null,
    country: null,
    awayMs: 0,
  }
  const show = (change: Partial<RideView>) => {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }

  const follow = (fix: RidingFix) => {
    heardAt = now()
    const next = rideOn(ride, hazards, fix, weather)
    ride = next.ride
    const { motion } = ride
    if (motion === null) return
    const { said, pillion: after } = sayNext(pillion, next.warnings, fix.at)
    pillion = after
    if (said !== null) tell(said)
    followWeather(motion)
    const told = [...view.told, ...next.warnings]
    show({
      reception: receptionOf(fix, motion.jumps),
      speedKmh: motion.speed * 3.6,
      shown: shownAfter(view.shown, next.warnings, motion),
      told,
      missed: [...view.missed, ...passedAt(motion, hazards, weather).filter(isNew([...told, ...view.missed]))],
      isDay: isDaylight(fix, new Date(now())),
      country: countryAt(fix),
    })
    void renew(fix)
  }

  /** Each warning once, when nothing else is said. */
  const followWeather = (motion: Motion) => {
    if (!motion.isRiding || motion.at - weatherAt < weatherEverySeconds * secondMs) return
    weatherAt = motion.at
    const ahead = weatherAhead(motion, weather)
    show({ weather: ahead[0] ?? null })
    const fresh = ahead.find(({ area }) => !view.toldWeather.some((told) => told.area.id === area.id))
    if (fresh === undefined || motion.at - pillion.saidAt < pauseSeconds * secondMs) return
    // A hazard never waits for the weather.
    tellWeather(fresh)
    show({ toldWeather: [...view.toldWeather, fresh] })
  }

  /** Asks for the tiles around the rider that are missing or old, one after the other. */
  const renew = async (place: Place) => {
    if (isAsking || now() - triedAt < retrySeconds * secondMs) return
    isAsking = true
    const known = tilesKnownAt(place)
    try {
      for (const tile of known) await renewTile(tile)
    } catch {
      triedAt = now()
      if (!isOver) show({ knowledge: { ...view.knowledge, isOld: true } })
    }
    isAsking = false
    for (const key of tiles.keys()) if (!known.some((tile) => keyOf(tile) === key)) tiles.delete(key)
  }

  const renewTile = async (tile: HazardTile) => {
    const key = keyOf(tile)
    const before = tiles.get(key)
    if (isOver || (before !== undefined && now() - before.at < renewMinutes * minuteMs)) return
    const answer = await ask(tile)
    tiles.set(key, { ...answer, hazards: inRows(answer.hazards), at: now() })
    const all = [...tiles.values()]
    hazards = all.map((tile) => tile.hazards)
    if (isOver) return
    weather = joined(all.map((tile) => tile.weather))
    const asOf = Math.min(...all.map(({ at }) => at))
    const truncated = all.some((tile) => tile.truncated)
    show({ knowledge: { asOf, isOld: false, truncated, weather: weather.status } })
  }

  const tick = () => {
    const passed = now() - tickedAt
    tickedAt = now()
    const isSilent = now() - heardAt > lostSeconds * secondMs
    const wasAway = passed > awaySeconds * secondMs
    if (wasAway) cameBackAt = now()
    const isBackForLong = now() - cameBackAt > awayShownSeconds * secondMs
    const hadPosition = view.reception !== 'denied' && view.reception !== 'unavailable'
    show({
      ...(isSilent && hadPosition && { reception: 'lost', speedKmh: null }),
      ...(wasAway && { awayMs: passed }),
      ...(isBackForLong && { awayMs: 0 }),
    })
  }

  const stops = [watch(follow, (why) => show({ reception: why, speedKmh: null })), everySecond(tick)]
  return {
    current: () => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    end(): void {
      isOver = true
      for (const stop of stops) stop()
    },
  }
}

export type RunningRide = ReturnType<typeof startRide>

/** Whether nothing of the list is about this hazard. */
const isNew =
  (known: readonly { hazard: Hazard }[]) =>
  ({ hazard: { id } }: Passed) =>
    !known.some(({ hazard }) => hazard.id === id)

function receptionOf({ accuracy }: RidingFix, jumps: number): Reception {
  if (jumps > 0) return 'jumping'
  return accuracy > roughMetres ? 'rough' : 'good'
}

/** As much as is known of all tiles. */
function joined(tiles: readonly RidingWeather[]): RidingWeather {
  const status = (['unavailable', 'stale'] as const).find((each) => tiles.some((tile) => tile.status === each)) ?? 'ok'
  return { status, areas: tiles.flatMap(({ areas }) => areas) }
}

const keyOf = ({ x, y }: HazardTile) => `${x}/${y}`
