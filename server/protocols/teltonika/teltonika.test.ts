import { describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { teltonikaPacket, teltonikaRecord } from '#server/commands/simulate/teltonika-client.ts'
import type { Deliver, StreamMessage } from '#server/protocols/protocol.ts'
import { teltonika } from './teltonika.ts'
import { teltonikaCommand } from './teltonika-answer.ts'
import { teltonikaUdp } from './teltonika-udp.ts'
import { talk, talkUdp } from '#server/protocols/testing/talk.ts'
import { bytesOf, placeOf, readStream, readVectors, shown, type Vector } from '#server/protocols/testing/vectors.ts'

const imei = '356307042441013'
const now = new Date('2026-11-21T08:00:00Z')
const login = Buffer.concat([Buffer.from([0, 15]), Buffer.from(imei)])
/** The vendor's example of Codec 8 with one record. */
const packet = Buffer.from(
  '000000000000003608010000016b40d8ea30010000000000000000000000000000000105021503010101425e0f01f10000601a014e0000000000000000010000c7cf',
  'hex',
)
const damaged = Buffer.from(packet.map((byte, index) => (index === packet.length - 1 ? byte ^ 1 : byte)))
/** Claims to be longer than it is. */
const cut = packet.subarray(0, 40)

const { file, vectors } = readVectors('teltonika')
/** Its checksum is right and its second count differs: if we refused it, it would come again unchanged, for ever. */
const counted = ['teltonika-negative-count-mismatch']
const isDatagram = ({ name }: Vector) => name.includes('Connectionless')

describe(`the packets of ${file}`, () => {
  if (vectors === null) return test.skip('(skipped: the file is missing)')

  test.each(vectors)('$name', (vector) => {
    const protocol = isDatagram(vector) ? teltonikaUdp : teltonika
    expect(readStream(protocol, bytesOf(vector), imei, now).map(contentOf)).toEqual(expected(vector))
  })

  // A packet that claims more bytes than it has ends when that many have come.
  test.each(vectors.filter((vector) => !isDatagram(vector)))('$name does not delay what follows', (vector) => {
    const stream = Buffer.concat([bytesOf(vector), ...Array<Buffer>(20).fill(packet)])
    expect(readStream(teltonika, stream, imei, now).map(contentOf).slice(-2)).toEqual(
      Array(2).fill({ places: [null], reply: '00000001', damaged: false }),
    )
  })

  /** What each vector has to become. Codec 7, of the GH3000, is used by no tracker that is still sold. */
  function expected(vector: Vector): ReturnType<typeof contentOf>[] {
    const { frame, codec, crcOk, lengthOk, points, ack } = vector.derived
    if (frame === 'imei') return [{ places: [null], reply: '01', damaged: false }]
    if (codec === 7 || lengthOk === false) return []
    if (counted.includes(vector.name)) return [{ places: [null], reply: '00000001', damaged: false }]
    const isCommand = codec === 12 || codec === 13
    if (crcOk === false || vector.expect.kind === 'reject') {
      return [{ places: [], reply: isCommand ? null : '00000000', damaged: true }]
    }
    if (isCommand) return [{ places: [null], reply: null, damaged: false }]
    return [{ places: (points ?? []).map(placeOf), reply: ack ?? null, damaged: false }]
  }
})

function contentOf({ reports, reply, damaged: isDamaged }: StreamMessage) {
  return { places: reports.map(shown), reply: reply && Buffer.from(reply).toString('hex'), damaged: isDamaged }
}

const reportOf = (packetOfOne: Buffer) => readStream(teltonika, packetOfOne, imei, now)[0]?.reports[0]

/** What a value of a record means, or that nobody reads it. */
test.each<[what: string, value: [id: number, value: number], read: object]>([
  ['a percentage', [113, 87], { battery: 87 }],
  ['no percentage', [113, 101], { battery: null }],
  ['the alarm button', [236, 1], { alarm: 'sos' }],
  ['the alarm button, not pressed', [236, 0], { alarm: null }],
  ['the ignition', [239, 1], { isMoved: true }],
  ['the movement sensor', [240, 1], { isMoved: true, states: [] }],
  ['a worn tracker whose wearer lies', [242, 1], { states: ['fall'], alarm: null }],
  ['a worn tracker', [242, 0], { states: [] }],
  ['towing', [246, 1], { states: ['tow'] }],
  ['a crash', [247, 1], { alarm: 'accident' }],
  ['a crash of a tracker that is not calibrated', [247, 6], { alarm: 'accident' }],
  ['the trace of a crash', [247, 3], { alarm: null }],
  ['a pothole', [247, 7], { alarm: null }],
  ['jamming', [249, 1], { states: ['jamming'] }],
  ['a cut supply', [252, 1], { states: ['powerCut'], health: { externalPower: false } }],
  ['harsh braking, which is passed over', [253, 2], { alarm: null }],
])('a record with %s (%j) is read', (_what, value, read) => {
  const report = reportOf(packetWith([value]))
  expect(report).toMatchObject({ fix: { latitude: 49 }, ...read })
  if (!('states' in read)) expect(report?.states).toBeUndefined()
})

/** Kind of packet, what is read of it, and what of it is passed over. */
describe('a packet', () => {
  const command = teltonikaCommand('ABC')
  const packets: readonly [kind: string, frame: Buffer, identity: string | null, said: object][] = [
    ['a login', login, null, { login: imei, damaged: false, reports: [{ fix: null }] }],
    ['records', packetWith([[113, 87]]), imei, { damaged: false, reports: [{ fix: { latitude: 49 }, battery: 87 }] }],
    ['records without a fix', packet, imei, { damaged: false, reports: [{ fix: null }] }],
    ['records before a login', packet, null, { damaged: false, needsLogin: true, reports: [], reply: null }],
    ['an answer to a command', command, imei, { damaged: false, reports: [{ fix: null }], reply: null }],
    ['an answer before a login', command, null, { damaged: false, needsLogin: true, reports: [] }],
    ['a wrong checksum', damaged, imei, { damaged: true, needsLogin: false, reports: [] }],
    ['a wrong checksum before a login', damaged, null, { damaged: true, needsLogin: false, reports: [] }],
  ]
  test.each(packets)('with %s is read as what it is', (_kind, frame, identity, said) => {
    expect(teltonika.decode(frame, identity, now)).toMatchObject(said)
  })

  test.each([
    ['longitude', { latitude: 49, longitude: 0 }],
    ['latitude', { latitude: 0, longitude: 8.4 }],
  ])('with a %s of exactly 0 is a sign of life', (_name, place) => {
    const fix = { ...place, recordedAt: now, altitude: 115, speed: 0, course: 90 }
    const report = reportOf(teltonikaPacket(teltonikaRecord(fix, [])))
    expect(report?.identity).toBe(imei)
    expect(report?.fix).toBeNull()
  })
})

describe('the states in a record', () => {
  test.each<[states: string[], values: [id: number, value: number][]]>([
    [['tow'], [[246, 1]]],
    [['jamming'], [[249, 1]]],
    [['powerCut'], [[252, 1]]],
    [
      ['tow', 'powerCut'],
      [
        [252, 1],
        [246, 1],
      ],
    ],
    [
      ['tow'],
      [
        [240, 1],
        [239, 0],
      ],
    ],
  ])('is %j for the values %j', (states, values) =>
    expect(reportOf(packetWith(values))).toMatchObject({ alarm: null, states }),
  )

  test.each<[why: string, values: [id: number, value: number][]]>([
    ['towing has ended', [[246, 0]]],
    [
      'it moves with the ignition on',
      [
        [240, 1],
        [239, 1],
      ],
    ],
    ['it moves and has no ignition wire', [[240, 1]]],
  ])('is nothing if %s', (_why, values) => expect(reportOf(packetWith(values))?.states).toEqual([]))

  test('is left open if it says nothing about it', () => {
    expect(reportOf(packetWith([[113, 87]]))?.states).toBeUndefined()
  })

  test.each<[what: string, values: Record<number, number>, isMoved: boolean | undefined]>([
    ['motion, with the ignition off', { 240: 1, 239: 0 }, true],
    ['the ignition on, standing', { 240: 0, 239: 1 }, true],
    ['neither', { 240: 0, 239: 0 }, false],
    ['nothing about either', { 113: 80 }, undefined],
  ])('says whether it is moved: %s', (_what, values, isMoved) => {
    const said = Object.entries(values).map(([id, value]): [number, number] => [Number(id), value])
    expect(reportOf(packetWith(said))?.isMoved).toBe(isMoved)
  })

  test('does not count the movement sensor that feels a passing lorry', () => {
    const report = reportOf(
      packetWith(
        [
          [240, 1],
          [239, 0],
        ],
        0,
      ),
    )
    expect(report).toMatchObject({ states: [], fix: { flag: null, latitude: 49, longitude: 8.4 } })
  })

  test('comes with the battery', () => {
    expect(reportOf(packetWith([[113, 87]]))?.battery).toBe(87)
    expect(reportOf(packetWith([[113, 101]]))?.battery).toBeNull()
  })
})

describe('the health of a record', () => {
  type Ids = [id: number, value: number][]
  test.each<[what: string, bytes: Ids, words: Ids, health: unknown]>([
    ['unknown, if it says nothing', [], [], { batteryVolts: null, externalPower: null }],
    ['the volts of its battery', [], [[67, 3987]], { batteryVolts: 3.987, externalPower: null }],
    ['no volts without a battery', [], [[67, 0]], { batteryVolts: null, externalPower: null }],
    ['powered from 5.25 V on', [], [[66, 5250]], { batteryVolts: null, externalPower: true }],
    ['not powered below', [], [[66, 5249]], { batteryVolts: null, externalPower: false }],
    ['unplugged, whatever is measured', [[252, 1]], [[66, 12_600]], { batteryVolts: null, externalPower: false }],
    ['plugged in, whatever is measured', [[252, 0]], [[66, 0]], { batteryVolts: null, externalPower: true }],
    ['nothing of values of another width', [[67, 9]], [[252, 1]], { batteryVolts: null, externalPower: null }],
  ])('is %s', (_what, bytes, words, health) => {
    expect(reportOf(packetWith(bytes, 30, words))?.health).toEqual(health)
  })

  test("is in the vendor's example, which has 24 V", () => {
    expect(reportOf(packet)?.health).toEqual({ batteryVolts: null, externalPower: true })
  })
})

/** One record at 49/8.4 with these one-byte and two-byte values. */
function packetWith(
  bytes: readonly (readonly [number, number])[],
  speed = 30,
  words: readonly (readonly [number, number])[] = [],
): Buffer {
  const place = { latitude: 49, longitude: 8.4, recordedAt: now, altitude: 115, speed: speed / 3.6, course: 90 }
  const pairs = words.flatMap(([id, value]) => [id, value >> 8, value & 0xff])
  const longer = Buffer.from([words.length, ...pairs, 0, 0])
  return teltonikaPacket(Buffer.concat([teltonikaRecord(place, bytes).subarray(0, -3), longer]))
}

describe('a packet with more in its records than its codec knows', () => {
  const at = (minute: number) => ({
    latitude: 49 + minute / 100,
    longitude: 8.4,
    recordedAt: new Date(now.getTime() - minute * minuteMs),
    altitude: 115,
    speed: 0,
    course: 90,
  })
  /** A fifth section of one value, as older firmware writes it. */
  const extra = Buffer.from('01a5000102030405060708090a0b0c0d0e0f', 'hex')
  const records = Array.from({ length: 11 }, (_, minute) =>
    Buffer.concat([teltonikaRecord(at(minute), [[246, minute === 4 ? 1 : 0]]), extra]),
  )
  const odd = teltonikaPacket(...records)

  test('is read record by record, and acknowledged as a whole', () => {
    const [message] = readStream(teltonika, odd, imei, now)
    expect(message?.damaged).toBe(false)
    expect(message?.reports.flatMap(({ unread = [] }) => unread)).toEqual(['codec 8'])
    expect(Buffer.from(message?.reply ?? []).toString('hex')).toBe('0000000b')
    expect(message?.reports.map(({ fix }) => fix?.recordedAt)).toEqual(
      records.map((_, minute) => at(minute).recordedAt),
    )
    expect(message?.reports.flatMap(({ states }, index) => (states?.includes('tow') ? [index] : []))).toEqual([4])
  })

  test('is acknowledged as a whole even if nothing of it can be read', () => {
    const [message] = readStream(teltonika, teltonikaPacket(Buffer.alloc(9, 0xff), Buffer.alloc(70, 0xff)), imei, now)
    expect(message?.damaged).toBe(false)
    expect(Buffer.from(message?.reply ?? []).toString('hex')).toBe('00000002')
    expect(message?.reports).toMatchObject([{ identity: imei, fix: null, unread: ['records of codec 8'] }])
  })

  test('does not end the connection, however often it comes, and is logged by its kind', async () => {
    const lines: string[] = []
    const sent = [login, odd, odd, odd, packet]
    const deliver: Deliver = async () => 'STORED'
    const replies = await talk({ protocol: teltonika, deliver, log: (line) => lines.push(line) }, sent, { bytes: 17 })
    expect(replies).toBe(`01${'0000000b'.repeat(3)}00000001`)
    expect(lines.join('').split('"unread":"codec 8"')).toHaveLength(2)
    expect(lines.join('')).not.toContain(imei)
  })
})

describe('over TCP', () => {
  const stored: Deliver = async () => 'STORED'

  test.each([
    ['whole', [login, packet], '0100000001'],
    ['byte by byte', Array.from(Buffer.concat([login, packet]), (byte) => Buffer.from([byte])), '0100000001'],
    ['glued', [Buffer.concat([login, packet, packet])], '010000000100000001'],
    ['behind a damaged one', [Buffer.concat([login, damaged, packet])], '010000000000000001'],
    ['behind one that is cut off', [Buffer.concat([login, cut, packet, packet])], '01000000000000000100000001'],
    ['before the login', [Buffer.concat([packet, packet, packet, packet, login])], `01${'00000001'.repeat(4)}`],
    ['behind bytes that are none', [Buffer.concat([login, Buffer.from('ff00ff', 'hex'), packet])], '0100000001'],
  ])('a packet that arrives %s is acknowledged', async (_how, parts, replies) => {
    expect(await talk({ protocol: teltonika, deliver: stored }, parts, { bytes: replies.length / 2 })).toBe(replies)
  })

  test('an unknown tracker is refused and the connection ends', async () => {
    expect(await talk({ protocol: teltonika, deliver: async () => 'UNKNOWN_TRACKER' }, [login, packet])).toBe('00')
  })

  test('what could not be committed is not acknowledged', async () => {
    const committing = ['login']
    const deliver: Deliver = async () => {
      if (committing.shift() === undefined) throw new Error('no database')
      return 'STORED'
    }
    expect(await talk({ protocol: teltonika, deliver }, [login, packet])).toBe('01')
  })
})

describe('over UDP', () => {
  /** The vendor's example. */
  const datagram = Buffer.from(
    '003dcafe0105000f33353230393330383634303336353508010000016b4f815b30010000000000000000000000000000000103021503010101425dbc000001',
    'hex',
  )

  test('a packet is acknowledged with both of its ids', async () => {
    expect(await talkUdp({ protocol: teltonikaUdp, deliver: async () => 'STORED' }, [datagram])).toEqual([
      '0005cafe010501',
    ])
  })

  test.each<[name: string, deliver: Deliver, datagram: Buffer]>([
    ['an unknown tracker', async () => 'UNKNOWN_TRACKER', datagram],
    ['a packet that could not be committed', () => Promise.reject(new Error('no database')), datagram],
    ['a packet that is cut off', async () => 'STORED', datagram.subarray(0, 60)],
    ['noise', async () => 'STORED', Buffer.from('hello')],
    ['an empty datagram', async () => 'STORED', Buffer.alloc(0)],
  ])('%s is not answered', async (_name, deliver, sent) => {
    expect(await talkUdp({ protocol: teltonikaUdp, deliver }, [sent])).toEqual([])
  })

  test('noise holds back no packet after it', async () => {
    const answers = await talkUdp({ protocol: teltonikaUdp, deliver: async () => 'STORED' }, [
      Buffer.from('noise'),
      datagram,
      datagram,
    ])
    expect(answers).toHaveLength(2)
  })
})
