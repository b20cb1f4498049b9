import { expect, test } from 'vitest'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { h02 } from './h02/h02.ts'
import { checksumOf } from './meitrack/meitrack-frames.ts'
import { meitrack } from './meitrack/meitrack.ts'
import { osmand } from './osmand/osmand.ts'
import { owntracks } from './owntracks/owntracks.ts'
import type { StreamProtocol } from './protocol.ts'
import { queclink } from './queclink/queclink.ts'
import { teltonikaUdp } from './teltonika/teltonika-udp.ts'
import { slowestMs } from './testing/cpu-time.ts'

/*
 * The longest message that is read, nearly all of it one value that repeats one character: its time is proportional to its
 * bytes.
 */

const now = new Date('2026-11-21T08:00:00Z')
/** A message of this length is read in under 20 ms; in quadratic time it takes seconds. */
const mostMs = 500
const repeated = ['1', '9', '.', '-', '+', ' ', ':', '0', 'e', 'x', ',', '\u2028', '%']

const osmandFields =
  'id lat lon location timestamp speed accuracy altitude bearing batt charge valid mock alarm key'.split(' ')

test('OsmAnd, in the address, the form and JSON', () => {
  const read = (body: string, contentType: string) => () =>
    osmand.decode({ url: '/', headers: {}, contentType, body: Buffer.from(body) }, now)
  const messages = repeated.flatMap((character) => {
    const value = `${character.repeat(osmand.bodyBytes / 4)}!`
    const form = osmandFields.map((field) => read(`id=1&${field}=${value}`, 'application/x-www-form-urlencoded'))
    const coords = { latitude: value, longitude: value, accuracy: value, altitude: value, speed: value, heading: value }
    const location = { timestamp: value, coords, battery: { level: value }, alarm: value }
    return [...form, read(JSON.stringify({ device_id: '1', location }), 'application/json')]
  })
  expect(slowestMs(messages, mostMs)).toBeLessThan(mostMs)
})

test('OsmAnd, in a batch of as many places as there may be, and members that nobody reads', () => {
  const places = Array.from({ length: trackingLimits.backlogFixes }, () => 0)
  const others = Array.from({ length: 5_000 }, (_, index) => [`m${index}`, 0])
  const body = Buffer.from(JSON.stringify({ ...Object.fromEntries(others), device_id: '1', location: places }))
  expect(body.length).toBeLessThan(osmand.bodyBytes)
  const read = () => osmand.decode({ url: '/', headers: {}, contentType: 'application/json', body }, now)
  expect(read()).toHaveLength(places.length)
  expect(slowestMs([read], mostMs)).toBeLessThan(mostMs)
})

test('OwnTracks', () => {
  const fields = ['topic', 'tid', 'lat', 'lon', 'tst', 'acc', 'alt', 'vel', 'cog', 'batt', 'bs', 'event', 'data']
  const messages = repeated.flatMap((character) =>
    fields.map((field) => {
      const value = `${character.repeat(Math.floor(owntracks.bodyBytes / 4))}!`
      const type = field === 'data' ? 'encrypted' : 'location'
      const body = Buffer.from(JSON.stringify({ _type: type, tid: 'ab', lat: 49, lon: 8, tst: 1, [field]: value }))
      return () => owntracks.decode({ url: '/', headers: {}, contentType: '', body }, now)
    }),
  )
  expect(slowestMs(messages, mostMs)).toBeLessThan(mostMs)
}, 30_000)

test('H02, in each place of its text', () => {
  const parts = [
    '4970105243',
    'V1',
    '080000',
    'A',
    '4900.0000',
    'N',
    '00800.0000',
    'E',
    '0.00',
    '0',
    '211126',
    'FFFFFFFF',
  ]
  const messages = repeated.flatMap((character) =>
    parts.map((_, place) => {
      const value = character.repeat(gatewayServerLimits.frameBytes - 200)
      const text = `*HQ,${parts.map((part, index) => (index === place ? value : part)).join(',')}#`
      return () => {
        const { frame } = h02.createFramer()(Buffer.from(text))
        return h02.decode(frame ?? Buffer.from(text), null, now)
      }
    }),
  )
  expect(slowestMs(messages, mostMs)).toBeLessThan(mostMs)
})

test('Queclink and Meitrack, in each place of their texts', () => {
  const queclinkText = '250504,356307042441013,,,00,1,1,4.3,92,70.0,8.4,48.96,20261121075900,20261121075901,00A1'
  const meitrackText = '356307042441013,AAA,35,48.96,8.4,261121075900,A,9,21,72,270,1.1,115,3520,148'
  const longest = (text: string, character: string) =>
    text.split(',').map((_, place, parts) => {
      const value = character.repeat(gatewayServerLimits.frameBytes - 200)
      return parts.map((part, index) => (index === place ? value : part)).join(',')
    })
  const messages = repeated.flatMap((character) => [
    ...longest(queclinkText, character).map((text) => reading(queclink, Buffer.from(`+RESP:GTFRI,${text}$`))),
    ...longest(meitrackText, character).map((text) => {
      const summed = Buffer.from(`$$A${text.length + 6},${text}*`)
      return reading(meitrack, Buffer.concat([summed, Buffer.from(`${checksumOf(summed)}\r\n`)]))
    }),
  ])
  expect(slowestMs(messages, mostMs)).toBeLessThan(mostMs)
})

/** What its framer makes of the bytes, and all of them as one frame. */
function reading(protocol: StreamProtocol, bytes: Buffer): () => void {
  return () => {
    const { frame } = protocol.createFramer()(bytes)
    if (frame !== null) protocol.decode(frame, null, now)
    protocol.decode(bytes, null, now)
  }
}

/** The longest datagram of Codec 8 Extended, whose records all claim as many values as a count can state. */
function claiming(widthIndex: number): Buffer {
  const [packetBytes, records, recordBytes, longestValues] = [65_000, 255, 40, 0xffff]
  const identity = '356307042441013'
  const data = Buffer.alloc(packetBytes)
  data.set([0x8e, records])
  for (let record = 0; record < records; record += 1) {
    const at = 2 + record * recordBytes
    // A time in about 2020; place and motion are zeros.
    data.set([0, 0, 1, 0x70], at)
    // After the event id and the total come the counts of each width, last that of values with their own length.
    data.writeUInt16BE(longestValues, at + 24 + 4 + widthIndex * 2)
  }
  // As values, each has an id of its own; as the lengths of values, zeros are the shortest.
  const filled = widthIndex < 4 ? data.length - 1 : 0
  for (let at = 2 + records * recordBytes; at < filled; at += 2) data.writeUInt16BE(at, at)
  const header = Buffer.from([0, 0, 0xca, 0xfe, 1, 5, 0, identity.length, ...Buffer.from(identity)])
  header.writeUInt16BE(header.length - 2 + data.length, 0)
  return Buffer.concat([header, data])
}

test.each([0, 1, 2, 3, 4])('Teltonika, whose records all claim more values than there are (width %i)', (widthIndex) => {
  const datagram = claiming(widthIndex)
  const read = () => teltonikaUdp.decode(datagram, null, now).reports
  const readAgain = () => Array.from({ length: 10 }, read)
  expect(read()).toHaveLength(255)
  expect(slowestMs([readAgain], mostMs)).toBeLessThan(mostMs)
})
