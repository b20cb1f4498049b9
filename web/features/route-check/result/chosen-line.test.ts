import { expect, test } from 'vitest'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { routeCheck } from '#contract/route-check/route-check.ts'
import type { GpxLine } from '#domain/route-check/gpx-reading.ts'
import { choiceOf, linesIn, nameOf, piecesToSend, sparseMetres, turned } from './chosen-line.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const at = (latitude: number, longitude = 8) => ({ latitude, longitude })
const line = (...pieces: GpxLine['pieces']): GpxLine => ({ kind: 'track', name: null, pieces })

test('a file gives lines to choose from, or a sentence that says what to do', () => {
  const good =
    '<gpx><trk><name>Tour</name><trkseg><trkpt lat="48" lon="8"/><trkpt lat="48.1" lon="8"/></trkseg></trk></gpx>'
  const read = linesIn(bytes(good))
  expect('lines' in read && read.lines.map(nameOf)).toEqual(['Tour'])
  const faults = ['<gpx></gpx>', good.slice(0, 60), good.replace('48.1', '98'), '<!doctype html>'].map((text) =>
    linesIn(bytes(text)),
  )
  expect(faults).toEqual([
    { fault: expect.stringContaining('keine Strecke') },
    { fault: expect.stringContaining('Zeile 1, Element <trkseg>: Die Datei ist unvollständig') },
    { fault: expect.stringContaining('Zeile 1, Element <trkpt>: Einem Punkt fehlen gültige Koordinaten') },
    { fault: expect.stringContaining('Internetseite') },
  ])
  expect(linesIn(new Uint8Array(routeCheckLimits.fileBytes + 1))).toEqual({ fault: expect.stringContaining('10 MB') })
})

test('a line keeps the umlauts of its name, whatever encoding its file names', () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?><gpx><trk><name>Rückfahrt</name><trkseg>
    <trkpt lat="49" lon="8.4"/><trkpt lat="49.01" lon="8.41"/></trkseg></trk></gpx>`
  const read = linesIn(Uint8Array.from(text, (character) => character.charCodeAt(0)))
  expect('lines' in read && read.lines.map(nameOf)).toEqual(['Rückfahrt'])
})

test('a planner’s file offers its track before the route of its stops, and names what each is', () => {
  const stops = '<rtept lat="48.9" lon="8.3"/><rtept lat="48.5" lon="8.2"/><rtept lat="48.9" lon="8.31"/>'
  const road = [
    [48.9, 8.3],
    [48.7, 8.2],
    [48.5, 8.2],
    [48.8, 8.1],
    [48.9, 8.31],
  ].map(([lat, lon]) => `<trkpt lat="${lat}" lon="${lon}"/>`)
  const file = `<gpx creator="Kurviger"><wpt lat="48.9" lon="8.3"><name>Start</name></wpt>
    <rte><name>Schwarzwald</name>${stops}</rte>
    <trk><name>Schwarzwald</name><trkseg>${road.join('')}</trkseg></trk></gpx>`
  const read = linesIn(bytes(file))
  expect('lines' in read && read.lines.map(choiceOf)).toEqual([
    'Schwarzwald (Track, 5 Punkte)',
    'Schwarzwald (Route, 3 Punkte)',
  ])
  expect(choiceOf(line([at(48), at(49)]), 2)).toBe('Track 3 (2 Punkte)')
})

test('a line without a name has a number', () => {
  expect(nameOf(line([at(48), at(49)]), 2)).toBe('Track 3')
})

test('a line that is sent fits into the call, however long the recording, and keeps its ends', () => {
  const pieces = Array.from({ length: 3 }, (_, piece) =>
    Array.from({ length: 40_000 }, (_, index) => at(48 + piece / 10 + index / 1e6, 8 + Math.sin(index / 50) / 100)),
  )
  const sent = piecesToSend(line(...pieces), false)
  expect(sent.flat().length).toBeLessThanOrEqual(routeCheckLimits.sentPoints)
  expect(routeCheck.check.body.safeParse({ pieces: sent, corridorMetres: 100 }).success).toBe(true)
  expect(sent[0]?.[0]).toEqual({ latitude: 48, longitude: 8 })
  expect(sent[2]?.at(-1)?.latitude).toBe(48.24)
})

test('what was sent, turned around, is what is sent of the line turned around: its answer is found without a network', () => {
  const long = Array.from({ length: 40_000 }, (_, index) => at(48 + index / 1e6, 8 + Math.sin(index / 50) / 100))
  const whole = line(long, [at(49), at(49.1)])
  expect(turned(piecesToSend(whole, false), true)).toEqual(piecesToSend(whole, true))
})

test('turned around, the last piece comes first, from its end', () => {
  const sent = piecesToSend(line([at(1), at(2)], [at(3)], [at(4), at(5)]), true)
  expect(sent.map((piece) => piece.map(({ latitude }) => latitude))).toEqual([
    [5, 4],
    [2, 1],
  ])
})

test('a line whose points are far apart is reported, a gap between two pieces is not', () => {
  expect(sparseMetres(line([at(48), at(48.1)]))).toBeGreaterThan(11_000)
  expect(sparseMetres(line([at(48), at(48.01)], [at(49), at(49.01)]))).toBeNull()
})
