import { expect, test } from 'vitest'
import { noticesOf } from './notices.ts'
import type { Knowledge, RideView } from './ride.ts'

const now = new Date('2026-06-12T12:00:00Z')
const knowledge: Knowledge = { asOf: now.getTime(), isOld: false, truncated: false, weather: 'ok' }
const well: RideView = {
  startedAt: now.getTime(),
  reception: 'good',
  speedKmh: 80,
  shown: [],
  told: [],
  missed: [],
  weather: null,
  toldWeather: [],
  knowledge,
  isDay: true,
  country: 'germany',
  awayMs: 0,
}
const kindsOf = (view: Partial<RideView>, isAwake = true) =>
  noticesOf({ ...well, ...view }, isAwake, now).map(({ kind }) => kind)

test('where all is well nothing is said', () => expect(kindsOf({})).toEqual([]))

test.each<[string, Partial<RideView>, string[]]>([
  ['a position that is gone', { reception: 'lost' }, ['reception lost']],
  ['a phone that may not say where it is', { reception: 'denied' }, ['reception denied']],
  [
    'no network before anything was loaded',
    { knowledge: { ...knowledge, asOf: null, isOld: true } },
    ['nothing known'],
  ],
  ['no network later', { knowledge: { ...knowledge, isOld: true } }, ['old']],
  ['a page that was in the background', { awayMs: 90_000 }, ['away']],
  ['more hazards than can be loaded', { knowledge: { ...knowledge, truncated: true } }, ['truncated']],
  ['unknown weather', { knowledge: { ...knowledge, weather: 'unavailable' } }, ['weather unavailable']],
  ['another country', { country: 'switzerland' }, ['country switzerland']],
  [
    'two at once, the gravest first',
    { reception: 'rough', country: 'elsewhere' },
    ['reception rough', 'country elsewhere'],
  ],
])('%s is said', (_, view, kinds) => expect(kindsOf(view)).toEqual(kinds))

test('a screen that may go dark is said', () => expect(kindsOf({}, false)).toEqual(['no wake lock']))

test('what is known grows older without becoming another notice, and keeps its age in few words', () => {
  const at = (minutesAgo: number) =>
    noticesOf(
      { ...well, knowledge: { ...knowledge, isOld: true, asOf: now.getTime() - minutesAgo * 60_000 } },
      true,
      now,
    )
  const [[earlier], [later]] = [at(5), at(10)]
  expect(later?.kind).toBe(earlier?.kind)
  expect(later?.short).toBe('Kein Netz, Stand vor 10 Minuten')
})
