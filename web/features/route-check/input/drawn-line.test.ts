import { describe, expect, test } from 'vitest'
import { straightReasons } from '#contract/route-check/route-check.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import { browserProblem } from '#web/api/calls/call-problem.ts'
import { drawnLine, type KnownRoads } from './drawn-line.ts'

const points = [
  { latitude: 49, longitude: 8.4 },
  { latitude: 49.1, longitude: 8.5 },
]
const road = [...points.slice(0, 1), { latitude: 49.05, longitude: 8.4 }, ...points.slice(1)]

test('the line follows the roads that are known', () => {
  expect(drawnLine(points, { line: textOfLine(road) })).toEqual({
    line: road,
    onRoads: true,
    asking: false,
    words: 'Die Strecke folgt den Straßen zwischen Ihren Punkten.',
  })
})

test('while roads are looked for, the line is straight', () => {
  expect(drawnLine(points, 'asking')).toMatchObject({ line: points, onRoads: false, asking: true })
})

describe('the line is straight, and says why and what to do', () => {
  test.each<[roads: KnownRoads, because: RegExp]>([
    ['no-router', /weil hier kein Router eingerichtet ist\. Setzen Sie /],
    [{ straight: 'no-way' }, /weil der Router zwischen diesen Punkten keinen Weg findet\. Verschieben Sie /],
    [{ straight: 'too-far' }, /weil einige Punkte weiter auseinanderliegen, als der Router .*rechnet\. Setzen Sie /],
    [{ straight: 'no-answer' }, /weil der Router gerade keine Strecke liefert\. Setzen Sie /],
    [{ straight: 'unusable' }, /weil die Antwort des Routers nicht zu Ihren Punkten passt\. Setzen Sie /],
    [{ line: '' }, /weil die Antwort des Routers nicht zu Ihren Punkten passt\. Setzen Sie /],
    [{ problem: browserProblem('NETWORK_ERROR') }, /weil nach den Straßen nicht gefragt werden konnte\. .*Bitte /],
  ])('%j', (roads, because) => {
    const { words, ...line } = drawnLine(points, roads)
    expect(line).toEqual({ line: points, onRoads: false, asking: false })
    expect(words).toMatch(/^Die Strecke folgt geraden Linien, weil /)
    expect(words).toMatch(because)
  })

  test('for every reason that the server has', () => {
    const said = straightReasons.map((straight) => drawnLine(points, { straight }).words)
    expect(new Set(said).size).toBe(straightReasons.length)
  })
})
