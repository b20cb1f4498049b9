import { expect, it } from 'vitest'
import type { Chapter } from '#domain/track/trips.ts'
import { chapterInWords, tripFiguresInWords, tripsInWords, whereInWords } from './chapter-words.ts'

const piece = { first: 0, last: 9, start: '2026-06-13T10:00:00Z', end: '2026-06-13T11:30:00Z', durationMs: 5_400_000 }
const trip = {
  kind: 'trip',
  ...piece,
  stretches: [],
  distanceMetres: 48_200,
  movingMs: 4_800_000,
  pauses: 0,
  gaps: 0,
} as const

it.each<[Chapter, string, string[], string[]]>([
  [
    { ...trip, maxKmh: 103.4, averageKmh: 36.2 },
    '12:00 – 13:30 Uhr',
    ['48 km', '1 Std. 30 Min.'],
    ['1 Std. 20 Min. in Fahrt', 'Ø 36 km/h', 'max. 103 km/h'],
  ],
  [
    { ...trip, movingMs: piece.durationMs, maxKmh: null, averageKmh: null, pauses: 1, gaps: 2 },
    '12:00 – 13:30 Uhr',
    ['48 km', '1 Std. 30 Min.'],
    ['1 kurzer Halt', '2 Lücken'],
  ],
  [
    { kind: 'stop', ...piece, end: '2026-06-13T23:30:00Z', place: { latitude: 49, longitude: 8 } },
    '12:00 – 14.06.2026, 01:30 Uhr',
    ['1 Std. 30 Min.'],
    [],
  ],
  [{ kind: 'gap', ...piece, distanceMetres: 60_000 }, '12:00 – 13:30 Uhr', ['1 Std. 30 Min.'], ['60 km Luftlinie']],
])('a chapter is described by its time, figures and details: $kind', (chapter, time, figures, details) => {
  expect(chapterInWords(chapter)).toMatchObject({ time, figures, details })
})

it.each([
  ['Durlach', 'Ettlingen', 'Durlach → Ettlingen'],
  ['Durlach', 'Durlach', 'Runde ab Durlach'],
])('a trip from %s to %s is called „%3$s“', (start, end, words) => {
  expect(whereInWords({ ...trip, maxKmh: null, averageKmh: null }, { start, end })).toBe(words)
})

it('a stop is called by its place, and without a name nothing is', () => {
  const stop = { kind: 'stop', ...piece, place: { latitude: 49, longitude: 8 } } as const
  expect(whereInWords(stop, { start: 'Durlach', end: 'Durlach' })).toBe('Durlach')
  expect(whereInWords(stop, null)).toBeNull()
})

it('a time is summed up by its trips', () => {
  const ridden = { ...trip, maxKmh: null, averageKmh: null }
  const stop = { kind: 'stop', ...piece, place: { latitude: 49, longitude: 8 } } as const
  expect(tripsInWords([ridden, stop, ridden])).toBe('2 Fahrten · 96 km')
  expect(tripsInWords([ridden])).toBe('1 Fahrt · 48 km')
  expect(tripsInWords([stop])).toBe('Keine Fahrt')
})

it('a card says of a trip how far, how long and when', () => {
  expect(tripFiguresInWords({ ...trip, maxKmh: null, averageKmh: null })).toEqual(['48 km', '1 Std. 30 Min.', '12:00'])
})
