/*
 * Riding mode on recorded rides: of hazards planted on the way, how many are warned of and how early; of those beside it,
 * against it and behind, how many by mistake. Beside each other: a radius of 1 km, a cone by heading, and ours.
 * Then the same through crossings, with lines by a base map and the goals for them.
 * `-- riding --short` for a quick look, `--streets` for the crossings alone. The recordings are read from SHARED_DIR.
 */
import { unknownWeather } from '#domain/riding/weather-areas.ts'
import { recordedRides, type Recording, recordings, type Ride } from './guard/departures.ts'
import { bytesInUse, percentile, table } from './pois/figures.ts'
import { fixesOf, type Phone } from './riding/phone.ts'
import { printOnStreets } from './riding/on-streets.ts'
import { isOnWay, type Kind, kinds, plant, type Planted } from './riding/planted.ts'
import { cone, ours, radius, type Rule, withLines } from './riding/rules.ts'
import { type Hazard, hazardTypes } from '#domain/riding/hazards.ts'
import { inRows } from '#domain/riding/hazard-rows.ts'
import { newRide, rideOn } from '#domain/riding/warning.ts'
import { randomFrom } from '#domain/testing/random.ts'

const isShort = process.argv.includes('--short')
const rides = ridesOf(recordings)
const rules = { radius, cone, ours, 'with lines': withLines } as const
/** The rule without lines has seen all recordings, the rule with lines only the first half of this. */
const halves = {
  'Hannover and Freiburg (tuned)': ['car_hannover_2016-12-28_1hz.gpx', 'gpsbabel_mtk_logger_m241_multiple_tracks.gpx'],
  'England and The Hague (held out for lines)': ['gpsbabel_garmin_xt_strk.gpx', 'gpsbabel_sbn-v13.gpx'],
} as const
const judgedHead = [
  'recall',
  'directed',
  'p5',
  'p50',
  'p95',
  ...kinds.filter((kind) => !isOnWay(kind)),
  'false/h',
  'repeats',
  'behind',
]
const leastLead = 2
const mostLead = 180
/** Told so much after it was passed, a hazard lies behind. */
const lateSeconds = 3
const beside = kinds.filter((kind) => !isOnWay(kind))

if (!process.argv.includes('--streets')) {
  console.log(`${rides.length} parts of recorded rides, ${inWords(rides)}`)
  printRecall()
  printHalves()
  printParked()
  printCost()
}
await printOnStreets(isShort)

function ridesOf(files: readonly Recording[]): Ride[] {
  return recordedRides(files)
    .filter(isRidden)
    .filter((_, index) => !isShort || index % 3 === 0)
}

function inWords(some: readonly Ride[]): string {
  return `${kilometresOf(some).toFixed(0)} km in ${hoursOf(some).toFixed(1)} h`
}

function printRecall(): void {
  const phones: [string, Phone][] = [5, 15, 40].flatMap((spread) => [
    [`${spread} m, 1 s`, { spread, every: 1 }],
    [`${spread} m, 5 s`, { spread, every: 5 }],
    [`${spread} m, 1 s, places only`, { spread, every: 1, isMute: true }],
  ])
  console.log('\nWarned of 2 to 180 s before: on the way (recall, lead in s), and by mistake (% of each kind).')
  console.log('„with lines“: the line of the hazard’s own road is known, 600 m to each side, as maps have it.')
  console.log(
    '„false/h“: at 0.2 distractors a km of all kinds but roads nearer than 60 m; „repeats“: told twice, „behind“: told after.',
  )
  const rows = phones.flatMap(([name, phone]) =>
    Object.entries(rules).map(([rule, build]) => [name, rule, ...judged(rides, phone, build)]),
  )
  console.log(table(['phone', 'rule', ...judgedHead], rows))
}

/** The same on each half of the recordings. */
function printHalves(): void {
  for (const [name, files] of Object.entries(halves)) {
    const half = ridesOf(files)
    console.log(`\n${name}: ${half.length} parts, ${inWords(half)}`)
    const rows = [5, 15].flatMap((spread) =>
      (['ours', 'with lines'] as const).map((rule) => [
        `${spread} m, 1 s`,
        rule,
        ...judged(half, { spread, every: 1 }, rules[rule]),
      ]),
    )
    console.log(table(['phone', 'rule', ...judgedHead], rows))
  }
}

function judged(some: readonly Ride[], phone: Phone, build: (hazards: readonly Hazard[]) => Rule): (string | number)[] {
  const leads: number[] = []
  const counts = new Map<Kind, { all: number; warned: number }>(kinds.map((kind) => [kind, { all: 0, warned: 0 }]))
  let [repeats, late] = [0, 0]
  for (const [index, ride] of some.entries()) {
    const planted = plant(ride, randomFrom(index))
    const warnedAt = warnings(build, planted, phone, ride, index)
    for (const { kind, hazard, passedAt } of planted) {
      const times = warnedAt.get(hazard.id) ?? []
      repeats += Math.max(0, times.length - 1)
      const count = counts.get(kind)
      if (count === undefined) continue
      count.all += 1
      if (!isOnWay(kind)) count.warned += Math.min(1, times.length)
      else {
        const lead = Math.max(...times.map((at) => passedAt - at).filter((seconds) => seconds <= mostLead))
        if (times.some((at) => at > passedAt + lateSeconds)) late += 1
        if (lead < leastLead) continue
        count.warned += 1
        if (kind === 'way') leads.push(lead)
      }
    }
  }
  const share = (kind: Kind) => (counts.get(kind)?.warned ?? 0) / Math.max(1, counts.get(kind)?.all ?? 0)
  return [
    share('way').toFixed(3),
    share('way, directed').toFixed(3),
    ...[0.05, 0.5, 0.95].map((part) => percentile(leads, part)),
    ...beside.map((kind) => (100 * share(kind)).toFixed(1)),
    falseAnHour(share, some).toFixed(2),
    repeats,
    late,
  ]
}

/** Distractors of a real map: roads beside at 60 to 120 m, opposite lanes, beyond turns, crossing roads, one fifth of a km each. */
function falseAnHour(share: (kind: Kind) => number, some: readonly Ride[]): number {
  const far = (share('beside 60') + share('beside 120')) / 2
  const each = [far, share('against'), share('turn'), share('crossing')]
  // Roads nearer than that are the fifth kind.
  const perDistractor = each.reduce((sum, one) => sum + one, 0) / (each.length + 1)
  return 0.2 * perDistractor * (kilometresOf(some) / hoursOf(some))
}

function warnings(
  build: (hazards: readonly Hazard[]) => Rule,
  planted: readonly Planted[],
  phone: Phone,
  ride: Ride,
  seed: number,
): Map<string, number[]> {
  const times = new Map<string, number[]>()
  const rule = build(planted.map(({ hazard }) => hazard))
  for (const fix of fixesOf(phone, ride, randomFrom(seed + 1000))) {
    for (const id of rule(fix)) times.set(id, [...(times.get(id) ?? []), fix.at / 1000])
  }
  return times
}

function printParked(): void {
  console.log('\nParked for an hour with 20 hazards within 500 m, warnings of the mean of some hours:')
  const parked = Array.from({ length: 3600 }, () => ({ x: 0, y: 0 }))
  const runs = isShort ? 2 : 10
  const rows = Object.entries(rules).map(([name, build]) => [
    name,
    ...[5, 15, 40].flatMap((spread) =>
      [false, true].map((isMute) => {
        const counts = Array.from({ length: runs }, (_, seed) => {
          const rule = build(around(20, 0.0045, seed))
          let count = 0
          for (const fix of fixesOf({ spread, every: 1, isMute }, parked, randomFrom(seed))) count += rule(fix).length
          return count
        })
        return (counts.reduce((sum, count) => sum + count, 0) / runs).toFixed(1)
      }),
    ),
  ])
  console.log(table(['rule', '5 m', 'places only', '15 m', 'places only', '40 m', 'places only'], rows))
}

function printCost(): void {
  const ride = rides.toSorted((a, b) => b.length - a.length)[0] ?? []
  const fixes = [...fixesOf({ spread: 5, every: 1 }, ride, randomFrom(1))]
  console.log(
    '\nThe cost of a fix in processor time, and the memory that hazards take, beside the objects of an answer:',
  )
  const rows = (
    [
      ['100 hazards around', 100, 0.01],
      ['5,000 around', 5_000, 0.01],
      ['22,000 within 50 km', 22_000, 0.5],
      ['1,000,000 in Germany', isShort ? 200_000 : 1_000_000, 4],
    ] as const
  ).map(([name, count, degrees]) => {
    const known = bytesOf(() => inRows(received(count, degrees)))
    const answered = bytesOf(() => received(count, degrees))
    const times: number[] = []
    for (let round = 0; round < 9; round += 1) {
      let state = newRide
      const startedAt = process.cpuUsage()
      for (const fix of fixes) state = rideOn(state, [known.value], fix, unknownWeather).ride
      const { user, system } = process.cpuUsage(startedAt)
      times.push((user + system) / fixes.length)
    }
    const megabytes = [known.bytes, answered.bytes].map((bytes) => (bytes / 1_000_000).toFixed(1))
    return [name, percentile(times, 0.5).toFixed(1), ...megabytes, (known.bytes / answered.bytes).toFixed(2)]
  })
  console.log(table(['hazards', 'µs a fix', 'MB', 'MB answered', 'ratio'], rows))
}

/** What is left in memory of something when it is made. */
function bytesOf<T>(make: () => T): { bytes: number; value: T } {
  const before = bytesInUse()
  const value = make()
  return { bytes: bytesInUse() - before, value }
}

/** As they come from a text: that is how a browser gets them. */
function received(count: number, degrees: number): Hazard[] {
  return JSON.parse(JSON.stringify(around(count, degrees, 1)))
}

/** Hazards scattered evenly around the beginning of the rides. */
function around(count: number, degrees: number, seed: number): Hazard[] {
  const random = randomFrom(seed)
  const lines = linesAtHand()
  return Array.from({ length: count }, (_, index) => ({
    id: `osm-hazards:node/${1_000_000_000 + index * 7_919}`,
    type: hazardTypes[index % hazardTypes.length] ?? 'User',
    latitude: 49.0069 + degrees * (2 * random() - 1),
    longitude: 8.4037 + degrees * 1.5 * (2 * random() - 1),
    direction: index % 3 === 0 ? Math.floor(360 * random()) : null,
    isReported: false,
    conditions: null,
    line: index % 3 === 1 ? (lines[index % lines.length] ?? null) : null,
  }))
}

/** Of real roads: a third of the hazards has one. */
function linesAtHand(): string[] {
  const planted = plant(rides[0] ?? [], randomFrom(1))
  return planted.flatMap(({ kind, hazard }) => (isOnWay(kind) && hazard.line !== null ? [hazard.line] : []))
}

/** Some recordings are of walks, and some jump: nobody rides so. */
function isRidden(ride: Ride): boolean {
  const steps = ride.slice(1).map(({ x, y }, index) => Math.hypot(x - (ride[index]?.x ?? 0), y - (ride[index]?.y ?? 0)))
  const going = steps.filter((metres) => metres > 1)
  const mean = going.reduce((sum, metres) => sum + metres, 0) / Math.max(1, going.length)
  return mean > 6 && Math.max(...steps) < 60
}

function kilometresOf(some: readonly Ride[]): number {
  return some.reduce((sum, ride) => sum + lengthOf(ride), 0) / 1000
}

function hoursOf(some: readonly Ride[]): number {
  return some.reduce((sum, ride) => sum + ride.length, 0) / 3600
}

function lengthOf(ride: Ride): number {
  return ride.reduce((sum, { x, y }, index) => {
    const before = ride[index - 1]
    return before === undefined ? sum : sum + Math.hypot(x - before.x, y - before.y)
  }, 0)
}
