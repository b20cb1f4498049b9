import type { UsageType } from '#contract/devices.ts'
import type { Place } from '#contract/place.ts'
import { type PoiType, poiCategories, poiTypesByCategory } from '#contract/pois.ts'
import type { TrackingMode } from '#contract/tracking.ts'
import type { WarningLevel } from '#contract/weather.ts'
import type { StateChange } from './dossier.ts'

/*
 * The demo world (design, section 3): everything in it is made by a formula and dated from the present, so that it
 * looks alive at every start and nobody's data stands in it.
 */

export const demoEmail = 'demo@wegwarte.example'
/** The `source` of every POI and warning of the demo world. */
export const demoSource = 'demo'
/** Shown wherever something of the demo world is shown. */
export const demoLabel = 'Beispieldaten'

/** What a user sees is of one world only: sample data and what is real never stand side by side. */
export type World = 'real' | 'demo'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const karlsruhe: Place = { latitude: 49.0069, longitude: 8.4037 }
/** At 49° north one degree of longitude is this fraction of a degree of latitude. */
const longitudeScale = Math.cos((karlsruhe.latitude * Math.PI) / 180)
const metresPerDegree = 111_195

export interface DemoFix extends Place {
  recordedAt: Date
  /** Metres. */
  accuracy: number
  /** km/h. */
  speed: number
  /** Degrees from north. */
  course: number
}

export interface DemoDevice {
  imei: string
  model: string
  name: string
  usageType: UsageType
  brand: string
  vehicle: string
  plate: string
  /** Minutes since its last sign of life. */
  silentMinutes: number
  /** Percent, and whether it has power from outside; `cut`: since some hours before its last sign of life, `never`: it has no such cable. */
  supply: { percent: number; power: 'connected' | 'cut' | 'never' }
  /** Null: without a licence. */
  licence: { type: 'START' | 'PREMIUM' | 'ENTERPRISE' | 'STANDARD'; daysLeft: number } | null
  tracking: TrackingMode | null
  fixes: (now: Date) => DemoFix[]
  /** What its owner has reported to the police; absent where nothing happened. */
  dossier?: (now: Date) => DemoDossier
}

export interface DemoDossier {
  /** The oldest first. */
  changes: StateChange[]
  colour: string
  frameNumber: string
  lastSeenPlace: string
  lastSeenAt: Date
  caseReference: string
  policeStation: string
  ownerName: string
  ownerPhone: string
  ownershipProof: string
}

/** One device each: online, silent, unlicensed, licence about to end. */
export const demoDevices: readonly DemoDevice[] = [
  {
    imei: '990000000000011',
    model: 'Wegwarte Lotse 2',
    name: 'Reiseenduro',
    usageType: 'MOTORRAD',
    brand: 'BMW',
    vehicle: 'R 1250 GS',
    plate: 'KA-WW 125',
    silentMinutes: 1,
    supply: { percent: 96, power: 'connected' },
    licence: { type: 'PREMIUM', daysLeft: 214 },
    tracking: 'BOTH',
    fixes: demoRide,
  },
  {
    imei: '990000000000029',
    model: 'Wegwarte Spur',
    name: 'Roadster in der Garage',
    usageType: 'MOTORRAD',
    brand: 'Triumph',
    vehicle: 'Bonneville T100',
    plate: 'KA-WW 900',
    silentMinutes: 3 * 24 * 60,
    supply: { percent: 11, power: 'cut' },
    licence: { type: 'STANDARD', daysLeft: 96 },
    tracking: 'THEFT',
    fixes: demoTheft,
    dossier: demoDossier,
  },
  {
    imei: '990000000000037',
    model: 'Wegwarte Lotse 2',
    name: 'Familienauto',
    usageType: 'AUTO',
    brand: 'Škoda',
    vehicle: 'Octavia Combi',
    plate: 'KA-WW 44',
    silentMinutes: 45,
    supply: { percent: 82, power: 'connected' },
    licence: null,
    tracking: null,
    fixes: () => [],
  },
  {
    imei: '990000000000045',
    model: 'Wegwarte Spur',
    name: 'Roller',
    usageType: 'MOTORRAD',
    brand: 'Vespa',
    vehicle: 'GTS 300',
    plate: 'KA-WW 7',
    silentMinutes: 8,
    supply: { percent: 17, power: 'never' },
    licence: { type: 'START', daysLeft: 12 },
    tracking: 'MOVEMENT',
    fixes: (now) => demoRide(new Date(now.getTime() - dayMs)).filter((_, index) => index % 2 === 0),
  },
]

/** Licences that no device uses yet, so that the demo account has one of each type. */
export const demoFreeLicences = [{ type: 'ENTERPRISE', daysLeft: 300, seats: 5 }] as const

/** An afternoon's ride of 96 minutes into the northern Black Forest and back, one fix a minute, ending two minutes ago. */
export function demoRide(now: Date): DemoFix[] {
  const minutes = 96
  const lastFix = now.getTime() - 2 * minuteMs
  return trackOf(
    Array.from({ length: minutes + 1 }, (_, index) => {
      const turn = (index / minutes) * 2 * Math.PI
      const wiggle = 0.004 * Math.sin(9 * turn) + 0.0012 * Math.sin(23 * turn)
      return {
        latitude: karlsruhe.latitude - 0.11 * (1 - Math.cos(turn)) + wiggle,
        longitude: karlsruhe.longitude + (0.13 * Math.sin(turn) + 0.7 * wiggle) / longitudeScale,
        recordedAt: new Date(lastFix - (minutes - index) * minuteMs),
      }
    }),
  )
}

/** Three nights ago: parked since the evening, moved at 02:40 for 38 minutes, then silence. */
export function demoTheft(now: Date): DemoFix[] {
  const lastFix = now.getTime() - 3 * dayMs
  const parked = Array.from({ length: 12 }, (_, index) => ({
    latitude: karlsruhe.latitude + 0.008 + 0.00002 * Math.sin(index * 2.4),
    longitude: karlsruhe.longitude - 0.021 + 0.00002 * Math.cos(index * 1.7),
    recordedAt: new Date(lastFix - (38 + (12 - index) * 30) * minuteMs),
  }))
  const moved = Array.from({ length: 39 }, (_, minute) => ({
    latitude: karlsruhe.latitude + 0.008 + 0.0052 * minute,
    longitude: karlsruhe.longitude - 0.021 + 0.0031 * minute + 0.008 * Math.sin(minute / 5),
    recordedAt: new Date(lastFix - (38 - minute) * minuteMs),
  }))
  return trackOf([...parked, ...moved])
}

/** The owner of the stolen one saw the alarm in the morning. */
function demoDossier(now: Date): DemoDossier {
  const lastFix = now.getTime() - 3 * dayMs
  const at = (minutes: number) => new Date(lastFix + minutes * minuteMs)
  return {
    changes: [
      { state: 'SUSPICIOUS', since: at(-38), setAt: at(230) },
      { state: 'STOLEN', since: at(240), setAt: at(240) },
    ],
    colour: 'schwarz und weiß',
    frameNumber: 'SMTDEM00000000900',
    lastSeenPlace: 'Karlsruhe, Tiefgarage am Mühlburger Tor',
    lastSeenAt: at(-7 * 60),
    caseReference: 'Beispiel 123/456',
    policeStation: 'Polizeirevier Beispielstadt',
    ownerName: 'Erika Beispiel',
    // Nobody's: Bundesnetzagentur, „Rufnummern für Medienproduktionen“ (Amtsblatt 7/2021, Mitteilung 148).
    ownerPhone: '030 23125 042',
    ownershipProof: 'Kaufvertrag und Fahrzeugschein liegen beim Halter (Beispiel)',
  }
}

export interface DemoPoi extends Place {
  sourceId: string
  poiType: PoiType
  /** km/h, for cameras. */
  speed: number | null
  note: string
}

const poisPerCategory = 14

/** POIs of every category but weather, in rings around Karlsruhe. */
export function demoPois(): DemoPoi[] {
  return poiCategories
    .filter((category) => category !== 'weather')
    .flatMap((category, ring) => {
      const types: readonly PoiType[] = poiTypesByCategory[category]
      return Array.from({ length: poisPerCategory }, (_, index): DemoPoi => {
        // The golden angle spreads the points of a ring without a pattern that the eye would catch.
        const angle = index * 2.399963 + ring
        const radius = 0.02 + 0.011 * index + 0.004 * ring
        const isCamera = category === 'stationarySpeedCameras' || category === 'mobileSpeedCameras'
        return {
          sourceId: `${category}/${index}`,
          poiType: types[index % types.length] ?? 'Accident',
          latitude: karlsruhe.latitude + radius * Math.sin(angle),
          longitude: karlsruhe.longitude + (radius * Math.cos(angle)) / longitudeScale,
          speed: isCamera ? 30 + 20 * (index % 4) : null,
          note: demoLabel,
        }
      })
    })
}

/** Adds speed and course as a tracker would have measured them between a fix and the one before. */
function trackOf(points: readonly (Place & { recordedAt: Date })[]): DemoFix[] {
  return points.map((point, index) => {
    const before = points[Math.max(0, index - 1)] ?? point
    const north = (point.latitude - before.latitude) * metresPerDegree
    const east = (point.longitude - before.longitude) * metresPerDegree * longitudeScale
    const hours = (point.recordedAt.getTime() - before.recordedAt.getTime()) / (60 * minuteMs)
    const course = (Math.atan2(east, north) * 180) / Math.PI
    return {
      ...point,
      accuracy: 4 + (index % 7),
      speed: hours === 0 ? 0 : Math.round(Math.hypot(north, east) / 1000 / hours),
      course: Math.round(course + 360) % 360,
    }
  })
}

export interface DemoWarning {
  sourceId: string
  warningType: string
  headline: string
  description: string
  instruction: string
  level: WarningLevel
  regionName: string
  centre: Place
  /** Longitude, latitude; closed. */
  ring: [number, number][]
  validFrom: Date
  validUntil: Date
}

/** One warning of each level, in force now, side by side around Karlsruhe. */
export function demoWarnings(now: Date): DemoWarning[] {
  const hours = (count: number) => new Date(now.getTime() + count * 60 * minuteMs)
  const warning = (
    level: WarningLevel,
    warningType: string,
    regionName: string,
    [north, east]: [number, number],
    instruction: string,
  ): DemoWarning => {
    const centre = { latitude: karlsruhe.latitude + north, longitude: karlsruhe.longitude + east }
    return {
      sourceId: warningType.toLowerCase(),
      warningType,
      headline: `Warnung vor ${warningType} (${demoLabel})`,
      description: `${demoLabel}: So sieht eine Warnung vor ${warningType} aus.`,
      instruction,
      level,
      regionName,
      centre,
      ring: hexagon(centre, 0.055),
      validFrom: hours(-1),
      validUntil: hours(1 + 2 * level),
    }
  }
  return [
    warning(1, 'WINDBÖEN', 'Gemeinde Beispielhausen', [0.12, -0.02], 'Achten Sie auf Seitenwind auf Brücken.'),
    warning(2, 'STARKREGEN', 'Stadt Musterstadt und 3 weitere', [0.02, 0.2], 'Rechnen Sie mit Aquaplaning.'),
    warning(
      3,
      'GEWITTER',
      'Gemeinde Probetal',
      [-0.13, 0.09],
      'Verschieben Sie die Fahrt oder warten Sie im Schutz ab.',
    ),
    warning(4, 'ORKANBÖEN', 'Gemeinde Testberg', [-0.16, -0.16], 'Fahren Sie nicht.'),
  ]
}

function hexagon(centre: Place, radius: number): [number, number][] {
  return Array.from({ length: 7 }, (_, corner): [number, number] => {
    const angle = ((corner % 6) * Math.PI) / 3
    return [centre.longitude + (radius * Math.cos(angle)) / longitudeScale, centre.latitude + radius * Math.sin(angle)]
  })
}
