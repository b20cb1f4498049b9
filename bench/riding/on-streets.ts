import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Feature } from 'geojson'
import { placeOf } from '#bench/guard/receiver.ts'
import { percentile, table } from '#bench/pois/figures.ts'
import type { Place } from '#contract/base/place.ts'
import type { RoadMap } from '#domain/riding/map-roads.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { openArchive } from '#server/tiles/archive.ts'
import { createArchiveRoads } from '#server/tiles/archive-roads.ts'
import { archiveOf } from '#server/tiles/testing/sample-archive.ts'
import { fixesOf } from './phone.ts'
import { withLines } from './rules.ts'
import {
  isToWarn,
  plantOnStreets,
  type StreetHazard,
  type StreetKind,
  streetKinds,
  withImportedLines,
  withLinesByMap,
} from './street-hazards.ts'
import { type Street, streetsOfBerlin, streetsOfTown } from './street-map.ts'
import { ridesThrough, type StreetRide } from './street-rides.ts'

/*
 * Rides through the crossings of two maps, from every arm, past hazards on their streets and beside them. The lines are none,
 * those of the import from OpenStreetMap, and those of an archive of vector tiles that is made of the same streets.
 */

const leastLead = 2
const mostLead = 180
const repeats = 3
const ways: readonly StreetKind[] = ['way', 'way, directed']
const beside = streetKinds.filter((kind) => !isToWarn(kind))
const spreads = [5, 15] as const

interface Judged {
  ride: StreetRide
  planted: Readonly<Record<Lines, readonly StreetHazard[]>>
}

type Lines = 'none' | 'imported' | 'by map'
const kindsOfLines: readonly Lines[] = ['none', 'imported', 'by map']

interface Seen {
  /** Of what lies on the way, and not just after a turn. */
  recall: number
  /** With what lies after a turn, too. */
  wholeRecall: number
  wholeLead: number
  hotspots: number
  lead: number
  falseAnHour: number
  shares: ReadonlyMap<StreetKind, number>
}

export async function printOnStreets(isShort: boolean): Promise<void> {
  const all: Judged[] = []
  for (const [name, streets] of [
    ['Berlin, Großer Stern', streetsOfBerlin()],
    ['a made-up town', streetsOfTown()],
  ] as const) {
    const judged = await rideOn(streets, isShort)
    all.push(...judged)
    print(name, judged)
  }
  print('both', all)
  printGoals(all)
}

async function rideOn(streets: readonly Street[], isShort: boolean): Promise<Judged[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
  try {
    const path = join(folder, 'streets.pmtiles')
    writeFileSync(path, archiveOf({ roads: streets.map(featureOf) }, boundsOf(streets)))
    const archive = await openArchive(path)
    const around = createArchiveRoads(archive)
    if (around === null) throw new Error('the archive has streets')
    const rides = ridesThrough(streets, randomFrom(1)).filter((_, index) => !isShort || index % 8 === 0)
    const judged: Judged[] = []
    for (const [index, ride] of rides.entries()) judged.push(await plantedOn(streets, ride, { seed: index, around }))
    await archive.close()
    return judged
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function plantedOn(
  streets: readonly Street[],
  ride: StreetRide,
  { seed, around }: { seed: number; around: (place: Place) => Promise<RoadMap> },
): Promise<Judged> {
  const none = plantOnStreets(streets, ride, randomFrom(seed))
  const imported = withImportedLines(none, streets)
  return { ride, planted: { none, imported, 'by map': await withLinesByMap(none, around) } }
}

/** With the names and properties of Protomaps' tiles, schema 4. */
function featureOf({ name, highway, isOneway, corners }: Street): Feature {
  const kind = highway === 'primary' || highway === 'secondary' ? 'major_road' : 'minor_road'
  return {
    type: 'Feature',
    properties: {
      kind,
      kind_detail: highway,
      min_zoom: 5,
      ...(name !== null && { name }),
      ...(isOneway && { oneway: 'yes' }),
    },
    geometry: {
      type: 'LineString',
      coordinates: corners.map(placeOf).map(({ latitude, longitude }) => [longitude, latitude]),
    },
  }
}

function boundsOf(streets: readonly Street[]): [number, number, number, number] {
  const places = streets.flatMap(({ corners }) => corners.map(placeOf))
  const longitudes = places.map(({ longitude }) => longitude)
  const latitudes = places.map(({ latitude }) => latitude)
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)]
}

function seenBy(judged: readonly Judged[], lines: Lines, spread: number): Seen {
  const counts = new Map<StreetKind, { all: number; warned: number }>(
    streetKinds.map((kind) => [kind, { all: 0, warned: 0 }]),
  )
  const leads: number[] = []
  const allLeads: number[] = []
  for (const [index, { ride, planted }] of judged.entries()) {
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const warnedAt = warnings(planted[lines], ride, spread, 1000 + repeats * index + repeat)
      for (const { kind, hazard, passedAt } of planted[lines]) {
        const count = counts.get(kind)
        if (count === undefined) continue
        count.all += 1
        const times = warnedAt.get(hazard.id) ?? []
        if (!isToWarn(kind)) count.warned += Math.min(1, times.length)
        else {
          const lead = Math.max(...times.map((at) => passedAt - at).filter((seconds) => seconds <= mostLead))
          if (lead < leastLead) continue
          count.warned += 1
          allLeads.push(lead)
          if (kind !== 'after a turn') leads.push(lead)
        }
      }
    }
  }
  const sum = (kinds: readonly StreetKind[], of: 'all' | 'warned') =>
    kinds.reduce((total, kind) => total + (counts.get(kind)?.[of] ?? 0), 0)
  const share = (kinds: readonly StreetKind[]) => sum(kinds, 'warned') / Math.max(1, sum(kinds, 'all'))
  const shares = new Map(streetKinds.map((kind) => [kind, share([kind])]))
  // As `falseAnHour` of the recorded rides: five kinds of distractors, of which roads nearer than 60 m do not count.
  const each = (['beside 60', 'against', 'turn', 'crossing'] as const).map((kind) => shares.get(kind) ?? 0)
  const perDistractor = each.reduce((total, one) => total + one, 0) / (each.length + 1)
  return {
    recall: share(ways),
    wholeRecall: share([...ways, 'after a turn', 'hotspot']),
    wholeLead: percentile(allLeads, 0.05),
    hotspots: share(['hotspot']),
    lead: percentile(leads, 0.05),
    falseAnHour: 0.2 * perDistractor * kilometresAnHour(judged),
    shares,
  }
}

function warnings(
  planted: readonly StreetHazard[],
  { way }: StreetRide,
  spread: number,
  seed: number,
): Map<string, number[]> {
  const times = new Map<string, number[]>()
  const rule = withLines(planted.map(({ hazard }) => hazard))
  for (const fix of fixesOf({ spread, every: 1 }, way, randomFrom(seed))) {
    for (const id of rule(fix)) times.set(id, [...(times.get(id) ?? []), fix.at / 1000])
  }
  return times
}

function kilometresAnHour(judged: readonly Judged[]): number {
  let [metres, seconds] = [0, 0]
  for (const { ride } of judged) {
    for (const [index, { x, y }] of ride.way.entries()) {
      const before = ride.way[index - 1]
      metres += before === undefined ? 0 : Math.hypot(x - before.x, y - before.y)
      seconds += 1
    }
  }
  return (3.6 * metres) / Math.max(1, seconds)
}

function print(name: string, judged: readonly Judged[]): void {
  console.log(`\nThrough crossings of ${name}, from every arm: ${judged.length} rides, each ${repeats} times`)
  const rows = spreads.flatMap((spread) =>
    kindsOfLines.map((lines) => {
      const { recall, wholeRecall, wholeLead, hotspots, lead, falseAnHour, shares } = seenBy(judged, lines, spread)
      const others = beside.map((kind) => (100 * (shares.get(kind) ?? 0)).toFixed(1))
      const lined = withLine(judged, lines)
      return [
        `${spread} m`,
        lines,
        lined,
        recall.toFixed(3),
        hotspots.toFixed(3),
        lead,
        (shares.get('after a turn') ?? 0).toFixed(3),
        wholeRecall.toFixed(3),
        wholeLead,
        ...others,
        falseAnHour.toFixed(2),
      ]
    }),
  )
  console.log(
    table(
      ['error', 'lines', '% with', 'recall', 'hotspots', 'p5', 'after a turn', 'all', 'p5', ...beside, 'false/h'],
      rows,
    ),
  )
}

function withLine(judged: readonly Judged[], lines: Lines): string {
  const all = judged.flatMap(({ planted }) => planted[lines])
  const known = all.filter(({ hazard }) => hazard.line !== null || hazard.lines !== undefined)
  return ((100 * known.length) / Math.max(1, all.length)).toFixed(1)
}

function printGoals(judged: readonly Judged[]): void {
  console.log('\nGoals for lines by the base map, on both maps:')
  const rows = spreads.flatMap((spread) => {
    const map = seenBy(judged, 'by map', spread)
    const imported = seenBy(judged, 'imported', spread)
    const [leastRecall, leastSeconds, mostBeside] = spread === 5 ? [0.99, 8, 0.05] : [0.985, 7, 0.88]
    const besides = map.shares.get('beside 30') ?? 0
    const of = (name: string, is: number, goal: string, isMet: boolean) => [
      `${spread} m`,
      name,
      is.toFixed(3),
      goal,
      isMet ? 'met' : 'missed',
    ]
    return [
      of('recall of all', map.wholeRecall, `>= ${leastRecall}`, map.wholeRecall >= leastRecall),
      of('lead p5 of all, s', map.wholeLead, `>= ${leastSeconds}`, map.wholeLead >= leastSeconds),
      of('recall but after turns', map.recall, `>= ${leastRecall}`, map.recall >= leastRecall),
      of('recall of hotspots', map.hotspots, `>= ${leastRecall}`, map.hotspots >= leastRecall),
      of('lead p5 but after turns, s', map.lead, `>= ${leastSeconds}`, map.lead >= leastSeconds),
      of(
        'recall of all, to imported lines',
        map.wholeRecall,
        `>= ${imported.wholeRecall.toFixed(3)}`,
        map.wholeRecall >= imported.wholeRecall,
      ),
      of(
        'lead p5 of all, to imported lines',
        map.wholeLead,
        `>= ${imported.wholeLead}`,
        map.wholeLead >= imported.wholeLead,
      ),
      of('false an hour', map.falseAnHour, '<= 0.35', map.falseAnHour <= 0.35),
      of('road 30 m beside', besides, `<= ${mostBeside}`, besides <= mostBeside),
    ]
  })
  console.log(table(['error', 'what', 'is', 'goal', ''], rows))
}
