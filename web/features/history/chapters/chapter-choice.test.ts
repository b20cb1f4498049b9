import { expect, it } from 'vitest'
import type { Chapter } from '#domain/track/trips.ts'
import { chosenAmong } from './chapter-choice.ts'

const place = { latitude: 49, longitude: 8.4 }
const piece = (from: string, to: string) => {
  const [start, end] = [`2026-06-13T${from}:00Z`, `2026-06-13T${to}:00Z`]
  return { first: 0, last: 9, start, end, durationMs: Date.parse(end) - Date.parse(start) }
}
const stop = (from: string, to: string): Chapter => ({ kind: 'stop', ...piece(from, to), place })
const gap = (from: string, to: string): Chapter => ({ kind: 'gap', ...piece(from, to), distanceMetres: 0 })
const chosen = { answered: null, chapter: stop('10:00', '11:00') }

it.each([
  { name: 'where it was', chapters: [stop('08:00', '09:00'), stop('10:00', '11:00')], index: 1 },
  { name: 'where it has grown', chapters: [stop('10:00', '15:00')], index: 0 },
  { name: 'where its beginning was cut off', chapters: [stop('10:20', '11:00')], index: 0 },
  { name: 'nowhere once its middle is gone', chapters: [stop('10:40', '11:00')], index: null },
  { name: 'nowhere if something else is there by now', chapters: [gap('10:00', '11:00')], index: null },
  { name: 'nowhere if there is nothing', chapters: [], index: null },
])('a chosen chapter is found $name', ({ chapters, index }) => {
  expect(chosenAmong(chapters, chosen)).toBe(index)
})
