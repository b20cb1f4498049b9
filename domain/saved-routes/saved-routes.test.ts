import { expect, test } from 'vitest'
import type { RouteClosure, RouteItem, RouteWarning } from '#contract/route-check/route-check.ts'
import { eveningBefore, newsOf, unknownOf } from './saved-routes.ts'

test.each([
  ['a morning', '2026-11-24T08:00:00Z', '2026-11-23T17:00:00.000Z'],
  ['a ride after midnight in Germany', '2026-11-23T23:30:00Z', '2026-11-23T17:00:00.000Z'],
  ['the day on which the clocks go forward', '2027-03-28T08:00:00Z', '2027-03-27T17:00:00.000Z'],
  ['the day after', '2027-03-29T08:00:00Z', '2027-03-28T16:00:00.000Z'],
  ['the day on which they go back', '2026-10-25T08:00:00Z', '2026-10-24T16:00:00.000Z'],
])('the evening before %s', (_, departsAt, evening) => {
  expect(eveningBefore(departsAt).toISOString()).toBe(evening)
})

const at = '2026-11-20T00:00:00Z'

function item(id: string, poiType: RouteItem['poi']['poiType'], alongMetres: number, reported = false): RouteItem {
  return {
    alongMetres,
    distanceMetres: 0,
    side: 'on',
    direction: 'unknown',
    because: [],
    onlyAt: null,
    poi: {
      id,
      poiType,
      latitude: 49,
      longitude: 8.4,
      street: 'L 562',
      postcode: null,
      city: null,
      speed: null,
      createdAt: at,
      updatedAt: at,
      details: {
        source: 't',
        attribution: '© t',
        fetchedAt: at,
        note: 'Bauarbeiten',
        ...(reported && { confirmations: 0 }),
      },
    },
  }
}

function storm(id: string, warningLevel: 2 | 3, validFrom = at): RouteWarning {
  return {
    ranges: [{ from: 5000, to: 9000 }],
    warning: {
      id,
      warningType: 'STURM',
      regionName: 'Kreis',
      latitude: 49,
      longitude: 8.4,
      validFrom,
      validUntil: null,
      warningLevel,
      headline: 'Amtliche WARNUNG vor STURM',
      description: '',
      instruction: null,
      attribution: '© t',
      aboveMetres: null,
      belowMetres: null,
    },
  }
}

test('news are works, dangers and warnings in the order of the ride, each once', () => {
  const items = [item('a', 'LongTermRoadwork', 2000), item('a', 'LongTermRoadwork', 8000), item('b', 'Slippery', 7000)]
  const news = newsOf({ items, warnings: [storm('x', 2), storm('y', 2)], closures: [] })
  expect(news.map(({ alongMetres, words }) => [alongMetres, words])).toEqual([
    [2000, 'Dauerbaustelle, L 562, Bauarbeiten'],
    [5000, 'Amtliche WARNUNG vor STURM'],
    [7000, 'Rutschgefahr, L 562, Bauarbeiten'],
  ])
})

test.each(['SpeedControl', 'MobileSpeedCamera', 'TrafficJam', 'Accident', 'AccidentHotspotMoto'] as const)(
  'a %s is no news of the evening before',
  (poiType) => {
    expect(newsOf({ items: [item('a', poiType, 0)], warnings: [], closures: [] })).toEqual([])
  },
)

test('what another user wrote is not passed on', () => {
  const [news] = newsOf({ items: [item('a', 'User', 0, true)], warnings: [], closures: [] })
  expect(news?.words).toBe('Gefahrenstelle, L 562')
})

test('a warning that the source replaces is the same; a graver one and one of another day are not', () => {
  const known = newsOf({ items: [], warnings: [storm('x', 2)], closures: [] }).map(({ key }) => key)
  const unknown = (warning: RouteWarning) =>
    unknownOf(newsOf({ items: [], warnings: [warning], closures: [] }), known).length
  expect([storm('z', 2), storm('x', 3), storm('x', 2, '2026-11-21T00:00:00Z')].map(unknown)).toEqual([0, 1, 1])
})

test('advance information is said to be that, and the warning that follows is news again', () => {
  const { ranges, warning } = storm('x', 3)
  const advance = { ranges, warning: { ...warning, headline: 'UNWETTER vor STURM', advance: true } }
  const newsWith = (found: RouteWarning) => newsOf({ items: [], warnings: [found], closures: [] })
  expect(newsWith(advance).map(({ words }) => words)).toEqual(['Vorabinformation: UNWETTER vor STURM'])
  const known = newsWith(advance).map(({ key }) => key)
  expect(unknownOf(newsWith({ ranges, warning }), known)).toHaveLength(1)
})

test('a road that is closed is news, one that is open when the ride passes is none', () => {
  const closure = (access: RouteClosure['access']): RouteClosure => ({
    id: 'way/1',
    name: 'L 564',
    rules: [{ access: 'closed', condition: 'Sa,Su' }],
    attribution: '© t',
    range: { from: 3000, to: 4000 },
    access,
  })
  const newsWith = (access: RouteClosure['access']) =>
    newsOf({ items: [], warnings: [], closures: [closure(access)] }).map(({ words }) => words)
  expect(newsWith('closed')).toEqual(['Für Motorräder gesperrt: Sa und So; sonst offen, L 564'])
  expect(newsWith('open')).toEqual([])
})
