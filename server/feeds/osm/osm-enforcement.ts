import type { PoiType } from '#contract/pois/pois.ts'

type Tags = Readonly<Record<string, string>>

/** Those of OpenStreetMap's `enforcement` values that concern a driver's speed, light or distance. */
const watchedKinds = ['maxspeed', 'average_speed', 'traffic_signals', 'mindistance'] as const
type Watched = (typeof watchedKinds)[number]
export type EnforcementKind = Watched | 'other' | 'not a camera'

/** Gantries of the lorry toll, and checks of access, height, weight, phone or belt: no speed cameras (feeds, section 1). */
const notCameras = ['toll', 'access', 'check', 'maxheight', 'maxweight', 'mobile_phone', 'seatbelt']

/** What a device or relation says it monitors; several values are separated by semicolons. */
export function enforcementOf(tags: Tags): EnforcementKind[] {
  return (tags['enforcement'] ?? '')
    .split(';')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
    .map((name) => watchedKinds.find((kind) => kind === name) ?? (notCameras.includes(name) ? 'not a camera' : 'other'))
}

export function isOutOfService(tags: Tags): boolean {
  const isFormer = Object.entries(tags).some(
    ([key, value]) =>
      /^(disused|abandoned|removed|demolished|razed):/.test(key) ||
      (/^(disused|abandoned)$/.test(key) && value !== 'no'),
  )
  return isFormer || [tags['note'], tags['note:de']].some((note) => /au(ß|ss)er betrieb/i.test(note ?? ''))
}

const stationary: Record<Watched, PoiType> = {
  maxspeed: 'SpeedControl',
  average_speed: 'SectionControl',
  traffic_signals: 'RedLightControl',
  mindistance: 'DistanceControl',
}

/** A mapped place where a trailer or tripod stands again and again is semi-stationary, not a single patrol. */
const mobile: Record<Watched, PoiType> = {
  maxspeed: 'SemiStationarySpeedCameras',
  average_speed: 'SemiStationarySpeedCameras',
  traffic_signals: 'MobileRedLightControl',
  mindistance: 'MobileDistanceControl',
}

/**
 * The type of a device by everything that is known about it; null if it is no camera.
 * @param isCamera whether the device itself is mapped as `highway=speed_camera`: then it monitors speed unless something
 * else is stated.
 */
export function cameraType(kinds: readonly EnforcementKind[], { isCamera, isMobile }: CameraTraits): PoiType | null {
  const types = isMobile ? mobile : stationary
  if (!isMobile && kinds.includes('maxspeed') && kinds.includes('traffic_signals')) return 'SpeedAndRedLightControl'
  const watched = watchedKinds.find((kind) => kinds.includes(kind))
  if (watched !== undefined) return types[watched]
  return isCamera && !kinds.includes('not a camera') ? types.maxspeed : null
}

/** Whether it is stated what a device monitors. */
export function isKindStated(kinds: readonly EnforcementKind[]): boolean {
  return watchedKinds.some((kind) => kinds.includes(kind))
}

interface CameraTraits {
  isCamera: boolean
  isMobile: boolean
}
