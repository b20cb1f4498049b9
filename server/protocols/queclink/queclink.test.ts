import { describe, expect, test } from 'vitest'
import type { Delivery } from '#domain/reception/outcome.ts'
import type { Deliver, Report } from '#server/protocols/protocol.ts'
import { queclinkFrames } from '#server/protocols/testing/own-frames.ts'
import { talk, talkUdp } from '#server/protocols/testing/talk.ts'
import { readStream, shown } from '#server/protocols/testing/vectors.ts'
import { queclink } from './queclink.ts'

/* Every frame here is made up, by the layouts that the maker's documents describe: none was captured. */

const now = new Date('2026-11-21T08:00:00Z')
const imei = '356307042441013'
const place = '4.3,92,70.0,8.400000,48.960000,20261121075900'
const cell = '0262,0001,00C9,287D'
const sent = '20261121075901,00A1'

const say = (text: string) => readStream(queclink, Buffer.from(`${text}$`), null, now)
const reportsOf = (text: string): Report[] => say(text).flatMap(({ reports }) => reports)
/** @param said what comes after the tracker's name. */
const report = (kind: string, said: string, version = '250504') =>
  reportsOf(`+RESP:GT${kind},${version},${imei},,${said},${sent}`)

const at = { time: '2026-11-21T07:59:00.000Z', lat: 48.96, lon: 8.4, valid: true }
const lastKnown = { ...at, valid: false }

/** Kind, what it says, what is read of it, and what nobody reads. */
const kinds: readonly [string, string, object, object | null, (readonly string[])?][] = [
  ['FRI', `,00,1,1,${place},${cell},00,20.5,12345:12:34,,,80,210100,,,`, {}, at],
  ['FRI', `,00,1,0,${place},${cell},00,20.5,12345:12:34,,,80,210100,,,`, {}, lastKnown],
  ['FRI', `,00,1,,${place},${cell},00,20.5`, {}, lastKnown],
  ['FRI', `,00,0,1,${place},${cell},00,20.5`, {}, at],
  // A tracker that has never had a fix.
  ['FRI', `,00,1,0,,,,,,,${cell},00,20.5`, {}, null],
  ['FRI', `,00,1,1,4.3,92,70.0,8.4E1,48.960000,20261121075900,${cell},00,20.5`, {}, null, ['GTFRI place']],
  ['FRI', `,00,1,1,4.3,92,70.0,8.400000,48.960000,2026112107,${cell},00,20.5`, {}, null, ['GTFRI place']],
  // GV500 writes the vehicle's number before the tracker's name, GTERI a mask and the supply.
  ['FRI', `,,10,1,1,${place},${cell},00,20.5`, {}, at],
  ['ERI', `00000001,12000,10,1,1,${place},${cell},00,20.5,,,`, {}, at],
  ['TOW', `,00,1,1,${place},${cell},00,20.5`, { alarm: 'tow' }, at],
  ['TOW', `,00,1,0,,,,,,,${cell},00,20.5`, { alarm: 'tow' }, null],
  ['SOS', `,00,1,1,${place},${cell},00,20.5`, { alarm: 'sos' }, at],
  ['SPD', `,00,1,1,${place},${cell},00,20.5`, { alarm: 'overspeed' }, at],
  ['GEO', `,00,1,1,${place},${cell},00,20.5`, { alarm: 'geofenceExit' }, at],
  ['GEO', `,31,1,1,${place},${cell},00,20.5`, { alarm: 'geofenceEnter' }, at],
  ['DOG', `,00,1,1,${place},${cell},00,20.5`, {}, at],
  ['MPF', `0,${place},${cell},00`, { alarm: 'powerCut', health: { externalPower: false } }, lastKnown],
  ['EPF', `0,${place},${cell},00`, { alarm: 'powerCut', health: { externalPower: false } }, lastKnown],
  ['MPN', `0,${place},${cell},00`, { health: { externalPower: true } }, lastKnown],
  ['EPN', `1,${place},${cell},00`, { health: { externalPower: true } }, at],
  ['JDR', `1,${place},${cell},00`, { alarm: 'jamming' }, at],
  ['JDS', `2,0,${place},${cell},00`, { alarm: 'jamming' }, lastKnown],
  ['JDS', `1,0,${place},${cell},00`, {}, lastKnown],
  // Later models write the kind of network first: what it means is not documented.
  ['JDS', `2,5,0,${place},${cell},00`, {}, null, ['GTJDS place']],
  ['BPL', `3.53,0,${place},${cell},00`, { alarm: 'lowBattery', health: { batteryVolts: 3.53 } }, lastKnown],
  ['CRA', `00,1,${place},${cell},00`, { alarm: 'accident' }, at],
  ['CRA', `1,${place},${cell},00`, { alarm: 'accident' }, at],
  ['CRA', '0.8,,', { alarm: 'accident' }, null, ['GTCRA place']],
  ['IGN', `1200,1,${place},${cell},00,,20.5`, { isMoved: true }, at],
  ['IGF', `1200,1,${place},${cell},00,,20.5`, { isMoved: false }, at],
  ['STT', `11,1,${place},${cell},00`, { isMoved: false }, at],
  ['STT', `22,1,${place},${cell},00`, { isMoved: true }, at],
  ['STT', `16,1,${place},${cell},00`, { alarm: 'tow', isMoved: true }, at],
  ['STT', `1A,1,${place},${cell},00`, { isMoved: true }, at],
  ['STT', `99,1,${place},${cell},00`, {}, at],
  ['INF', '41,89860000000000000000,16,0,1,12000,,4.10,0,1,,,20261121075900', {}, null],
  ['XYZ', `1,${place},${cell},00`, {}, null, ['GTXYZ']],
]

test.each(kinds)('of GT%s with %s is read %o at %o, and nobody reads %j', (kind, said, read, where, unread) => {
  const silent = { identity: imei, battery: null, charging: null, alarm: null }
  const [only, ...more] = report(kind, said)
  expect(more).toEqual([])
  expect(only && shown(only)).toEqual(where)
  const rest = { ...silent, ...read, ...(unread !== undefined && { unread }) }
  expect({ ...only, fix: null }).toEqual({ ...rest, fix: null })
})

test('speed, course and altitude are read, and accuracy is no metres', () => {
  expect(report('FRI', `,00,1,1,${place},${cell},00,20.5`)[0]?.fix).toMatchObject({
    speed: { value: 4.3, unit: 'km/h', assumed: false },
    course: 92,
    altitude: 70,
    accuracy: null,
    clock: 'tracker',
  })
})

describe('several places in one report', () => {
  const second = '0.0,0,71.0,-70.650000,-33.450000,20261121075930'
  test.each([
    ['with a field after the cell', ',00', ',00'],
    ['with a mask and one more field', ',01,12', ',01,9'],
    ['with nothing after the cell', '', ''],
  ])('%s are all read, in their order', (_how, afterFirst, afterSecond) => {
    const said = `,00,2,1,${place},${cell}${afterFirst},1,${second},${cell}${afterSecond},20.5,80`
    expect(report('FRI', said).map(shown)).toEqual([
      at,
      { time: '2026-11-21T07:59:30.000Z', lat: -33.45, lon: -70.65, valid: true },
    ])
  })

  test('that are fewer than they are said to be: the first counts, and the rest is counted as unread', () => {
    const reports = report('FRI', `,00,3,1,${place},${cell},00,1,${second},${cell},00,20.5`)
    expect(reports.map(shown)).toEqual([at])
    expect(reports[0]?.unread).toEqual(['GTFRI place'])
  })
})

test('the battery is read of the GL300, whose documents have its place; elsewhere an odometer is there', () => {
  const said = `0,0,1,1,${place},${cell},,80`
  expect(report('FRI', said, '1A0401')[0]?.battery).toBe(80)
  expect(report('FRI', said, '250504')[0]?.battery).toBeNull()
})

test('what the tracker has kept is read as what comes at once', () => {
  const text = `:GTFRI,250504,${imei},,,00,1,1,${place},${cell},00,20.5,${sent}`
  expect(reportsOf(`+BUFF${text}`)).toEqual(reportsOf(`+RESP${text}`))
})

test.each([
  ['no tracker', `+RESP:GTFRI,250504,,,,00,1,1,${place},${cell},00,20.5,${sent}`],
  ['a number that is none', `+RESP:GTFRI,250504,35630704244101,3,,00,1,1,${place},00,20261121075901,XYZ1`],
  ['no count', `+RESP:GTFRI,250504,${imei},,,00,1,1,${place},${cell},00,20.5,20261121075901`],
  ['no version', `+RESP:GTFRI,,${imei},,,00,1,1,${place},${cell},00,20.5,${sent}`],
])('a frame with %s is damaged, and not answered', (_what, text) => {
  expect(say(text)).toMatchObject([{ damaged: true, reports: [], reply: null }])
})

test('a frame that lost its end stops where the next one begins, and a zero ends one, too', () => {
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = queclinkFrames
  const zeroed = Buffer.concat([second.subarray(0, -1), Buffer.alloc(1)])
  const stream = Buffer.concat([first.subarray(0, 60), Buffer.from('\r\n'), zeroed, Buffer.from('\r\n'), first])
  expect(readStream(queclink, stream, null, now).map(({ damaged }) => damaged)).toEqual([true, false, false])
})

test('frames that arrive byte by byte are cut as if they came at once', () => {
  const bytes = Buffer.concat([Buffer.from('noise+'), ...queclinkFrames])
  const takeFrame = queclink.createFramer()
  const frames: Buffer[] = []
  let waiting = Buffer.alloc(0)
  for (const byte of bytes) {
    const { frame, rest } = takeFrame(Buffer.concat([waiting, Buffer.from([byte])]))
    if (frame !== null) frames.push(frame)
    waiting = Buffer.from(rest)
  }
  expect(frames).toEqual(queclinkFrames)
})

describe('over TCP and UDP', () => {
  const [first = Buffer.alloc(0)] = queclinkFrames
  const stored: Deliver = async () => 'STORED'
  const text = (hex: string) => Buffer.from(hex, 'hex').toString()

  test('a report is answered by its count, and a heartbeat by its own word', async () => {
    const replies = '+SACK:0000$+SACK:GTHBD,1A0401,00A1$'
    const heartbeat = Buffer.from(`+ACK:GTHBD,1A0401,${imei},,20261121075900,00A1$`)
    expect(
      text(await talk({ protocol: queclink, deliver: stored }, [first, heartbeat], { bytes: replies.length })),
    ).toBe(replies)
    const datagram = Buffer.concat([first, heartbeat])
    expect((await talkUdp({ protocol: queclink, deliver: stored }, [datagram])).map(text).join('')).toBe(replies)
  })

  test('only once it is committed', async () => {
    const committed = Promise.withResolvers<Delivery>()
    const order: string[] = []
    const deliver: Deliver = async () => {
      setImmediate(() => {
        order.push('committed')
        committed.resolve('STORED')
      })
      return committed.promise
    }
    await talk({ protocol: queclink, deliver }, [first], { bytes: 1 })
    order.push('answered')
    expect(order).toEqual(['committed', 'answered'])
  })

  test('what could not be committed is not answered', async () => {
    const deliver: Deliver = async () => {
      throw new Error('no database')
    }
    expect(await talk({ protocol: queclink, deliver }, [first])).toBe('')
  })

  test('an answer to a command is a sign of life that expects no answer', async () => {
    const [said] = say(`+ACK:GTRTO,250504,${imei},,,0001,${sent}`)
    expect(said).toMatchObject({ login: imei, reply: null, reports: [{ identity: imei, fix: null }] })
  })

  test('an unknown tracker is not answered, and the connection ends', async () => {
    expect(await talk({ protocol: queclink, deliver: async () => 'UNKNOWN_TRACKER' }, [first])).toBe('')
  })
})
