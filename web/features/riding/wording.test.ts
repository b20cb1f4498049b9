import { expect, test } from 'vitest'
import type { Warning } from '#domain/riding/warning.ts'
import { shownDistance, spokenWarning } from './wording.ts'

const warning = (metres: number, side: Warning['side']): Warning => ({
  hazard: { id: 'h', type: 'Obstacle', latitude: 52, longitude: 9, direction: null, isReported: true, line: null },
  at: 0,
  metres,
  side,
})

test.each([
  [312, 'ahead', 'Achtung: Hindernis, in 300 Metern.'],
  [338, 'right', 'Achtung: Hindernis, in 350 Metern, rechts.'],
  [87, 'left', 'Achtung: Hindernis, in 80 Metern, links.'],
  [3, 'ahead', 'Achtung: Hindernis, in 20 Metern.'],
] as const)('%d m %s is said as „%s“', (metres, side, words) =>
  expect(spokenWarning(warning(metres, side))).toBe(words),
)

test('of what nobody has confirmed yet, that is said, too', () => {
  const { hazard, ...rest } = warning(312, 'right')
  const words = spokenWarning({ ...rest, hazard: { ...hazard, isUnconfirmed: true } })
  expect(words).toBe('Achtung: Hindernis, gemeldet, unbestätigt, in 300 Metern, rechts.')
})

test.each([
  [4, '10 m'],
  [234, '230 m'],
  [1240, '1,2 km'],
])('%d m is shown as %s', (metres, words) => expect(shownDistance(metres)).toBe(words))
