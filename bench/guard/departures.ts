import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distanceMetres } from '#domain/geo/geo.ts'
import type { Point, Random } from './receiver.ts'

/** A way by the second, from where the vehicle was parked to where it is parked next. */
export type Ride = readonly Point[]

export const recordings = [
  'car_hannover_2016-12-28_1hz.gpx',
  'gpsbabel_garmin_xt_strk.gpx',
  'gpsbabel_mtk_logger_m241_multiple_tracks.gpx',
  'gpsbabel_sbn-v13.gpx',
] as const
export type Recording = (typeof recordings)[number]
const partSeconds = 900
const leastMetres = 400

/** Parts of recorded rides, each from a moment when the vehicle set off or rode; none without the shared recordings. */
export function recordedRides(files: readonly Recording[] = recordings): Ride[] {
  const folder = join(process.env['SHARED_DIR'] ?? '../shared', 'data/gpx')
  if (!existsSync(folder)) return []
  return files.flatMap((file) => partsOf(readFileSync(join(folder, file), 'utf8')))
}

function partsOf(gpx: string): Ride[] {
  const fixes = [...gpx.matchAll(/<trkpt\s+lat="([^"]+)"\s+lon="([^"]+)"[\s\S]*?<time>([^<]+)<\/time>/g)].map(
    ([, latitude, longitude, time]) => ({
      latitude: Number(latitude),
      longitude: Number(longitude),
      at: Date.parse(time ?? '') / 1000,
    }),
  )
  const rides: Ride[] = []
  for (let start = 0; start < fixes.length - 1;) {
    const [first, next] = [fixes[start], fixes[start + 1]]
    if (first === undefined || next === undefined) break
    const sets = next.at > first.at && distanceMetres(first, next) / (next.at - first.at) > 1
    let end = start + 1
    const goesOn = () => {
      const [one, other] = [fixes[end - 1], fixes[end]]
      if (one === undefined || other === undefined) return false
      return other.at > one.at && other.at - one.at < 60 && other.at - first.at < partSeconds
    }
    if (sets) while (goesOn()) end += 1
    const part = fixes.slice(start, end)
    if (sets && part.some((fix) => distanceMetres(first, fix) > leastMetres)) rides.push(bySecond(part))
    start = end
  }
  return rides
}

function bySecond(fixes: readonly { latitude: number; longitude: number; at: number }[]): Ride {
  const [first] = fixes
  if (first === undefined) return []
  const scale = Math.cos((first.latitude * Math.PI) / 180)
  const points = fixes.map(({ latitude, longitude, at }) => ({
    at: at - first.at,
    x: (longitude - first.longitude) * 111_195 * scale,
    y: (latitude - first.latitude) * 111_195,
  }))
  const ride: Point[] = []
  for (const [index, one] of points.entries()) {
    const next = points[index + 1]
    for (let at = Math.ceil(one.at); at < (next?.at ?? one.at + 1); at += 1) {
      const share = next === undefined ? 0 : (at - one.at) / (next.at - one.at)
      ride.push({ x: one.x + share * ((next?.x ?? 0) - one.x), y: one.y + share * ((next?.y ?? 0) - one.y) })
    }
  }
  return ride
}

/** Pushed by hand: 1 m/s over 400 to 1,200 m, with turns. */
export function pushed(random: Random): Ride {
  return along(400 + 800 * random(), random, () => 1, 100)
}

/** In a van through a town: 8 to 14 m/s between stops of up to 40 s. */
export function inVan(random: Random): Ride {
  let [left, speed] = [0, 0]
  const next = () => {
    left -= 1
    if (left > 0) return speed
    const isStop = speed > 0 && random() < 0.5
    ;[left, speed] = isStop ? [10 + 30 * random(), 0] : [20 + 40 * random(), 8 + 6 * random()]
    return speed
  }
  return along(3_000 + 3_000 * random(), random, next, 300)
}

function along(metres: number, random: Random, speed: () => number, legMetres: number): Ride {
  const ride: Point[] = [{ x: 0, y: 0 }]
  let [x, y, gone, leg, direction] = [0, 0, 0, 0, 2 * Math.PI * random()]
  while (gone < metres) {
    const step = speed()
    x += step * Math.cos(direction)
    y += step * Math.sin(direction)
    gone += step
    leg += step
    if (leg > legMetres) [leg, direction] = [0, direction + (random() - 0.5) * Math.PI * 0.9]
    ride.push({ x, y })
  }
  return ride
}
