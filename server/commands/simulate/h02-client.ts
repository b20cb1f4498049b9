import type { RecordedFix } from './gpx-recording.ts'
import type { StreamEncoder } from './stream-client.ts'

/** An H02 tracker that writes text (protocols, section 5.1). */
export const h02Encoder: StreamEncoder = {
  login: () => null,
  report: (imei, fix) => ({
    bytes: Buffer.from(`*HQ,${imei},V1,${positionOf(fix)},FFFFFFFF#`),
    isAnsweredBy: (reply) => reply.toString().startsWith(`*HQ,${imei},V4,V1,`) && reply.toString().endsWith('#'),
  }),
}

const knotsPerMetrePerSecond = 1.943844

function positionOf({ recordedAt, latitude, longitude, speed, course }: RecordedFix): string {
  const [, year, month, day, time] = /^\d\d(\d\d)-(\d\d)-(\d\d)T(.{8})/.exec(recordedAt.toISOString()) ?? []
  return [
    time?.replaceAll(':', ''),
    'A',
    degreesAndMinutes(latitude, 2),
    latitude < 0 ? 'S' : 'N',
    degreesAndMinutes(longitude, 3),
    longitude < 0 ? 'W' : 'E',
    ((speed ?? 0) * knotsPerMetrePerSecond).toFixed(2),
    Math.round(course ?? 0),
    `${day}${month}${year}`,
  ].join(',')
}

/** `ddmm.mmmm`, rounded as a whole, so that no minute becomes 60. */
function degreesAndMinutes(degrees: number, digits: number): string {
  const tenThousandths = Math.round(Math.abs(degrees) * 600_000)
  const whole = Math.floor(tenThousandths / 600_000)
  const minutes = (tenThousandths % 600_000) / 10_000
  return `${whole.toString().padStart(digits, '0')}${minutes.toFixed(4).padStart(7, '0')}`
}
