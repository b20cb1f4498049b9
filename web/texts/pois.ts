import type { Instant } from '#contract/base/place.ts'
import type { PoiCategory, PoiType } from '#contract/pois/pois.ts'
import type { WarningLevel } from '#contract/weather.ts'
import { berlinDay } from '#domain/time/time.ts'
import { formatDayTime, formatTime, oClock } from '#web/texts/formats.ts'

/** The categories as the specification names them (section 3). */
export const categoryNames: Record<PoiCategory, string> = {
  stationarySpeedCameras: 'Stationäre Blitzer',
  mobileSpeedCameras: 'Mobile Blitzer',
  weather: 'Unwetterwarnungen',
  accidents: 'Unfälle',
  motorcycleHazards: 'Unfallschwerpunkte Motorrad',
}

export const doubtNames = { unconfirmed: 'Unbestätigt', doubted: 'Zweifel' } as const

export const poiTypeNames: Record<PoiType, string> = {
  SpeedControl: 'Geschwindigkeitskontrolle',
  RedLightControl: 'Rotlichtkontrolle',
  SpeedAndRedLightControl: 'Rotlicht- und Geschwindigkeitskontrolle',
  DistanceControl: 'Abstandskontrolle',
  DrivewayControl: 'Einfahrtskontrolle',
  DedicatedLaneControl: 'Kontrolle einer Sonderfahrspur',
  PoliceSpotCheck: 'Polizeikontrollstelle',
  PassageControl: 'Durchfahrtskontrolle',
  WeightControl: 'Gewichtskontrolle',
  HeightControl: 'Höhenkontrolle',
  SectionControl: 'Abschnittskontrolle, Beginn',
  SectionControlMid: 'Abschnittskontrolle, Verlauf',
  SectionControlEnd: 'Abschnittskontrolle, Ende',
  DangerZone: 'Gefahrenzone, Beginn',
  DangerZoneEnd: 'Gefahrenzone, Ende',
  Tunnel: 'Kontrolle im Tunnel',
  NoOvertakingControl: 'Überholverbotskontrolle',
  MobileSpeedCamera: 'Mobiler Blitzer',
  MobileRedLightControl: 'Mobile Rotlichtkontrolle',
  MobileDistanceControl: 'Mobile Abstandskontrolle',
  SemiStationarySpeedCameras: 'Teilstationärer Blitzer',
  Weather: 'Unwetterwarnung',
  TrafficJam: 'Stau',
  Accident: 'Unfall',
  TemporaryRoadwork: 'Tagesbaustelle',
  Obstacle: 'Hindernis auf der Fahrbahn',
  Slippery: 'Rutschige Fahrbahn',
  ObstructedView: 'Sichtbehinderung',
  LongTermRoadwork: 'Dauerbaustelle',
  BrokenDownVehicle: 'Pannenfahrzeug',
  User: 'Gemeldete Gefahrenstelle',
  AccidentHotspotMoto: 'Unfallschwerpunkt Motorrad',
}

/** The levels 1 to 4 in words; they come from CAP's Minor to Extreme. */
export const warningLevelNames: Record<WarningLevel, string> = {
  1: 'gering',
  2: 'mäßig',
  3: 'schwer',
  4: 'extrem',
}

/** `bis 14:20 Uhr`, with the day if it is not today. */
export function untilInWords(expiresAt: Instant, now: Date): string {
  const today = berlinDay(expiresAt) === berlinDay(now.toISOString())
  return `bis ${oClock(today ? formatTime(expiresAt) : formatDayTime(expiresAt))}`
}
