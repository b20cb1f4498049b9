import type { RecordedFix } from './gpx-recording.ts'
import type { StreamEncoder } from './stream-client.ts'

/** A Queclink GL300 that waits for each answer (protocols, section 6). */
export const queclinkEncoder: StreamEncoder = {
  login: () => null,
  report: (imei, fix, serial) => {
    const count = (serial & 0xffff).toString(16).toUpperCase().padStart(4, '0')
    const said = ['1A0401', imei, '', '0', '0', '1', ...placeOf(fix), '', '80', timeOf(fix), count]
    return {
      bytes: Buffer.from(`+RESP:GTFRI,${said.join(',')}$`),
      isAnsweredBy: (reply) => reply.toString().includes(`+SACK:${count}$`),
    }
  },
}

/** Accuracy, speed, course, altitude, longitude, latitude, time, and any mobile cell. */
function placeOf(fix: RecordedFix): string[] {
  const { latitude, longitude, altitude, speed, course } = fix
  return [
    '1',
    ((speed ?? 0) * 3.6).toFixed(1),
    (Math.round(course ?? 0) % 360).toString(),
    (altitude ?? 0).toFixed(1),
    longitude.toFixed(6),
    latitude.toFixed(6),
    timeOf(fix),
    '0262',
    '0001',
    '00C9',
    '287D',
  ]
}

function timeOf({ recordedAt }: RecordedFix): string {
  return recordedAt.toISOString().replaceAll(/\D/g, '').slice(0, 14)
}
