import { gt06Encoder } from '#server/commands/simulate/gt06-client.ts'
import type { RecordedFix } from '#server/commands/simulate/gpx-recording.ts'
import { h02Encoder } from '#server/commands/simulate/h02-client.ts'
import { teltonikaEncoder, teltonikaPacket, teltonikaRecord } from '#server/commands/simulate/teltonika-client.ts'
import { closeFrame } from '#server/protocols/gt06/gt06-frames.ts'

/* Messages of our own, one or more of each kind, for what must be shown without recordings. */

const imei = '356307042441013'
const hex = (text: string) => Buffer.from(text, 'hex')

/** Two places on both sides of the equator and of Greenwich; on whole ten-thousandths of a minute. */
export const ownFixes: readonly [RecordedFix, RecordedFix] = [
  {
    recordedAt: new Date('2026-11-21T07:58:00Z'),
    latitude: 48.96,
    longitude: 8.4,
    altitude: 115,
    speed: 20,
    course: 270,
  },
  {
    recordedAt: new Date('2026-11-21T07:59:00Z'),
    latitude: -33.45,
    longitude: -70.65,
    altitude: 570,
    speed: 0,
    course: 0,
  },
]

export const teltonikaFrames: readonly Buffer[] = [
  teltonikaEncoder.login(imei)?.bytes ?? Buffer.alloc(0),
  ...ownFixes.map((fix, index) => teltonikaEncoder.report(imei, fix, index).bytes),
  teltonikaPacket(
    ...ownFixes.map((fix, index) =>
      teltonikaRecord(fix, [
        [239, 1],
        [252, index],
        [113, 80],
      ]),
    ),
  ),
]

export const gt06Frames: readonly Buffer[] = [
  gt06Encoder.login(imei)?.bytes ?? Buffer.alloc(0),
  ...ownFixes.map((fix, index) => gt06Encoder.report(imei, fix, index + 2).bytes),
  // A heartbeat, alarms (place, cell, status) without and with a cell of 4G, a request for the time.
  closeFrame({ type: 0x13, content: hex('4406040002'), serial: 4 }),
  closeFrame({
    type: 0x16,
    content: hex('1a0b15073b00c90540830000e6b6800014000901cc00287d001f715004040201'),
    serial: 5,
  }),
  closeFrame({
    type: 0xa4,
    content: hex('1a0b15073b00c90540830000e6b680001400100106020000260e000000000615f8014406041301ff'),
    serial: 7,
  }),
  closeFrame({ type: 0x8a, content: Buffer.alloc(0), serial: 6 }),
]

export const h02Frames: readonly Buffer[] = [
  ...ownFixes.map((fix, index) => h02Encoder.report(imei, fix, index).bytes),
  Buffer.from(`*HQ,${imei},HTBT,80#`),
  // The binary form: number of ten digits, time, date, place, flags, speed and course, status.
  hex('2442099999990758002111264857600050008240000c010270ffffffff000100'),
]

export const osmandRequests: readonly string[] = [
  'id=4711&lat=48.96&lon=8.4&timestamp=1795247880&speed=10&bearing=270&altitude=115&accuracy=5&batt=80',
  'deviceid=4711&location=48.96,8.4&timestamp=2026-11-21T07:58:00Z&charge=true&alarm=sos&hdop=0.9&valid=true',
  JSON.stringify({
    device_id: '4711',
    location: {
      timestamp: '2026-11-21T07:58:00.000Z',
      coords: { latitude: 48.96, longitude: 8.4, accuracy: 5, speed: 10.5, heading: 270, altitude: 115 },
      is_moving: true,
      battery: { level: 0.8, is_charging: false },
    },
  }),
]
