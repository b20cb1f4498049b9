import { expect, test } from 'vitest'
import { destination } from '#domain/geo/geo.ts'
import { type Motion, moved } from './motion.ts'
import { isPassed, type ShownWarning, shownAfter } from './shown-warnings.ts'
import type { Warning } from './warning.ts'

const start = { latitude: 52.39, longitude: 9.73 }
const motionAt = (metres: number): Motion | null =>
  moved(null, { ...destination(start, metres, 90), at: metres * 50, accuracy: 8, speed: 20, course: 90 })
const warning = (id: string, metres: number): Warning => ({
  hazard: {
    id,
    type: 'Obstacle',
    direction: null,
    isReported: false,
    line: null,
    conditions: null,
    ...destination(start, metres, 90),
  },
  reasons: null,
  at: 0,
  metres,
  side: 'ahead',
})
const shownAt = (...places: readonly number[]) =>
  places.reduce<ShownWarning[]>((shown, metres, index) => {
    const motion = motionAt(metres)
    const told = index === 0 ? [warning('near', 300), warning('far', 700)] : []
    return motion === null ? shown : shownAfter(shown, told, motion)
  }, [])

test('the nearer one comes first, with the distance of now', () => {
  expect(shownAt(0, 100).map(({ hazard, metres }) => [hazard.id, Math.round(metres)])).toEqual([
    ['near', 200],
    ['far', 600],
  ])
})

test('what was passed stays for a while, behind what is still ahead', () => {
  const shown = shownAt(0, 150, 300, 380)
  expect(shown.map((warning) => [warning.hazard.id, isPassed(warning)])).toEqual([
    ['far', false],
    ['near', true],
  ])
  expect(shownAt(0, 150, 300, 380, 520).map(({ hazard }) => hazard.id)).toEqual(['far'])
})
