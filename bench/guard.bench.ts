/*
 * The guard on parked days and real departures: how many e-mails a parked vehicle sends by mistake, and how late one comes
 * when it leaves. Beside each other: by places alone, with what trackers tell besides (speed, motion), and that in a zone where
 * a sharper alarm is wished for. `-- guard --short` for a quick look, `--days` for the owners' own rides alone, `--long` for
 * 40,000 parked hours a row, `--requests` for what requests of positions add alone, `--cells` for trackers that err in other
 * ways, and what is remembered of them; `--seed 7` for other errors. The recordings are read from SHARED_DIR; without them only
 * pushing and the van are replayed.
 */
import { dayHours, hourSeconds } from '#contract/base/time-units.ts'
import type { TrackerMemory } from '#domain/alarms/tracker-memory.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { cells, falseEmailsOf } from './guard/cells.ts'
import { type Ride, inVan, pushed, recordedRides } from './guard/departures.ts'
import { type Random, type Receiver, reportsOf, standing, type Way } from './guard/receiver.ts'
import { comesHomeBetween, type Habit, liveThrough, rideDay } from './guard/ride-days.ts'
import { departure, type Rule, watching } from './guard/rules.ts'
import { creep, drivenOff, leave, pushes, vans } from './guard/thefts.ts'
import { percentile, table } from './pois/figures.ts'

const isShort = process.argv.includes('--short')
const hours = process.argv.includes('--long') ? 40_000 : isShort ? 480 : 9_600
const formulaRides = isShort ? 20 : 100
const stayHours = dayHours
const seedAt = process.argv.indexOf('--seed')
const firstSeed = seedAt === -1 ? 1 : Number(process.argv[seedAt + 1])

const rules = {
  ours: () => departure('places', 'USUAL'),
  heard: () => departure('everything', 'USUAL'),
  sharper: () => departure('everything', 'SHARPER'),
} as const satisfies Record<string, () => Rule>
type RuleName = keyof typeof rules
const names = ['ours', 'heard', 'sharper'] as const

const recorded = recordedRides()
const rides = isShort ? recorded.filter((_, index) => index % 5 === 0) : recorded
console.log(
  `${rides.length} recorded departures, ${formulaRides} pushed, ${formulaRides} in a van; ${hours} parked hours a row`,
)

const told = isShort ? [null, 15] : [null, 5, 15, 40]
const spreads = isShort ? [8, 25] : [4, 8, 25]
const intervals = [10, 60, 300, 3600]
const histories: readonly [string, (at: Date) => Partial<TrackerMemory>][] = [
  ['no history', () => ({})],
  ['one false alarm nearby', () => ({ wariness: 1 })],
  ['one far stray of 1', (at) => ({ strayedFarAt: at, farStrayFixes: 1 })],
  ['far run of 2', (at) => ({ strayedFarAt: at, farStrayFixes: 2 })],
]

const grid = intervals.flatMap((every) =>
  told.flatMap((accuracy) =>
    spreads.flatMap((spread) => [0, 180].map((lasting) => ({ every, told: accuracy, spread, lasting }))),
  ),
)
const head = ['every', 'told', 'σ', 'lasting']
const columns = [
  'false /1000 h',
  'ride p50 s',
  'p95 s',
  'max s',
  'p95 m',
  'missed',
  'pushed p95 s',
  'van p95 s',
  'goal %',
]

const usual = { told: 15, spread: 8, lasting: 180 }
if (process.argv.includes('--cells')) {
  printCells()
  printThefts()
  process.exit()
}
const isAll = !process.argv.includes('--days') && !process.argv.includes('--requests')
if (isAll) printDepartures()
if (isAll || process.argv.includes('--requests')) printRequests()
if (process.argv.includes('--requests')) process.exit()
console.log(
  '\nDays that begin with „Ich fahre“, each over three recorded rides out and back: before / now, now answered.',
)
printRideDays()

function printDepartures(): void {
  console.log(`\nEach column: ${names.join(' / ')}. „goal“: of pushing and van, within 2 reports or 300 m.`)
  print(grid.map((receiver) => [shortOf(receiver), receiver] as const))

  console.log('\nWhat else happens to reports:')
  print(
    [10, 60, 300].flatMap((every) => [
      [`${every}, gaps`, { ...usual, every, isGappy: true }] as const,
      [`${every}, out of order`, { ...usual, every, isDisordered: true }] as const,
      [`${every}, accuracy varies`, { ...usual, every, isVarying: true }] as const,
      [`${every}, always moved`, { ...usual, every, isAlwaysStirred: true }] as const,
    ]),
  )
}

/** E-mails by mistake of trackers that err in other ways than those of the grid. */
function printCells(): void {
  const parkedHours = isShort ? 960 : 28_800
  const random = (cell: number, every: number) => randomFrom(firstSeed * 1000 + 10 * cell + intervals.indexOf(every))
  console.log(`\nOther errors, ${parkedHours} parked hours a cell, seed ${firstSeed}: e-mails by mistake in 1,000 h.`)
  for (const [index, cell] of cells.entries()) {
    const rates = intervals.map((every) => {
      const emails = falseEmailsOf(cell, every, parkedHours, random(index, every))
      return `T ${every}: ${((1000 * emails) / parkedHours).toFixed(2)}`
    })
    console.log(`${cell.name.padEnd(34)} ${rates.join('   ')}`)
  }
}

/** How late thefts are told, of trackers that have been known for a day. */
function printThefts(): void {
  const count = isShort ? 20 : 60
  const many = (of: (index: number) => number | null) => {
    const all = Array.from({ length: count }, (_, index) => of(index))
    const told = all.filter((one) => one !== null)
    const shown = told.length === 0 ? '–' : [0.5, 0.95, 1].map((share) => percentile(told, share).toFixed(0)).join('/')
    return `${shown} (${told.length} of ${count})`
  }
  const seeded = (index: number) => randomFrom(firstSeed * 7919 + index)
  const [van, push] = [vans(count, seeded), pushes(count, seeded)]
  const lines = intervals.map((every) => [
    `every ${every}`,
    many((index) =>
      creep(
        every,
        Array.from({ length: 12 }, () => 20),
        seeded(index),
      ),
    ),
    many((index) =>
      creep(
        every,
        Array.from({ length: 24 }, (_, step) => 20 + ((step * 7) % 26)),
        seeded(index),
      ),
    ),
    many((index) => leave(van[index] ?? [], every, seeded(index), {}, 60 + index)),
    many((index) => leave(push[index] ?? [], every, seeded(index), {}, 60 + index)),
    many((index) => drivenOff(every, seeded(index))),
  ])
  console.log('\nTold p50/p95/max: metres of way; seconds since it left; fixes away.')
  const columns = ['12 × 20 m', '24 × 20–45 m', 'van, jammed after 60–120 s', 'pushed, the same', 'driven off']
  console.log(table(['', ...columns], lines))
  const prices = histories.flatMap(([name, known]) =>
    intervals
      .slice(0, 3)
      .map((every) => [
        `${name}, every ${every}`,
        many((index) => leave(rides[index % rides.length] ?? [], every, seeded(index), known(new Date(0)))),
        many((index) => leave(push[index] ?? [], every, seeded(index), known(new Date(0)))),
        many((index) => leave(van[index] ?? [], every, seeded(index), known(new Date(0)))),
      ]),
  )
  console.log(table(['what it costs', 'rides s', 'pushed s', 'van s'], prices))
}

/** What it adds that the server requests a position while one fix away could be an error. */
function printRequests(): void {
  console.log('\nWithout requests of positions / with them, and how many a parked tracker gets in 1,000 hours:')
  const lines = grid
    .filter(({ every, told: accuracy }) => every >= 60 && (accuracy === null || accuracy === 15))
    .map((receiver, index) => [shortOf(receiver), ...measureRequests(receiver, firstSeed + index)])
  console.log(
    table(
      [head.join(' '), 'false /1000 h', 'requests', 'ride p95 s', 'p95 m', 'pushed p95 s', 'van p95 s', 'missed'],
      lines,
    ),
  )
}

function measureRequests(receiver: Receiver, seed: number): string[] {
  const ways = [false, true].map((requests) => {
    const all = (each: readonly Ride[]) => each.map((ride, index) => departAnswering(receiver, ride, requests, index))
    const formula = Array.from({ length: formulaRides }, (_, index) => index)
    return {
      parked: parkedAnswering(receiver, requests, seed),
      ride: all(rides),
      pushed: all(formula.map((index) => pushed(randomFrom(index)))),
      van: all(formula.map((index) => inVan(randomFrom(index)))),
    }
  })
  const each = (of: (way: (typeof ways)[number]) => string) => ways.map(of).join(' / ')
  const p95 = (all: readonly Told[], of: (one: Told) => number) => percentile(all.map(of), 0.95).toFixed(0)
  const seconds = (one: Told) => one.seconds
  return [
    each(({ parked }) => ((1000 * parked.emails) / hours).toFixed(2)),
    each(({ parked }) => ((1000 * parked.requested) / hours).toFixed(0)),
    each(({ ride }) => p95(ride, seconds)),
    each(({ ride }) => p95(ride, ({ metres }) => metres)),
    each((way) => p95(way.pushed, seconds)),
    each((way) => p95(way.van, seconds)),
    each((way) => String([...way.ride, ...way.pushed, ...way.van].filter((one) => one.seconds === Infinity).length)),
  ]
}

function departAnswering(receiver: Receiver, ride: Ride, requests: boolean, seed: number): Told {
  const { judge, isInDoubt } = watching('places', 'USUAL', null)
  return depart(receiver, ride, judge, randomFrom(seed), requests ? isInDoubt : undefined)
}

function parkedAnswering(receiver: Receiver, requests: boolean, seed: number): { emails: number; requested: number } {
  const random = randomFrom(seed)
  const count = { emails: 0, requested: 0 }
  for (let stay = 0; stay < hours / stayHours; stay += 1) {
    const { judge, isInDoubt } = watching('places', 'USUAL', null)
    const period = { from: 0, to: stayHours * hourSeconds, random }
    for (const report of reportsOf(receiver, standing, requests ? { ...period, isInDoubt } : period)) {
      if (report.isRequested) count.requested += 1
      if (judge(report)) count.emails += 1
    }
  }
  return count
}

function printRideDays(): void {
  const stops = [10, 30, 45, 50, 70, 90, 180]
  const habits: readonly Habit[] = ['reports always', 'sleeps while parked']
  const lines = [10, 60, 300].flatMap((every) =>
    // A tracker that reports so seldom does not sleep besides.
    (every < 300 ? habits : habits.slice(0, 1)).flatMap((habit) =>
      stops.map((minutes) => [
        `${every} s, ${habit}, stops of ${minutes} min`,
        ...daysOf({ ...usual, every }, habit, minutes),
      ]),
    ),
  )
  console.log(
    table(
      ['reports', 'days', 'days with e-mails', 'e-mails a day', 'most after one stop', 'theft found after, max s'],
      lines,
    ),
  )
}

function daysOf(receiver: Receiver, habit: Habit, stopMinutes: number): string[] {
  const days = rides.flatMap((_, index) => {
    const day = rideDay([...rides, ...rides].slice(index, index + 3), stopMinutes, index)
    return comesHomeBetween(day) ? [] : [{ day, index }]
  })
  const ways = [
    { rule: 'before', answers: false },
    { rule: 'now', answers: false },
    { rule: 'now', answers: true },
  ] as const
  const heard = ways.map((way) => days.map(({ day, index }) => liveThrough(day, receiver, { ...way, habit }, index)))
  const each = (of: (one: (typeof heard)[number]) => string) => heard.map(of).join(' / ')
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  return [
    String(days.length),
    each((all) => String(all.filter(({ own }) => sum(own) > 0).length)),
    each((all) => (sum(all.flatMap(({ own }) => own)) / all.length).toFixed(1)),
    each((all) => String(Math.max(...all.flatMap(({ own }) => own)))),
    each((all) => Math.max(...all.map(({ theftSeconds }) => theftSeconds)).toFixed(0)),
  ]
}

function shortOf({ every, told: accuracy, spread, lasting }: Receiver): string {
  return [every, accuracy ?? '–', spread, lasting].join(' ')
}

function print(rows: readonly (readonly [string, Receiver])[]): void {
  const lines = rows.map(([name, receiver], index) => [name, ...measure(receiver, firstSeed + index)])
  console.log(table([head.join(' '), ...columns, 'after arrival'], lines))
}

function measure(receiver: Receiver, seed: number): string[] {
  const each = (of: (name: RuleName) => string) => names.map(of).join(' / ')
  const mistakes = falseEmails(receiver, seed)
  const random = randomFrom(seed)
  const by = Object.fromEntries(
    names.map((name) => [
      name,
      {
        ride: rides.map((ride, index) => depart(receiver, ride, rules[name](), randomFrom(index))),
        push: Array.from({ length: formulaRides }, (_, index) =>
          depart(receiver, pushed(randomFrom(index)), rules[name](), randomFrom(index)),
        ),
        van: Array.from({ length: formulaRides }, (_, index) =>
          depart(receiver, inVan(randomFrom(index)), rules[name](), randomFrom(index)),
        ),
      },
    ]),
  )
  random()
  const of = (name: RuleName, kind: 'ride' | 'push' | 'van') => by[name]?.[kind] ?? []
  const delay = (name: RuleName, kind: 'ride' | 'push' | 'van', share: number) =>
    percentile(
      of(name, kind).map(({ seconds }) => seconds),
      share,
    ).toFixed(0)
  return [
    each((name) => ((1000 * mistakes[name]) / hours).toFixed(2)),
    each((name) => delay(name, 'ride', 0.5)),
    each((name) => delay(name, 'ride', 0.95)),
    each((name) => delay(name, 'ride', 1)),
    each((name) =>
      percentile(
        of(name, 'ride').map(({ metres }) => metres),
        0.95,
      ).toFixed(0),
    ),
    each((name) =>
      String(
        [...of(name, 'ride'), ...of(name, 'push'), ...of(name, 'van')].filter(({ seconds }) => seconds === Infinity)
          .length,
      ),
    ),
    each((name) => delay(name, 'push', 0.95)),
    each((name) => delay(name, 'van', 0.95)),
    each((name) => {
      const all = [...of(name, 'push'), ...of(name, 'van')]
      const met = all.filter(({ seconds, metres }) => seconds <= 2 * receiver.every || metres <= 300)
      return ((100 * met.length) / all.length).toFixed(0)
    }),
    each((name) => String(of(name, 'ride').reduce((sum, { afterwards }) => sum + afterwards, 0))),
  ]
}

/** E-mails of a vehicle that stands, which is parked again every day. */
function falseEmails(receiver: Receiver, seed: number): Record<RuleName, number> {
  const count = { ours: 0, heard: 0, sharper: 0 }
  const random = randomFrom(seed)
  for (let stay = 0; stay < hours / stayHours; stay += 1) {
    const judges = names.map((name) => [name, rules[name]()] as const)
    for (const report of reportsOf(receiver, standing, { from: 0, to: stayHours * hourSeconds, random })) {
      for (const [name, judge] of judges) if (judge(report)) count[name] += 1
    }
  }
  return count
}

interface Told {
  /** From departure to the first e-mail. */
  seconds: number
  metres: number
  /** E-mails that came when the vehicle had stood for long again. */
  afterwards: number
}

/** A vehicle that was parked for hours, leaves, and stands for hours where it arrived. */
function depart(receiver: Receiver, ride: Ride, judge: Rule, random: Random, isInDoubt = () => false): Told {
  const leaves = Math.max(2 * 3600, 12 * receiver.every) + receiver.every * random()
  const arrives = leaves + ride.length
  const stays = arrives + Math.max(6 * 3600, 12 * receiver.every)
  const settled = arrives + 1800 + 6 * receiver.every
  let first: number | null = null
  let afterwards = 0
  for (const report of reportsOf(receiver, wayOf(ride, leaves), { from: 0, to: stays, random, isInDoubt })) {
    if (!judge(report) || report.at < leaves) continue
    first ??= report.at
    if (report.at > settled) afterwards += 1
  }
  if (first === null) return { seconds: Infinity, metres: Infinity, afterwards }
  return { seconds: first - leaves, metres: lengthOf(ride.slice(0, Math.ceil(first - leaves) + 1)), afterwards }
}

function wayOf(ride: Ride, leaves: number): Way {
  return (seconds) => {
    const index = Math.min(Math.max(0, Math.floor(seconds - leaves)), ride.length - 1)
    const [one, next] = [ride[index], ride[index + 1]]
    if (one === undefined) return { x: 0, y: 0, speed: 0 }
    const moves = seconds >= leaves && next !== undefined
    return { ...one, speed: moves ? Math.hypot(next.x - one.x, next.y - one.y) : 0 }
  }
}

function lengthOf(ride: Ride): number {
  return ride.reduce((sum, point, index) => {
    const before = ride[index - 1] ?? point
    return sum + Math.hypot(point.x - before.x, point.y - before.y)
  }, 0)
}
