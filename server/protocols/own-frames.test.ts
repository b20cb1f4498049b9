import { expect, test } from 'vitest'
import { gt06 } from './gt06/gt06.ts'
import { h02 } from './h02/h02.ts'
import { meitrack } from './meitrack/meitrack.ts'
import { osmand } from './osmand/osmand.ts'
import type { StreamProtocol } from './protocol.ts'
import { queclink } from './queclink/queclink.ts'
import { teltonika } from './teltonika/teltonika.ts'
import {
  gt06Frames,
  h02Frames,
  meitrackFrames,
  osmandRequests,
  ownFixes,
  queclinkFrames,
  teltonikaFrames,
} from './testing/own-frames.ts'
import { readStream } from './testing/vectors.ts'

const now = new Date('2026-11-21T08:00:00Z')
const imei = '356307042441013'
const places = ownFixes.map(({ recordedAt, latitude, longitude }) => ({
  time: recordedAt.toISOString(),
  latitude,
  longitude,
}))

test.each<[string, StreamProtocol, readonly Buffer[]]>([
  ['Teltonika', teltonika, teltonikaFrames],
  ['GT06', gt06, gt06Frames],
  ['H02', h02, h02Frames],
  ['Queclink', queclink, queclinkFrames],
  ['Meitrack', meitrack, meitrackFrames],
])('%s: glued together, every message is read, the first places as they were written', (_name, protocol, frames) => {
  const messages = readStream(protocol, Buffer.concat(frames), imei, now)
  expect(messages.map(({ damaged }) => damaged)).toEqual(frames.map(() => false))
  const fixes = messages.flatMap(({ reports }) => reports.flatMap(({ fix }) => fix ?? []))
  expect(fixes.slice(0, 2).map(rounded)).toEqual(places)
})

test('OsmAnd: the query, the form with one field for the place, and the JSON of newer clients say the same', () => {
  const [query = '', form = '', json = ''] = osmandRequests
  const nothing = Buffer.alloc(0)
  const decoded = [
    osmand.decode({ url: `/?${query}`, body: nothing, headers: {}, contentType: '' }, now),
    osmand.decode(
      { url: '/', body: Buffer.from(form), headers: {}, contentType: 'application/x-www-form-urlencoded' },
      now,
    ),
    osmand.decode({ url: '/', body: Buffer.from(json), headers: {}, contentType: 'application/json' }, now),
  ].flat()
  const [place] = places
  expect(decoded.map((report) => ('refusal' in report ? report : report.fix && rounded(report.fix)))).toEqual([
    place,
    place,
    place,
  ])
})

function rounded({ recordedAt, latitude, longitude }: { recordedAt: Date; latitude: number; longitude: number }) {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return { time: recordedAt.toISOString(), latitude: round(latitude), longitude: round(longitude) }
}
