import { demoWorldServerLimits } from '#contract/limits/demo-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { hourMs } from '#contract/base/time-units.ts'
import type { WarningLevel } from '#contract/weather.ts'
import { demoLabel, karlsruhe, longitudeScale } from './demo.ts'
import { demoRegions } from './demo-regions.ts'

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

interface Kind {
  level: WarningLevel
  warningType: string
  instruction: string
}

const gusts: Kind = { level: 1, warningType: 'WINDBÖEN', instruction: 'Achten Sie auf Seitenwind auf Brücken.' }
const rain: Kind = { level: 2, warningType: 'STARKREGEN', instruction: 'Rechnen Sie mit Aquaplaning.' }
const storm: Kind = {
  level: 3,
  warningType: 'GEWITTER',
  instruction: 'Verschieben Sie die Fahrt oder warten Sie im Schutz ab.',
}
const hurricane: Kind = { level: 4, warningType: 'ORKANBÖEN', instruction: 'Fahren Sie nicht.' }

/** Most days are like that: wherever a visitor is, something is in force near by, and seldom something severe. */
const kindsOfRegions = [gusts, rain, gusts, storm, rain]

/** Degrees of latitude. */
const radiusAroundKarlsruhe = 0.055
const radiusOfRegion = 0.16

/** One warning of each level side by side around Karlsruhe, and one for every other region; all in force now. */
export function demoWarnings(now: Date): DemoWarning[] {
  const around = (north: number, east: number): Place => ({
    latitude: karlsruhe.latitude + north,
    longitude: karlsruhe.longitude + east,
  })
  return [
    warning('gusts', gusts, 'Gemeinde Beispielhausen', around(0.12, -0.02), radiusAroundKarlsruhe, now),
    warning('rain', rain, 'Stadt Musterstadt und 3 weitere', around(0.02, 0.2), radiusAroundKarlsruhe, now),
    warning('storm', storm, 'Gemeinde Probetal', around(-0.13, 0.09), radiusAroundKarlsruhe, now),
    warning('hurricane', hurricane, 'Gemeinde Testberg', around(-0.16, -0.16), radiusAroundKarlsruhe, now),
    ...demoRegions.map(({ name, ...centre }, index) => {
      const kind = kindsOfRegions[index % kindsOfRegions.length] ?? gusts
      return warning(`region-${index}`, kind, `Raum ${name}`, centre, radiusOfRegion, now)
    }),
  ]
}

function warning(
  sourceId: string,
  { level, warningType, instruction }: Kind,
  regionName: string,
  centre: Place,
  radius: number,
  now: Date,
): DemoWarning {
  // None of them ends before the demo world is rebuilt.
  const hoursLeft = demoWorldServerLimits.freshHours + 2 * level
  return {
    sourceId,
    warningType,
    headline: `Warnung vor ${warningType} (${demoLabel})`,
    description: `${demoLabel}: So sieht eine Warnung vor ${warningType} aus.`,
    instruction,
    level,
    regionName,
    centre,
    ring: hexagon(centre, radius),
    validFrom: new Date(now.getTime() - hourMs),
    validUntil: new Date(now.getTime() + hoursLeft * hourMs),
  }
}

function hexagon(centre: Place, radius: number): [number, number][] {
  return Array.from({ length: 7 }, (_, corner): [number, number] => {
    const angle = ((corner % 6) * Math.PI) / 3
    return [centre.longitude + (radius * Math.cos(angle)) / longitudeScale, centre.latitude + radius * Math.sin(angle)]
  })
}
