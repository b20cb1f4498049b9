import { gt06Encoder } from '#server/commands/simulate/gt06-client.ts'
import type { RecordedFix } from '#server/commands/simulate/gpx-recording.ts'
import { h02Encoder } from '#server/commands/simulate/h02-client.ts'
import { queclinkEncoder } from '#server/commands/simulate/queclink-client.ts'
import { teltonikaEncoder, teltonikaPacket, teltonikaRecord } from '#server/commands/simulate/teltonika-client.ts'
import { closeFrame } from '#server/protocols/gt06/gt06-frames.ts'
import { checksumOf } from '#server/protocols/meitrack/meitrack-frames.ts'

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

export const queclinkFrames: readonly Buffer[] = [
  ...ownFixes.map((fix, index) => queclinkEncoder.report(imei, fix, index).bytes),
  ...[
    `+ACK:GTHBD,1A0401,${imei},,20261121075900,00A1`,
    // Two places in one report; a tow, a cut supply, a battery, a state.
    `+RESP:GTFRI,250504,${imei},,,00,2,1,4.3,92,70.0,8.400000,48.960000,20261121075800,0262,0001,00C9,287D,00,0,4.3,92,70.0,8.410000,48.970000,20261121075900,0262,0001,00C9,287D,00,20.5,,,,,80,,,,,20261121075901,00A2`,
    `+RESP:GTTOW,250504,${imei},,,00,1,1,0.0,,115.0,8.400000,48.960000,20261121075900,0262,0001,00C9,287D,00,20.5,20261121075901,00A3`,
    `+BUFF:GTMPF,250504,${imei},,0,0.0,0,115.0,8.400000,48.960000,20261121075900,0262,0001,00C9,287D,00,20261121075901,00A4`,
    `+RESP:GTBPL,250504,${imei},,3.53,0,0.0,0,115.0,-70.650000,-33.450000,20261121075900,0262,0001,00C9,287D,00,20261121075901,00A5`,
    `+RESP:GTSTT,250504,${imei},,16,0,,,,,,,0262,0001,00C9,287D,00,20261121075901,00A6`,
  ].map((text) => Buffer.from(`${text}$`)),
]

/** One whole frame, with its length and its checksum. */
export function meitrackFrame(content: string): Buffer {
  const counted = `,${content}*`
  const text = `$$A${counted.length + 4}${counted}`
  return Buffer.from(`${text}${checksumOf(Buffer.from(text))}\r\n`)
}

export const meitrackFrames: readonly Buffer[] = [
  '35,48.960000,8.400000,261121075800,A,9,21,72,270,1.1,115,3520,148,262|1|00C9|287D,0400,0001|0000||02D8|0122,',
  '36,-33.450000,-70.650000,261121075900,A,7,9,0,0,2,570,3520,148,730|1|00C9|287D,0000,0001|0000||02D8|0122,',
  '31,48.960000,8.400000,261121075900,V,0,21,0,0,0,115,3520,148,262|1|00C9|287D,0400,0001|0000||02D8|0122,',
  '23,48.960000,8.400000,261121075900,A,9,21,0,0,1.1,115,3520,148,262|1|00C9|287D,0400,0001|0000||02D8|0000,',
]
  .map((said) => meitrackFrame(`${imei},AAA,${said}`))
  .concat([meitrackFrame(`${imei},A12,OK`)])

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
