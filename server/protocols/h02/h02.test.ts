import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { h02 } from './h02.ts'
import { batteryOf, degreesOf, statesOf } from './h02-values.ts'
import type { Deliver, StreamMessage } from '#server/protocols/protocol.ts'
import { talk, talkUdp } from '#server/protocols/testing/talk.ts'
import { bytesOf, placeOf, readStream, readVectors, shown, type Vector } from '#server/protocols/testing/vectors.ts'

const now = new Date('2026-11-21T08:00:00Z')
const text = Buffer.from(
  '*HQ,4970105243,V1,104000,A,2235.1777,N,11357.8913,E,000.27,235,130721,FFFFFBFF,460,11,d18e105,7752,6#',
)
const binary = Buffer.from(
  '2491802711800850240512192350143206090249758e000001ffffbbff00bdf0900000000001d60161cc4b9a35',
  'hex',
)

const { file, vectors } = readVectors('h02')

describe(`the frames of ${file}`, () => {
  if (vectors === null) return test.skip('(skipped: the file is missing)')

  test.each(vectors)('$name', (vector) => {
    const messages = readStream(h02, bytesOf(vector), withoutNumber.includes(vector.name) ? '4209999999' : null, now)
    expect(messages.map(contentOf)).toEqual(expected(vector))
  })

  test.each(vectors)('$name does not delay what follows', (vector) => {
    const messages = readStream(h02, Buffer.concat([bytesOf(vector), text, binary, text]), '4209999999', now)
    expect(messages.slice(-3).map(({ reports }) => reports[0]?.identity)).toEqual([
      '4970105243',
      '9180271180',
      '4970105243',
    ])
  })

  function expected(vector: Vector): ReturnType<typeof contentOf>[] {
    const { id, points = [] } = vector.derived
    const [point] = dateOnly.includes(vector.name) ? [] : points
    const identity = withoutNumber.includes(vector.name) ? '4209999999' : (id ?? undefined)
    const place = point && placeOf({ time: timeless.includes(vector.name) ? now.toISOString() : '', ...point })
    const motion = place && { knots: point?.speedKnots, course: point?.course }
    return [{ identity, place: place ?? null, motion: motion ?? null, damaged: false }]
  }
})

/** They leave their number out. */
const withoutNumber = ['h02-testDecode-015-position']
/** They leave time and date out. */
const timeless = ['h02-testDecode-049-position']
/** VP1 with a place and a date, which our facts call no fix: without a time nobody knows when it was there. */
const dateOnly = ['h02-testDecode-018-position']

function contentOf({ reports: [report], damaged }: StreamMessage) {
  const place = report && shown(report)
  const { speed, course } = report?.fix ?? {}
  return {
    identity: report?.identity,
    place: place ? { ...place, lat: rounded(place.lat), lon: rounded(place.lon) } : null,
    motion: report?.fix ? { knots: speed?.value, course } : null,
    damaged,
  }
}

/** As the vectors do. */
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7

test.each([
  ['2235.1777', 90, 22.586295],
  ['37573392', 90, 37.955653],
  ['-37-57.3392', 90, 37.955653],
  ['-23-3.3408', 90, 23.05568],
  ['38.6508', 180, 0.64418],
  ['09021.3302', 180, 90.355503],
  ['060061234', 180, 60.102057],
])('%s, at most %i, are %f degrees', (written, most, degrees) => {
  expect(degreesOf(written, most)).toBeCloseTo(degrees, 5)
})

test.each(['', '2275.1777', '9135.1777', 'NaN', '1e5', '--5', '22,35'])('%j are no degrees of latitude', (written) => {
  expect(degreesOf(written, 90)).toBeNull()
})

test.each([
  [0, null],
  [1, 0],
  [3, 20],
  [4, 60],
  [6, 100],
  [7, 7],
  [100, 100],
  [101, null],
  [0xf1, 1],
  [0xf6, 6],
  [0xff, null],
])('the battery %i is %j percent', (byte, percent) => expect(batteryOf(byte)).toBe(percent))

test.each([
  [0xffffffff, []],
  [0xfffffbff, []],
  [0xfffffffe, ['vibration']],
  [0xfffbffff, ['tow']],
  [0xfff7fbff, ['powerCut']],
  [0xffffffdf, ['jamming']],
  [0xffffffbf, ['jamming']],
  [0xfffeffff, ['jamming']],
  [0xfffffffd, ['sos']],
  [0xfff3ff9e, ['vibration', 'tow', 'powerCut', 'jamming']],
])('the status %i means that %j holds', (status, states) => expect(statesOf(status)).toEqual(states))

test('a state is read as such and not as an event, in text and binary; a frame without a status says nothing about it', () => {
  const say = (text: string) => readStream(h02, Buffer.from(text), null, now)[0]?.reports[0]
  const place = '*HQ,1,V1,054048,A,2828.2297,N,07733.4332,E,0.5,047,080918'
  expect(say(`${place},FFF7FFFF#`)).toMatchObject({ alarm: null, states: ['powerCut'] })
  expect(say(`${place},FFFFFFFF#`)).toMatchObject({ alarm: null, states: [] })
  expect(say(`${place}#`)).not.toHaveProperty('states')
})

test.each([
  // Captured.
  ['V3,002339,62160,02,024852,035421,148,0,024852,035425,143,,02A1,0,X,010104,EFE7FBFF', ['powerCut']],
  ['V3,044855,28403,01,001450,011473,158,-62,0292,0,X,030817,FFFFFBFF', []],
  ['NBR,141335,262,02,255,3,431,17003,26,431,11101,13,431,6353,13,151216,FFFFFBFF', []],
  // Captured, with fewer cells and another status.
  ['NBR,210249,260,6,0,2,1014,50675,37,1014,50633,27,281216,FFFEFBFF,2', ['jamming']],
  ['LINK,180902,15,0,84,0,0,240517,FFF7FBFF', ['powerCut']],
  ['V3,095426,74001,01,010278,04514299,128,,02DD,0,X,090517,FFFFFBFD', ['sos']],
])('the status of a frame without a place is read: %s', (body, states) => {
  const [message] = readStream(h02, Buffer.from(`*HQ,355488020930796,${body}#`), null, now)
  expect(message?.reports).toMatchObject([{ fix: null, alarm: null, states }])
})

test.each([
  ['a list of cells without one', 'NBR,110204,238,1,0,7,1111,2664,63,110117'],
  ['cells alone', 'V3,095426,74001,04,010278,04514299,128,02DD,0'],
  ['a text', 'SMS,010117,12345678'],
  ['a heartbeat', 'HTBT'],
])('%s contains no status', (_name, body) => {
  const [message] = readStream(h02, Buffer.from(`*HQ,355488020930796,${body}#`), null, now)
  expect(message?.reports[0]).not.toHaveProperty('states')
})

/** Kind, what is read of it, and what of it is passed over and counted. */
const place = '104000,A,2235.1777,N,11357.8913,E,000.27,235'
const kinds: readonly [kind: string, body: string, read: string, unread: string[]][] = [
  ['a place', `V1,${place},130721,FFFFFBFF,460,11,d18e105,7752,6`, 'place, no state', []],
  ['a place without a status', `V1,${place},130721`, 'place', []],
  ['a place with a battery', `V1,${place},4,130721,FFFFFBFF,4261193,0`, 'place, battery 60, no state', []],
  ['a place with a number where its status should be', `V1,${place},130721,,89490200,FFFFFFFE`, 'place', ['V1 status']],
  ['a place with the time of no day', `V1,294000${place.slice(6)},130721,FFFFFBFF`, 'no state', ['V1 time']],
  ['a place that is none', `V1,104000,A,x,N,y,E,0,0,130721,FFFFFBFF`, 'no state', ['V1 place']],
  ['a longitude of exactly 0', `V1,104000,A,4900.5000,N,00000.0000,E,0,0,130721,FFFFFBFF`, 'no state', []],
  ['a latitude of exactly 0', `V1,104000,A,0000.0000,N,00824.2500,E,0,0,130721,FFFFFBFF`, 'no state', []],
  ['a place without time and date', `V1,,A,2235.1777,N,11357.8913,E,0,0,,FFFFFBFF`, 'place, no state', []],
  ['the last place, whose status is as old', `V1,${place.replace('A', 'V')},130721,FFE7FBFC`, 'last place', []],
  ['the last place of some clones', `V1,${place.replace('A', '')},130721,FFFEFBFF`, 'last place', []],
  ['no place at all', 'V1,000000,V,0.0000,0,0.0000,0,0.00,0.00,000000,ffffffff,000106', '', []],
  ['a place (V2)', `V2,${place},130721,FFFFFFFE,cc,28,  db,d75b`, 'place, vibration', []],
  ['a place (V5)', `V5,${place},130721,FFFFFFFE,470,01,21019`, 'place, vibration', []],
  [
    'a place before a SIM',
    `V6,${place},130721,FFF7FBFF,310,260,32936,13641,8944501311217563382F,`,
    'place, powerCut',
    [],
  ],
  ['a place (V8)', `V8,${place},130721,FFFFFFFE`, 'place, vibration', []],
  ['a place (VI1)', `VI1,${place},130721,FFFFFFFE,cc,28,  db,d75b`, 'place, vibration', []],
  [
    'numbers of a SIM before the status',
    `V19,${place},130721,,89490200,8949020000000000000F?,FFFFFBFF`,
    'place, no state',
    [],
  ],
  ['numbers of a SIM, and a status', `V19,${place},130721,,89490200,8949020000000000000F?,FFFFFBFD`, 'place, sos', []],
  ['numbers of a SIM and no status', `V19,${place},130721,,89490200`, 'place', []],
  ['an answer with a place', `V4,S17,130305,${place},130721,FFFFFFFE`, 'place, vibration', []],
  [
    'an answer to a command with numbers',
    `V4,S14,100,10,1,12345678,130305,${place},130721,FFFFFBFF`,
    'place, no state',
    [],
  ],
  ['an answer without a place', 'V4,S20,DONE,130305', '', []],
  ['cells of networks', 'NBR,1,262,02,255,1,123456,12345678,26,151216,FFFFFBFD', 'sos', []],
  ['fewer cells than it says', 'NBR,1,262,02,255,2,123456,12345678,26,151216,FFFFFBFD', '', ['NBR status']],
  ['cells with a battery of hex', 'V3,1,28403,01,001450,011473,158,-62,0292,0,X,030817,FFF7FBFF', 'powerCut', []],
  ['more cells than it says', 'V3,1,28403,01,1,2,3,4,1,2,3,4,0292,0,X,030817,FFF7FBFF', '', ['V3 status']],
  ['steps and a battery', 'LINK,180902,15,0,84,0,0,240517,FFF7FBFF', 'battery 84, powerCut', []],
  ['a heartbeat with a battery', 'HTBT,100', 'battery 100', []],
  ['a heartbeat', 'V0', '', []],
  ['a date without a time', 'VP1,A,2702.7245,S,15251.9311,E,0.48,0.0000,080917', '', []],
  ['cells without a status', 'VP1,V,470,002,92,3565,0Y92,19433,30Y92,1340,29', '', []],
  ['a beat of another maker', 'XT,1,100', '', []],
  ['a text', 'SMS,FFFFFFFE,12345678,010117,FFFFFFFE', '', []],
  ['nothing', '', '', []],
  ['a kind that nobody knows', `V77,${place},130721,FFFFFFFE`, '', ['V77']],
  ['a number in place of a kind', '49005000,N', '', ['kind']],
]

test.each(kinds)('of a frame with %s (%s) is read „%s“, and nobody reads %j', (_kind, body, read, unread) => {
  const [report] = h02.decode(Buffer.from(`*HQ,350000000010047,${body}#`), null, now).reports
  const { fix, battery, states } = report ?? {}
  const said = [
    ...(fix ? [fix.flag === null ? 'place' : 'last place'] : []),
    ...(battery === null ? [] : [`battery ${battery}`]),
    ...(states === undefined ? [] : [states.join(' ') || 'no state']),
  ]
  expect({ read: said.join(', '), unread: report?.unread ?? [] }).toEqual({ read, unread })
  expect(report?.alarm).toBeNull()
})

test.each([
  ['with a fix', 0b1110, ['powerCut']],
  ['without one: the status is as old as the place', 0b1100, undefined],
])('the status of a binary frame %s', (_name, flags, states) => {
  const frame = Buffer.from(binary)
  frame.writeUInt8((frame.readUInt8(21) & 0xf0) | flags, 21)
  frame.write('fff7fbff', 25, 'hex')
  expect(h02.decode(frame, null, now).reports[0]?.states).toEqual(states)
})

test('the level of a battery is read where its maker puts it', () => {
  const [link] = readStream(h02, Buffer.from('*HQ,1700086468,LINK,180902,15,0,84,0,0,240517,FFFFFBFF#'), null, now)
  expect(link?.reports).toMatchObject([{ battery: 84, fix: null }])
  const [heartbeat] = readStream(h02, Buffer.from('*HQ,135790246811220,HTBT,100#'), null, now)
  expect(heartbeat?.reports).toMatchObject([{ battery: 100, fix: null }])
  const [before] = readStream(
    h02,
    Buffer.from('*HQ,1,V1,054048,A,2828.2297,N,07733.4332,E,0.5,047,4,080918,EEE7FBDF#'),
    null,
    now,
  )
  expect(before?.reports).toMatchObject([{ battery: 60, states: ['powerCut', 'jamming'] }])
})

describe('in the stream', () => {
  const long = Buffer.from(
    '24862170012345678f0850240512192350143206090249758e000001ffffbbff00bdf0900000000001d6',
    'hex',
  )

  test('the binary form with an IMEI is recognised by what can be read', () => {
    expect(readStream(h02, long, null, now)).toMatchObject([
      { login: '862170012345678', reports: [{ fix: { latitude: expect.closeTo(23.83572, 5) }, battery: 100 }] },
    ])
  })

  test.each([
    ['two of one size', [binary, binary], 2],
    ['three of different sizes', [binary, long, binary.subarray(0, 32)], 3],
    ['with a keep-alive between', [binary, Buffer.concat([Buffer.from('X'), Buffer.alloc(31)]), binary], 2],
    ['behind bytes that are none', [Buffer.from('\r\n$$**#'), binary, Buffer.from('#,$')], 1],
    ['behind text without its end', [text.subarray(0, 40), text, text], 2],
    ['with text between', [binary, text, Buffer.from('\r\n'), binary], 3],
  ])('%s are separated', (_name, parts, frames) => {
    const messages = readStream(h02, Buffer.concat(parts), null, now).filter(({ damaged }) => !damaged)
    expect(messages).toHaveLength(frames)
    expect(messages.every(({ reports }) => reports[0]?.fix !== null)).toBe(true)
  })
})

describe('what is as long as a binary frame', () => {
  test.each(['241234', '2412', '24', '2a48', '2a', '58', '582412345678'])(
    'is one, with its own part ending in %s',
    (end) => {
      const frame = Buffer.concat([binary.subarray(0, 45 - end.length / 2), Buffer.from(end, 'hex')])
      expect(h02.createFramer()(frame)).toEqual({ frame, rest: Buffer.alloc(0) })
    },
  )

  test.each<[next: string, next: Buffer]>([
    ['binary', binary],
    ['text', text],
  ])('ends where %s begins in it, from the first byte on', (_next, next) => {
    const contentOf = [32, 42, 45, 46, 48].flatMap((size) => {
      const first = Buffer.concat([binary, Buffer.alloc(3)]).subarray(0, size)
      return Array.from(next.subarray(1), (_, cut) => {
        const { frame, rest } = h02.createFramer()(Buffer.concat([first, next.subarray(0, 1 + cut)]))
        return [size, frame?.length, Buffer.concat([rest, next.subarray(1 + cut)]).equals(next)]
      })
    })
    expect(contentOf.filter(([size, taken, isNextWhole]) => size !== taken || isNextWhole !== true)).toEqual([])
  })
})

describe('wherever the stream is cut', () => {
  const numbered = (size: number, own: string) => (number: number) => {
    const frame = Buffer.concat([binary.subarray(0, 32), Buffer.alloc(size - 32)])
    frame[8] = number
    frame.write(own, size - own.length / 2, 'hex')
    return frame
  }
  const contentOf = (frame: Buffer) => h02.decode(frame, null, now)

  test.each<[what: string, sent: Buffer[]]>([
    ['two of 45 bytes', [1, 2].map(numbered(45, ''))],
    ['six of 45 bytes', [1, 2, 3, 4, 5, 6].map(numbered(45, ''))],
    ['45 bytes and text', [numbered(45, '')(1), text]],
    ['46 bytes and text', [numbered(46, '')(1), text]],
    ['48 bytes and text', [numbered(48, '')(1), text]],
    ['32 bytes', [1, 2, 3].map(numbered(32, ''))],
    ['46 bytes', [1, 2, 3].map(numbered(46, ''))],
    ['48 bytes', [1, 2, 3].map(numbered(48, ''))],
    ['45 bytes that end like a binary one', [1, 2, 3].map(numbered(45, '241234'))],
    ['46 bytes that end like a binary one', [1, 2, 3].map(numbered(46, '24'))],
    ['48 bytes that end like a binary one', [1, 2, 3].map(numbered(48, '241234'))],
    ['46 bytes that end like text', [1, 2, 3].map(numbered(46, '2a'))],
    ['48 bytes that end like text', [1, 2, 3].map(numbered(48, '2a48'))],
    ['46 bytes that end like a keep-alive', [1, 2, 3].map(numbered(46, '58'))],
  ])('all frames come out: %s', (_what, sent) => {
    const all = Buffer.concat(sent)
    const lost = Array.from(all.subarray(1), (_, at) => at + 1).filter((cut) => {
      const taken = framesIn([all.subarray(0, cut), all.subarray(cut)])
      return !isDeepStrictEqual(taken.map(contentOf), sent.map(contentOf))
    })
    expect(lost).toEqual([])
  })

  test('a frame that is cut after what is read ends there, and the next one is complete', () => {
    const sent = [1, 2].map(numbered(45, ''))
    const all = Buffer.concat(sent)
    const sizes = Array.from(all.subarray(1), (_, at) =>
      framesIn([all.subarray(0, at + 1), all.subarray(at + 1)]).map(({ length }) => length),
    )
    const expected = sizes.map((_, at) => {
      const cutFirst = at + 1 >= 32 && at + 1 < 45
      const cutSecond = at + 1 >= 45 + 32
      return [cutFirst ? at + 1 : 45, cutSecond ? at + 1 - 45 : 45]
    })
    expect(sizes).toEqual(expected)
  })

  test('a frame as long as the previous one is one, however it ends', () => {
    const [first, second] = [numbered(46, '')(1), numbered(46, '24')(2)]
    expect(framesIn([first, second, first])).toEqual([first, second, first])
  })
})

/** What a connection makes of these chunks. */
function framesIn(chunks: readonly Buffer[]): Buffer[] {
  const [takeFrame, frames] = [h02.createFramer(), new Array<Buffer>()]
  let bytes: Buffer = Buffer.alloc(0)
  for (const chunk of chunks) {
    let taken = takeFrame(Buffer.concat([bytes, chunk]))
    for (; taken.frame !== null; taken = takeFrame(taken.rest)) frames.push(taken.frame)
    bytes = taken.rest
  }
  return frames
}

const stored: Deliver = async () => 'STORED'
const textReply = '*HQ,4970105243,V4,V1,20261121080000#'

describe('over TCP', () => {
  test.each<[how: string, parts: Buffer[], replies: number]>([
    ['whole', [text], 1],
    ['glued', [Buffer.concat([text, binary, text])], 2],
    ['byte by byte', Array.from(Buffer.concat([text, text]), (byte) => Buffer.from([byte])), 2],
    ['behind a damaged one', [Buffer.from('*HQ,1 2,V1#'), text], 1],
  ])('frames that arrive %s are answered', async (_how, parts, replies) => {
    const answer = await talk({ protocol: h02, deliver: stored }, parts, { bytes: textReply.length * replies })
    expect(Buffer.from(answer, 'hex').toString()).toBe(textReply.repeat(replies))
  })

  test('a heartbeat is answered by its own word', async () => {
    const heartbeat = '*hq,135790246811220,HTBT#'
    const answer = await talk({ protocol: h02, deliver: stored }, [Buffer.from(heartbeat)], { bytes: heartbeat.length })
    expect(Buffer.from(answer, 'hex').toString()).toBe(heartbeat)
  })

  test('a frame that ends like a beginning takes nothing from the next', async () => {
    const first = Buffer.concat([binary.subarray(0, 42), Buffer.from('241234', 'hex')])
    const contentOf: (string | undefined)[] = []
    const deliver: Deliver = async ({ identity }) => {
      contentOf.push(identity)
      return identity === '9180271180' || identity === '4970105243' ? 'STORED' : 'UNKNOWN_TRACKER'
    }
    await talk({ protocol: h02, deliver }, [first, binary, text], { bytes: textReply.length, pauseMs: 30 })
    expect(contentOf).toEqual(['9180271180', '9180271180', '4970105243'])
  })

  test('an unknown tracker is not answered, and the connection ends', async () => {
    expect(await talk({ protocol: h02, deliver: async () => 'UNKNOWN_TRACKER' }, [text, text])).toBe('')
  })
})

test('a datagram names its protocol, and is not answered if its tracker has a secret', async () => {
  const protocols: unknown[] = []
  const deliver: Deliver = async ({ unprovenBy }) => {
    protocols.push(unprovenBy)
    return 'WRONG_SECRET'
  }
  expect(await talkUdp({ protocol: h02, deliver }, [text])).toEqual([])
  expect(protocols).toEqual(['h02'])
})

const nameless = Buffer.from(text.toString('latin1').replace('4970105243', ''))

describe('a frame that leaves its number out', () => {
  test('before any tracker has reported is kept, and answered after one has', async () => {
    const answer = await talk({ protocol: h02, deliver: stored }, [nameless, nameless, nameless, nameless, text], {
      bytes: textReply.length * 5,
    })
    expect(Buffer.from(answer, 'hex').toString()).toBe(textReply.repeat(5))
  })

  test('in a datagram is of the tracker that the same datagram names before it', async () => {
    const answers = await talkUdp({ protocol: h02, deliver: stored }, [Buffer.concat([nameless, text, nameless])])
    expect(answers.map((answer) => Buffer.from(answer, 'hex').toString())).toEqual([textReply, textReply])
  })
})

test('over UDP every frame of a datagram is answered', async () => {
  const answers = await talkUdp({ protocol: h02, deliver: stored }, [Buffer.concat([text, binary, text])])
  expect(answers.map((answer) => Buffer.from(answer, 'hex').toString())).toEqual([textReply, textReply])
})
