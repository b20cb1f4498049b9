import { describe, expect, test } from 'vitest'
import { gt06 } from './gt06.ts'
import { closeFrame } from './gt06-frames.ts'
import type { Deliver, StreamMessage } from '#server/protocols/protocol.ts'
import { talk } from '#server/protocols/testing/talk.ts'
import { bytesOf, placeOf, readStream, readVectors, shown, type Vector } from '#server/protocols/testing/vectors.ts'

const now = new Date('2026-11-21T08:00:00Z')
const imei = '123456789012345'
const hex = (text: string) => Buffer.from(text, 'hex')
/** The vendor's examples. */
const login = hex('78780d01012345678901234500018cdd0d0a')
const location = hex('78781f120b081d112e10cf027ac7eb0c46584900148f01cc00287d001fb8000380810d0a')
const heartbeat = hex('78780a13440604000201bff8f90d0a')

const { file, vectors } = readVectors('gt06')

describe(`the frames of ${file}`, () => {
  if (vectors === null) return test.skip('(skipped: the file is missing)')

  const ignitions = vectors.flatMap(({ name, derived, ...vector }) => {
    const ignition = derived.crcOk === true ? derived.points?.[0]?.ignition : undefined
    return ignition === undefined ? [] : [{ name, ignition, ...vector }]
  })
  test.each(ignitions)('$name says that the ignition is on: $ignition', ({ ignition, ...vector }) => {
    const [message] = readStream(gt06, bytesOf(vector), imei, now)
    expect(message?.reports[0]?.isMoved).toBe(ignition)
  })

  test.each(vectors)('$name', (vector) => {
    const [first] = readStream(gt06, bytesOf(vector), imei, now)
    expect(first && contentOf(first)).toEqual(expected(vector))
  })

  test.each(vectors)('$name does not delay what follows', (vector) => {
    const messages = readStream(gt06, Buffer.concat([bytesOf(vector), location, heartbeat]), imei, now)
    expect(messages.slice(-2).map(contentOf)).toMatchObject([
      { places: [{ time: '2011-08-29T17:46:16.000Z' }] },
      { places: [null], reply: expect.stringMatching(/^7878051301bf/) },
    ])
  })

  function expected(vector: Vector): ReturnType<typeof contentOf> | undefined {
    const { crcOk, points = [], type, ack, ackOptional } = vector.derived
    if (cutOff.includes(vector.name)) return undefined
    if (glued.includes(vector.name)) return { places: [null], reply: null, damaged: false }
    if (crcOk === false && !oldLists.includes(String(type))) return { places: [], reply: null, damaged: true }
    const [point] = textPlaces.includes(vector.name) ? [] : points
    return {
      places: [point === undefined ? null : placeOf(point)],
      reply: crcOk === false ? null : (ack ?? ackOptional ?? alarmReply(vector)),
      damaged: false,
    }
  }
})

/** The vectors give no answer to these alarms; they get the same as all others. */
function alarmReply(vector: Vector): string | null {
  const { type } = vector.derived
  if (!['0x19', '0x32', '0x70', '0xa2', '0xa4', '0xa5'].includes(String(type))) return null
  const serial = bytesOf(vector).readUInt16BE(bytesOf(vector).length - 6)
  return closeFrame({ type: Number(type), content: Buffer.alloc(0), serial }).toString('hex')
}

/** Its last byte is missing. */
const cutOff = ['gt06-testDecode-071-attribute']
/** Three intact frames that used to be read as one. */
const glued = ['gt06-testDecode-152-null']
/** Lists of cells and networks without a checksum: no place, but a sign of life. */
const oldLists = ['0x17', '0x69']
/** Where a tracker answered that it was, years ago: an answer counts only as the present place. */
const textPlaces = ['gt06-testDecode-129-position']

function contentOf({ reports, reply, damaged }: StreamMessage) {
  const places = reports
    .map(shown)
    .map((place) => place && { ...place, lat: rounded(place.lat), lon: rounded(place.lon) })
  return { places, reply: reply && Buffer.from(reply).toString('hex'), damaged }
}

/** As the vectors do. */
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7

/** Time, satellites, place, speed and course. */
const block = '1a0b15080000cf0540ba0000e6b680001400'

test.each('10 11 12 16 17 1a 1e 22 24 26 27 2d 31 32 37 38 a0 a2 a4'.split(' '))(
  'the block of time and place is read in a frame of type 0x%s',
  (type) => {
    const frame = closeFrame({ type: Number.parseInt(type, 16), content: hex(`${block}0106020010000abc`), serial: 1 })
    const { reports } = gt06.decode(frame, imei, now)
    expect(reports.map(shown)).toEqual([{ time: '2026-11-21T08:00:00.000Z', lat: 48.96, lon: 8.4, valid: true }])
  },
)

describe('the ignition', () => {
  /** After the place: flags, a cell, and in type 0x22 ignition, reason and lateness. */
  const said = (type: number, flags: string, after: string) => {
    const content = hex(`1a0b15080000cf0540ba0000e6b68000${flags}0106020010000abc${after}`)
    return gt06.decode(closeFrame({ type, content, serial: 1 }), imei, now).reports[0]?.isMoved
  }

  test.each([
    ['on by the flags of its place', 0x12, 'd400', '', true],
    ['off by the flags of its place', 0x12, '5400', '', false],
    ['unknown without both', 0x12, '9400', '', undefined],
    ['on after the cell', 0x22, '1400', '010000', true],
    ['off after the cell, before an odometer', 0x22, '1400', '00000100001234', false],
    ['unknown if no truth is there', 0x22, '1400', '050000', undefined],
    ['unknown in a frame of another length', 0x22, '1400', '01', undefined],
  ] as const)('of a tracker is %s', (_what, type, flags, after, expected) => {
    expect(said(type, flags, after)).toBe(expected)
  })

  test.each([
    ['46', true],
    ['44', false],
  ])('is in the status of an alarm, too (%s)', (terminal, expected) => {
    const content = hex(`${block}0801cc00287d001f71${terminal}06040201`)
    expect(gt06.decode(closeFrame({ type: 0x16, content, serial: 1 }), imei, now).reports[0]?.isMoved).toBe(expected)
  })
})

test.each(['81060001', '8106000a'])('a list of cells of the network %s is no place', (network) => {
  const list = `1a0b15080000${network}10040011222d10040011232a1004001124271004001125241004001126201004001127180000`
  const { reports } = gt06.decode(closeFrame({ type: 0x24, content: hex(list), serial: 1 }), imei, now)
  expect(reports.map(shown)).toEqual([null])
})

describe('an alarm', () => {
  const place = '160908063736c0006e70110442fc800000'
  const alarmOf = (content: string) => {
    const [message] = readStream(gt06, closeFrame({ type: 0x16, content: hex(content), serial: 1 }), imei, now)
    return message?.reports[0]
  }

  test.each([
    ['01', 'sos'],
    ['02', 'powerCut'],
    ['03', 'vibration'],
    ['09', 'tow'],
    ['0c', 'tampering'],
    ['13', 'tampering'],
    ['18', 'removing'],
    ['25', 'tampering'],
    ['30', 'jamming'],
    ['32', 'tampering'],
  ])('with code %s is %s', (code, alarm) => {
    expect(alarmOf(`${place}000901cc00287d001f71480404${code}01`)?.alarm).toBe(alarm)
  })

  test.each([
    ['its code, where the bits of its terminal differ', '580404', '02', 'powerCut'],
    ['its bits, where it has no code: a low battery', '580404', '00', 'lowBattery'],
    ['its bits, where it has no code: a shock', '480404', '00', 'vibration'],
    ['its bits, where it has no code: a power cut', '500404', '00', 'powerCut'],
    ['its terminal, which is driven: it accelerates', '420404', '19', 'acceleration'],
    ['its terminal, which is parked: its battery is low', '400404', '19', 'lowBattery'],
    ['its bits, where it has no code: a removal', '7c0404', '00', 'removing'],
  ])('is that of %s', (_name, status, code, alarm) => {
    expect(alarmOf(`${place}000901cc00287d001f71${status}${code}01`)?.alarm).toBe(alarm)
  })

  test.each([
    ['does not count itself', '0801cc00287d001f71', 4, 67],
    ['counts itself', '0901cc00287d001f71', 4, 67],
    ['has four bytes of cell', '0901cc00287d001f7155', 93, 93],
    ['has a long network', '0a81cc0001287d001f71', 6, 100],
    ['has two bytes more and does not count itself', '0a02d4000bc5270000ec02', 6, 100],
  ])('is found after a cell whose length %s', (_name, cell, voltage, battery) => {
    const status = `46${voltage.toString(16).padStart(2, '0')}040201`
    expect(alarmOf(`${place}00${cell}${status}`)).toMatchObject({
      alarm: 'powerCut',
      battery,
      health: { externalPower: true },
    })
  })

  test.each([
    ['13', 'tampering'],
    ['11', 'powerOff'],
  ])('of a fence (type 0xA4) with code %s is %s', (code, alarm) => {
    const content = hex(`${place}001181cc00010000260e000000000615f8012c0504${code}02ff`)
    expect(gt06.decode(closeFrame({ type: 0xa4, content, serial: 1 }), imei, now).reports).toMatchObject([
      { alarm, battery: 83, health: { externalPower: true }, fix: { flag: 'LAST_KNOWN' } },
    ])
  })

  test.each([
    ['18', 'accident'],
    ['19', 'acceleration'],
    ['02', 'powerCut'],
    ['13', 'tampering'],
  ])('of an LW4G (type 0xA2) with code %s is %s', (code, alarm) => {
    const cell = '014e140000026500000000024d4e0211'
    const content = hex(`${place}00${cell}4504df0603${code}010007d0000000000003562354871186940000`)
    expect(gt06.decode(closeFrame({ type: 0xa2, content, serial: 1 }), imei, now).reports).toMatchObject([
      { alarm, battery: 100, health: { externalPower: true } },
    ])
  })

  test.each([
    ['002b000114', { alarm: 'removing' }],
    ['002b000113', { alarm: 'powerCut' }],
    ['002b000111', { alarm: 'lowBattery' }],
    ['002b000112', { alarm: null }],
    ['002a000110', { alarm: null, states: ['tampering'] }],
    ['002a000101', { alarm: null, states: [] }],
    ['002a0000', { alarm: null }],
  ])('in modules (type 0x70) as %s is %j', (modules, said) => {
    const content = hex(modules)
    const [report] = gt06.decode(closeFrame({ type: 0x70, content, serial: 1 }), imei, now).reports
    expect(report).toEqual({ identity: imei, fix: null, battery: null, charging: null, ...said })
  })

  test('with the number of a fence after its status is read as it is', () => {
    const captured = hex('78782727110c0b0e170f850450059107f461ae001c7e0a81360104cb8a00bef32806030c02ff000316b10d0a')
    expect(readStream(gt06, captured, imei, now)).toMatchObject([{ reports: [{ alarm: 'tampering', battery: 100 }] }])
  })
})

test.each([
  ['short form is read', '180214123324ca0162bdf0041f45d900190b0a02d4000bc5270000ec025206040202', 'powerCut'],
  // Captured, with another course.
  ['long form is none', '2106170c1b180cc900a875580b7ab4f00010090901fe0a007c0009112424007c000912240081004efe21', null],
  ['long form without a place is none', '2106170c1b13000901fe0a007c0009112424007c000912230081004efe1e', null],
])('an alarm of type 0x32 in its %s', (_form, content, alarm) => {
  const frame = closeFrame({ type: 0x32, content: hex(content), serial: 1 })
  expect(gt06.decode(frame, imei, now).reports).toMatchObject([{ alarm }])
})

describe('a heartbeat', () => {
  const saysOf = (content: string, type = 0x13) =>
    gt06.decode(closeFrame({ type, content: hex(content), serial: 7 }), imei, now).reports[0]

  test.each([
    [
      '4606040002',
      { battery: 100, charging: null, health: { externalPower: true }, isMoved: true, alarm: null, states: [] },
    ],
    [
      '4003040002',
      { battery: 50, charging: null, health: { externalPower: false }, isMoved: false, alarm: null, states: [] },
    ],
    [
      '505d040002',
      {
        battery: 93,
        charging: null,
        health: { externalPower: false },
        isMoved: false,
        alarm: null,
        states: ['powerCut'],
      },
    ],
    [
      '40ff040002',
      { battery: null, charging: null, health: { externalPower: false }, isMoved: false, alarm: null, states: [] },
    ],
    // Its supply is low, and it is still charging.
    [
      '5406040002',
      { battery: 100, charging: null, health: { externalPower: true }, isMoved: false, alarm: null, states: [] },
    ],
    // Longer ones have other content in this place.
    ['50b2fa000201040000000000011c', { battery: null, charging: null, alarm: null }],
  ])('%s is read as such, and never as a place', (content, said) => {
    expect(saysOf(content)).toEqual({ identity: imei, fix: null, ...said })
  })

  test.each([0x23, 0x36])('of type %i says the same', (type) => {
    expect(saysOf('505d040002', type)).toEqual(saysOf('505d040002'))
  })
})

test.each(['16', '19', '26', '27', '32', 'a4', 'a5'])(
  'an alarm of type 0x%s is answered with its type and serial',
  (type) => {
    const content = hex(`${block}0801cc00287d001f714606040201`)
    const { reply } = gt06.decode(closeFrame({ type: Number.parseInt(type, 16), content, serial: 0x1bf }), imei, now)
    expect(Buffer.from(reply ?? []).toString('hex')).toMatch(new RegExp(`^787805${type}01bf.{4}0d0a$`))
  },
)

test('a request for the time is answered in UTC', () => {
  const { reply } = gt06.decode(closeFrame({ type: 0x8a, content: Buffer.alloc(0), serial: 3 }), imei, now)
  expect(Buffer.from(reply ?? []).toString('hex')).toMatch(/^78780b8a1a0b150800000003.{4}0d0a$/)
})

test('a login without an IMEI belongs to nobody', () => {
  const frame = closeFrame({ type: 1, content: hex('f123456789012345'), serial: 1 })
  expect(gt06.decode(frame, null, now)).toMatchObject({ damaged: true, reports: [], reply: null })
})

test('an intact frame before the login is not damaged: it needs the login', () => {
  const expected = { damaged: false, needsLogin: true, reports: [], reply: null }
  expect(gt06.decode(location, null, now)).toMatchObject(expected)
})

/** Kind of frame, what is read of it, and what of it is passed over and counted. */
const cell = '0106020010000abc'
/** The highest bit of its country says that the network has two bytes. */
const longCell = '810600020010000abc'
/** Of 4G, with longer area and cell, after a length that counts itself. */
const cell4g = '100106020000260e000000000615f801'
const longCell4g = '11810600020000260e000000000615f801'
/** Odometer, hours, IMEI and inputs. */
const lwRest = '0007d0000000000003562354871186940000'
const listed4g = '0000591200000000009d7c0104'
const listed = '000912240081004efe21'
const kinds: readonly [kind: string, type: number, content: string, read: string, unread: string[]][] = [
  ['a place (0x10)', 0x10, block, 'place', []],
  ['a place and a cell', 0x12, `${block}${cell}`, 'place', []],
  ['a place after the IMEI', 0x12, `0866703066502297${block}${cell}`, 'place', []],
  ['a place after the IMEI (0x61)', 0x61, `0866703066502297${block}02d404000004215f0e0000013955`, 'place', []],
  ['a place with the ignition', 0x22, `${block}${cell}010000`, 'place, moved', []],
  ['a place with the ignition, a long network', 0x22, `${block}${longCell}000000`, 'place, still', []],
  [
    'a place with the ignition off, a long network, an odometer',
    0x22,
    `${block}${longCell}00000000001234`,
    'place, still',
    [],
  ],
  ['a place after a flag, IMEI and time', 0x22, `0103577896487744841a0b1508000c${block}00`, 'place', []],
  ['a place after a flag, IMEI and time (0x25)', 0x25, `0103577896487744841a0b1508000c${block}00`, 'place', []],
  ['no place where one should be', 0x12, '1a0d15080000cf0540ba0000e6b680001400', '', ['type 0x12']],
  ['a place after an IMEI where none belongs', 0x1a, `0866703066502297${block}`, '', ['type 0x1a']],
  ['a longitude of exactly 0', 0x12, `1a0b15080000cf0540ba0000000000001400${cell}`, '', []],
  ['a heartbeat', 0x13, '4606040002', 'battery 100, moved, no state', []],
  ['a heartbeat that calls for help', 0x13, '6406040002', 'battery 100, still, sos', []],
  ['a heartbeat of another length', 0x23, '50b2fa000201040000000000011c', '', []],
  ['an alarm', 0x16, `${block}0801cc00287d001f714406040001`, 'place, battery 100, still', []],
  ['a call for help', 0x16, `${block}0801cc00287d001f714406040101`, 'place, battery 100, still, sos!', []],
  ['a call for help in its bits', 0x26, `${block}0801cc00287d001f716406040001`, 'place, battery 100, still, sos!', []],
  ['a fall', 0x16, `${block}0801cc00287d001f714406042301`, 'place, battery 100, still, fall!', []],
  ['a collision', 0x27, `${block}0801cc00287d001f714406042c01`, 'place, battery 100, still, accident!', []],
  [
    'an alarm that nobody knows',
    0x16,
    `${block}0801cc00287d001f714406045501`,
    'place, battery 100, still',
    ['alarm 0x55'],
  ],
  // The number of a fence is last; nothing is signalled, in the language 01 or 02.
  ['a fence and a cell (0xA4)', 0xa4, `${block}${cell4g}4406040001ff`, 'place, battery 100, still', []],
  ['a fence and a long network (0xA4)', 0xa4, `${block}${longCell4g}4406040001ff`, 'place, battery 100, still', []],
  ['a fence and a short cell', 0x27, `${block}09${cell}4406040002ff`, 'place, battery 100, still', []],
  ['a fence and a short cell (0xA4)', 0xa4, `${block}09${cell}4406040001ff`, 'place, battery 100, still', []],
  [
    'a fence and a short cell with a long network',
    0x27,
    `${block}0a${longCell}4406040001ff`,
    'place, battery 100, still',
    [],
  ],
  ['a cell of 4G (0xA4), no fence', 0xa4, `${block}${cell4g}4406040001`, 'place, battery 100, still', []],
  [
    'a cell of 4G that is not counted (0xA4)',
    0xa4,
    `${block}0f${cell4g.slice(2)}4406040001ff`,
    'place, battery 100, still',
    [],
  ],
  ['a cell of 4G', 0x16, `${block}${cell4g}4406040002`, 'place, battery 100, still', []],
  [
    'a call for help and a cell of 4G (0xA4)',
    0xa4,
    `${block}${cell4g}4406040102ff`,
    'place, battery 100, still, sos!',
    [],
  ],
  [
    'a theft and a cell of 4G (0xA4)',
    0xa4,
    `${block}${cell4g}4406041301ff`,
    'place, battery 100, still, tampering!',
    [],
  ],
  [
    'a theft and a long network (0xA4)',
    0xa4,
    `${block}${longCell4g}4406041301ff`,
    'place, battery 100, still, tampering!',
    [],
  ],
  ['a theft and a short cell', 0x27, `${block}09${cell}4406041301ff`, 'place, battery 100, still, tampering!', []],
  ['a theft without a cell', 0x16, `${block}004406041301`, 'place, battery 100, still, tampering!', []],
  [
    'a theft and a cell without a length',
    0x16,
    `${block}${cell}4406041301`,
    'place, battery 100, still, tampering!',
    [],
  ],
  [
    'a theft before eight bytes more',
    0x16,
    `${block}08${cell}4406041301c3000001453f9201`,
    'place, battery 100, still, tampering!',
    [],
  ],
  [
    'a cell of 4G whose length is wrong (0xA4)',
    0xa4,
    `${block}11${cell4g.slice(2)}4406041301ff`,
    'place',
    ['status 0xa4'],
  ],
  [
    'a long network that nothing shows (0xA4)',
    0xa4,
    `${block}11${longCell4g.slice(2).replace('8106', '0106')}4406040101ff`,
    'place',
    ['status 0xa4'],
  ],
  ['a short network that is shown as long', 0x16, `${block}0881${cell.slice(2)}4406040101`, 'place', ['status 0x16']],
  ['a fence where none belongs', 0x16, `${block}08${cell}4406040102ff`, 'place', ['status 0x16']],
  ['bytes more than an alarm has (0x26)', 0x26, `${block}08${cell}44060401020000`, 'place', ['status 0x26']],
  ['bytes less than an alarm has', 0x16, `${block}08${cell}44060401`, 'place', ['status 0x16']],
  ['bytes after an alarm in its short form', 0x32, `${block}08${cell}440604010201`, 'place', ['status 0x32']],
  ['no cell and more than an alarm', 0x16, `${block}00004406040101`, 'place', ['status 0x16']],
  ['an alarm without a place', 0x19, '01cc00287d001f714406040101', 'battery 100, still, sos!', []],
  ['an alarm without a place, a long network', 0x19, `${longCell}4406040002`, 'battery 100, still', []],
  ['a theft without a place', 0xa5, `${cell4g.slice(2)}4406041301`, 'battery 100, still, tampering!', []],
  [
    'a theft without a place, a long network',
    0xa5,
    `${longCell4g.slice(2)}4406041302`,
    'battery 100, still, tampering!',
    [],
  ],
  ['cells where an alarm should be', 0x19, '15061810051a01f90101700d08c8f50c0000', '', ['status 0x19']],
  ['a byte less than an alarm has (0xA5)', 0xa5, '012ed0000075df000000009866150205041300', '', ['status 0xa5']],
  ['an alarm of an LW4G', 0xa2, `${block}${cell4g.slice(2)}1144000006040001${lwRest}`, 'place, battery 100, still', []],
  [
    'a fall of an LW4G with a long network',
    0xa2,
    `${block}${longCell4g.slice(2)}1144000006042301${lwRest}`,
    'place, battery 100, still, fall!',
    [],
  ],
  [
    'a long network in the bytes of a short one (0xA2)',
    0xa2,
    `${block}${longCell4g.slice(2)}1144000006040101${lwRest.slice(2)}`,
    'place',
    ['status 0xa2'],
  ],
  ['cells that are as long as an alarm of an LW4G (0xA2)', 0xa2, `1a0b15080000010602${'01'.repeat(50)}`, '', []],
  ['cells of a long network (0xA2)', 0xa2, `1a0b1508000081060002${listed4g.repeat(7)}ff00`, '', []],
  ['a list of networks', 0x32, `1a0b1508000000${listed}`, '', []],
  ['a list of cells', 0x28, `1a0b15080000${cell}`, '', []],
  ['a text', 0x21, '0000000001414243', '', []],
  ['information', 0x94, '00012c', '', []],
  ['modules without a place', 0x70, '002a000110', 'tampering', []],
  ['a type that nobody knows', 0x99, `${block}${cell}`, '', ['type 0x99']],
]

test.each(kinds)(
  'of a frame with %s (%i, %s) is read „%s“, and nobody reads %j',
  (_kind, type, content, read, unread) => {
    const [report] = gt06.decode(closeFrame({ type, content: hex(content), serial: 1 }), imei, now).reports
    const { fix, battery, isMoved, states, alarm } = report ?? {}
    const said = [
      ...(fix ? ['place'] : []),
      ...(battery === null ? [] : [`battery ${battery}`]),
      ...(isMoved === undefined ? [] : [isMoved ? 'moved' : 'still']),
      ...(states === undefined ? [] : [states.join(' ') || 'no state']),
      ...(alarm === null ? [] : [`${alarm}!`]),
    ]
    expect({ read: said.join(', '), unread: report?.unread ?? [] }).toEqual({ read, unread })
  },
)

describe('over TCP', () => {
  const stored: Deliver = async () => 'STORED'
  const [loginReply, locationReply, heartbeatReply] = [
    '787805010001d9dc0d0a',
    '787805120003903f0d0a',
    closeFrame({ type: 0x13, content: Buffer.alloc(0), serial: 0x1bf }).toString('hex'),
  ]
  const wrong = Buffer.from(location.map((byte, index) => (index === 10 ? byte ^ 1 : byte)))

  test.each<[how: string, parts: Buffer[], replies: string[]]>([
    ['whole', [login, location, heartbeat], [loginReply, locationReply, heartbeatReply]],
    ['glued', [Buffer.concat([login, location, heartbeat])], [loginReply, locationReply, heartbeatReply]],
    [
      'byte by byte',
      Array.from(Buffer.concat([login, location]), (byte) => Buffer.from([byte])),
      [loginReply, locationReply],
    ],
    ['behind a damaged one', [Buffer.concat([login, wrong, location])], [loginReply, locationReply]],
    [
      'behind one that is cut off',
      [Buffer.concat([login, wrong.subarray(0, 9), location])],
      [loginReply, locationReply],
    ],
    ['behind bytes that are none', [login, Buffer.from('xy\r\n'), location], [loginReply, locationReply]],
    [
      'before the login, because they waited in a queue,',
      [Buffer.concat([location, location, location, location, login])],
      [loginReply, locationReply, locationReply, locationReply, locationReply],
    ],
    [
      'before the login and after it',
      [location, location, heartbeat, location, login, heartbeat],
      [loginReply, locationReply, locationReply, heartbeatReply, locationReply, heartbeatReply],
    ],
  ])('frames that arrive %s are answered with their serials', async (_how, parts, replies) => {
    const answer = replies.join('')
    expect(await talk({ protocol: gt06, deliver: stored }, parts, { bytes: answer.length / 2 })).toBe(answer)
  })

  test('an unknown tracker is not answered, and the connection ends', async () => {
    expect(await talk({ protocol: gt06, deliver: async () => 'UNKNOWN_TRACKER' }, [login, location])).toBe('')
  })

  test('what could not be committed is not answered', async () => {
    const committing = ['login']
    const deliver: Deliver = async () => {
      if (committing.shift() === undefined) throw new Error('no database')
      return 'STORED'
    }
    expect(await talk({ protocol: gt06, deliver }, [login, location])).toBe(loginReply)
  })
})
