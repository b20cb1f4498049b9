import { describe, expect, test } from 'vitest'
import { gt06 } from './gt06/gt06.ts'
import { gt06Command, gt06PositionRequest } from './gt06/gt06-answer.ts'
import { closeFrame } from './gt06/gt06-frames.ts'
import { teltonika } from './teltonika/teltonika.ts'
import { teltonikaCommand, teltonikaPositionRequest } from './teltonika/teltonika-answer.ts'

const imei = '356307042441013'
const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex')
const after = (time: string, seconds: number) => new Date(Date.parse(time) + seconds * 1000)

describe('a command is written', () => {
  test.each([
    [
      'for Teltonika as in the vendor’s example',
      teltonikaCommand('getinfo'),
      '000000000000000f0c010500000007676574696e666f0100004312',
    ],
    ['for GT06 as in the maker’s example', gt06Command('Relay,1#'), '787812800c0000000052656c61792c312300009dee0d0a'],
  ])('%s', (_whom, bytes, expected) => expect(hex(bytes)).toBe(expected))

  test('that asks where a tracker is, in protocols that have one that is known', () => {
    expect(teltonika.positionRequest).toBe(teltonikaPositionRequest)
    expect(hex(teltonikaPositionRequest)).toBe('000000000000000e0c010500000006676574677073010000ccd7')
    expect(gt06.positionRequest).toBe(gt06PositionRequest)
    expect(gt06PositionRequest.toString('latin1')).toContain('WHERE#')
  })
})

describe('the answer of a GT06 tracker', () => {
  /** Captured (gt06-testDecode-129-position). */
  const captured = Buffer.from(
    '7979007121000000000143757272656e7420706f736974696f6e214c61743a4e35342e3733393333322c4c6f6e3a4532352e3237333237302c436f757273653a3132362e35332c53706565643a302e303030302c4461746554696d653a323031372d30352d3236202031303a32373a3437000bbee30d0a',
    'hex',
  )
  const toldAt = '2017-05-26T10:27:47Z'
  const read = (frame: Buffer, receivedAt: Date) => gt06.decode(frame, imei, receivedAt).reports[0]

  test('is where it is, as a fix that was requested', () => {
    const report = read(captured, after(toldAt, 2))
    expect(report).toMatchObject({
      identity: imei,
      isRequested: true,
      fix: {
        latitude: 54.739332,
        longitude: 25.27327,
        recordedAt: new Date(toldAt),
        clock: 'server',
        speed: { value: 0, unit: 'km/h' },
        course: 126.53,
        flag: null,
      },
    })
  })

  test.each([
    ['in the zone of China', 8 * 3600],
    ['in the zone of Newfoundland', -3.5 * 3600],
  ])('counts as of now, though it is written %s', (_zone, seconds) => {
    const receivedAt = after(toldAt, 20 - seconds)
    expect(read(captured, receivedAt)?.fix?.recordedAt).toEqual(after(toldAt, -seconds))
  })

  test.each([
    ['three minutes old', 180],
    ['years old', 9 * 365 * 86_400 + 400],
    ['from the future', -120],
  ])('is a sign of life if it is %s', (_age, seconds) => {
    expect(read(captured, after(toldAt, seconds))).toMatchObject({ identity: imei, fix: null })
    expect(read(captured, after(toldAt, seconds))).not.toHaveProperty('isRequested')
  })

  const text =
    'Current Position!Lat: S22.57705,Lon: W113.91664,Course: 355,Speed: 2Km/h,DateTime: 2020-04-23 11: 00: 48'
  const utf16 = Buffer.from(text, 'utf16le').swap16()
  const flagged = (...parts: Buffer[]) => Buffer.concat([Buffer.alloc(4), ...parts])
  test.each([
    [
      'short, with its length and language',
      0x15,
      Buffer.concat([Buffer.from([4 + text.length]), flagged(Buffer.from(text), Buffer.from([0, 2]))]),
    ],
    ['in ASCII', 0x21, flagged(Buffer.from([1]), Buffer.from(text))],
    ['in UTF-16', 0x21, flagged(Buffer.from([2]), utf16)],
  ])('is read %s, with blanks and in the south-west', (_how, type, content) => {
    const frame = closeFrame({ type, content, serial: 1 })
    expect(read(frame, after('2020-04-23T11:00:48Z', 1))?.fix).toMatchObject({
      latitude: -22.57705,
      longitude: -113.91664,
    })
  })

  test.each([
    'Command error!',
    'Last position!Lat:N54.739332,Lon:E25.273270,Course:126.53,Speed:0.0000,DateTime:2017-05-26 10:27:47',
    'Current position!Lat:N94.739332,Lon:E25.273270,Course:126.53,Speed:0.0000,DateTime:2017-05-26 10:27:47',
    'Current position!Lat:N0.000000,Lon:E0.000000,Course:0.00,Speed:0.0000,DateTime:2017-05-26 10:27:47',
    'Current position!Lat:N54.7,Lon:E25.2,Course:1,Speed:0,DateTime:2017-02-31 10:27:47',
    'GPS:OFF; LOCK:OFF',
    '',
  ])('„%s“ is a sign of life', (said) => {
    const content = flagged(Buffer.from([1]), Buffer.from(said))
    const frame = closeFrame({ type: 0x21, content, serial: 1 })
    expect(gt06.decode(frame, imei, after(toldAt, 0))).toMatchObject({
      reports: [{ identity: imei, fix: null }],
      damaged: false,
      reply: null,
    })
  })
})

describe('the answer of a Teltonika tracker', () => {
  const answer = (said: string) => {
    const bytes = Buffer.from(teltonikaCommand(said))
    // The same frame, but for its type.
    bytes.writeUInt8(6, 10)
    return sealed(bytes)
  }
  const read = (said: string, receivedAt: Date) => teltonika.decode(answer(said), imei, receivedAt)

  /** Both are the vendor's examples (wiki.teltonika-gps.com, "getgps"). */
  test.each([
    [
      'GPS:1 Sat:7 Lat:54.71473 Long:25.30304 Alt:147 Speed:0 Dir:77 Date: 2007/8/24 Time: 13:4:36',
      '2007-08-24T13:04:36Z',
      54.71473,
      25.30304,
    ],
    [
      'GPS:1 Sat:10 LAT:9.9839 LON:9.9839 ALT:9.9839 Speed:10 Dir:10 Date:2023-04-03 Time:12:32:06',
      '2023-04-03T12:32:06Z',
      9.9839,
      9.9839,
    ],
  ])('„%s“ is where it is, and is not acknowledged', (said, toldAt, latitude, longitude) => {
    const message = read(said, after(toldAt, 3))
    expect(message).toMatchObject({ reply: null, damaged: false })
    expect(message.reports).toMatchObject([
      {
        identity: imei,
        isRequested: true,
        fix: { latitude, longitude, recordedAt: new Date(toldAt), clock: 'server' },
      },
    ])
    expect(read(said, after(toldAt, 200)).reports).toMatchObject([{ identity: imei, fix: null }])
  })

  test.each([
    'GPS:0 Sat:0 Lat:54.71473 Long:25.30304 Alt:147 Speed:0 Dir:77 Date: 2007/8/24 Time: 13:4:36',
    'WARNING! GPS Data not Available. Clock not Synchronized',
    'GPS:1 Sat:7 Lat:154.71473 Long:25.30304 Alt:147 Speed:0 Dir:77 Date: 2007/8/24 Time: 13:4:36',
    'GPS:1 Sat:7 Lat:54.71473 Long:25.30304 Alt:147 Speed:0 Dir:77 Date: 2007/13/24 Time: 13:4:36',
    '',
    '\0\xff\r\n',
  ])('„%s“ is a sign of life', (said) => {
    expect(read(said, new Date('2007-08-24T13:04:36Z'))).toMatchObject({
      reply: null,
      damaged: false,
      reports: [{ identity: imei, fix: null }],
    })
  })
})

function sealed(frame: Buffer): Buffer {
  let crc = 0
  for (const byte of frame.subarray(8, -4)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  frame.writeUInt32BE(crc, frame.length - 4)
  return frame
}
