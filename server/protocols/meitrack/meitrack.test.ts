import { describe, expect, test } from 'vitest'
import type { Deliver } from '#server/protocols/protocol.ts'
import { meitrackFrame, meitrackFrames } from '#server/protocols/testing/own-frames.ts'
import { talk, talkUdp } from '#server/protocols/testing/talk.ts'
import { readStream, shown } from '#server/protocols/testing/vectors.ts'
import { meitrack } from './meitrack.ts'
import { checksumOf } from './meitrack-frames.ts'

/* Every frame here is made up, by the layouts that the maker's documents describe: none was captured. */

const now = new Date('2026-11-21T08:00:00Z')
const imei = '356307042441013'
const rest = '9,21,72,270,1.1,115,3520,148,262|1|00C9|287D,0400,0001|0000||02D8|0122,'
const place = '48.960000,8.400000,261121075900'

const say = (bytes: Buffer) => readStream(meitrack, bytes, null, now)
const report = (said: string) => say(meitrackFrame(`${imei},AAA,${said}`))[0]?.reports[0]

const at = { time: '2026-11-21T07:59:00.000Z', lat: 48.96, lon: 8.4, valid: true }

test.each<[string, object]>([
  ['0', {}],
  ['1', { alarm: 'sos' }],
  ['17', { alarm: 'lowBattery' }],
  ['18', {}],
  ['19', { alarm: 'overspeed' }],
  ['20', { alarm: 'geofenceEnter' }],
  ['21', { alarm: 'geofenceExit' }],
  ['22', { health: { externalPower: true } }],
  ['23', { alarm: 'powerCut', health: { externalPower: false } }],
  ['35', {}],
  ['36', { alarm: 'tow' }],
  ['41', { isMoved: false }],
  ['42', { isMoved: true }],
  ['44', { alarm: 'jamming' }],
  ['78', { alarm: 'accident' }],
  ['200', { unread: ['event 200'] }],
  ['', { unread: ['AAA event'] }],
])('of the event %j is read %o, with its place', (event, read) => {
  const said = report(`${event},${place},A,${rest}`)
  const silent = { identity: imei, fix: null, battery: null, charging: null, alarm: null }
  expect({ ...said, fix: null }).toEqual({ ...silent, ...read })
  expect(said && shown(said)).toEqual(at)
})

test('speed, course and altitude are read', () => {
  expect(report(`35,${place},A,${rest}`)?.fix).toMatchObject({
    speed: { value: 72, unit: 'km/h', assumed: false },
    course: 270,
    altitude: 115,
    accuracy: null,
    clock: 'tracker',
  })
})

test.each<[string, object | null, (readonly string[])?]>([
  [`35,-33.450000,-70.650000,261121075900,A,${rest}`, { ...at, lat: -33.45, lon: -70.65 }],
  [`35,${place},V,${rest}`, { ...at, valid: false }],
  [`35,${place},,${rest}`, { ...at, valid: false }],
  // A receiver without a fix since its start.
  [`35,0.000000,0.000000,261121075900,V,${rest}`, null],
  [`35,98.960000,8.400000,261121075900,A,${rest}`, null, ['AAA latitude']],
  [`35,48.960000,,261121075900,A,${rest}`, null, ['AAA longitude']],
  [`35,48.960000,8.400000,261131075900,A,${rest}`, null, ['AAA time']],
  [`35,48.960000,8.400000,,A,${rest}`, null, ['AAA time']],
  ['35', null],
])('of AAA,%s the place is %o, and nobody reads %j', (said, where, unread) => {
  const read = report(said)
  expect(read && shown(read)).toEqual(where)
  expect(read?.unread).toEqual(unread)
})

test.each<[string, (readonly string[])?]>([['A12,OK'], ['CCE,packed', ['CCE']], ['D03,picture', ['D03']]])(
  '%s is a sign of life without a place; nobody reads %j',
  (said, unread) => {
    const [message] = say(meitrackFrame(`${imei},${said}`))
    expect(message).toMatchObject({ login: imei, reply: null, reports: [{ identity: imei, fix: null }] })
    expect(message?.reports[0]?.unread).toEqual(unread)
  },
)

describe('in the stream', () => {
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = meitrackFrames
  const changed = (from: string, to: string) =>
    Buffer.from(
      first.toString('latin1').replace(from, () => to),
      'latin1',
    )

  test('a wrong checksum makes a frame damaged; small letters in it do not', () => {
    const small = Buffer.from(first.toString('latin1').replace(/[\dA-F]{2}\r\n$/, (end) => end.toLowerCase()))
    const messages = say(Buffer.concat([changed('8.400000', '8.400001'), small, second]))
    expect(messages.map(({ damaged }) => damaged)).toEqual([true, false, false])
  })

  test('a frame is cut by its length, so a star and an end of line in it end nothing', () => {
    const content = `${imei},D03,*00\r\n$$A1`
    expect(say(Buffer.concat([meitrackFrame(content), first])).map(({ damaged }) => damaged)).toEqual([false, false])
  })

  test('a length that is too long takes nothing from an intact frame behind it', () => {
    const tooLong = changed('$$A', '$$A1')
    const messages = say(Buffer.concat([tooLong, second, ...Array.from({ length: 9 }, () => first)]))
    expect(messages.filter(({ damaged }) => damaged)).toHaveLength(1)
    expect(messages.filter(({ reports }) => reports.length === 1)).toHaveLength(10)
  })

  test('frames that arrive byte by byte are cut as if they came at once', () => {
    const takeFrame = meitrack.createFramer()
    const frames: Buffer[] = []
    let waiting = Buffer.alloc(0)
    for (const byte of Buffer.concat([Buffer.from('$noise$$'), ...meitrackFrames])) {
      const { frame, rest: left } = takeFrame(Buffer.concat([waiting, Buffer.from([byte])]))
      if (frame !== null) frames.push(frame)
      waiting = Buffer.from(left)
    }
    expect(frames).toEqual(meitrackFrames)
  })

  test('the checksum has two digits', () => {
    expect(checksumOf(Buffer.from([0xff, 0x06]))).toBe('05')
  })

  test('a report is delivered over TCP and UDP, and answered by nothing; an unknown tracker’s connection ends', async () => {
    const delivered: unknown[] = []
    const deliver: Deliver = async ({ identity, fix, unprovenBy }) => {
      delivered.push([identity, fix?.latitude, unprovenBy])
      return 'STORED'
    }
    expect(await talkUdp({ protocol: meitrack, deliver }, [first])).toEqual([])
    const stranger: Deliver = async (said, ...more) => (await deliver(said, ...more), 'UNKNOWN_TRACKER')
    expect(await talk({ protocol: meitrack, deliver: stranger }, [first])).toBe('')
    expect(delivered).toEqual([
      [imei, 48.96, 'meitrack'],
      [imei, 48.96, 'meitrack'],
    ])
  })
})
