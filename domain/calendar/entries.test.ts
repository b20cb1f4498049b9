import { expect, test } from 'vitest'
import { calendarEntries } from './entries.ts'

const enduro = { id: 'd1', name: 'Enduro', season: { fromMonth: 4, toMonth: 10 }, inspectionDue: '2027-01' }

test('a calendar has the ends of licences, inspections and the next two changes of seasons, in order', () => {
  const licences = [
    { id: 'l1', type: 'PREMIUM' as const, endsAt: new Date('2027-06-30T22:30:00Z'), deviceNames: ['Enduro', 'Roller'] },
    { id: 'l2', type: 'START' as const, endsAt: new Date('2027-08-01T10:00:00Z'), deviceNames: [] },
  ]
  expect(calendarEntries(licences, [enduro], '2026-12-01').map(({ day, title }) => [day, title])).toEqual([
    ['2027-04-01', 'Saison beginnt: „Enduro“'],
    ['2027-04-30', 'HU fällig: „Enduro“'],
    ['2027-07-01', 'Lizenz PREMIUM endet: „Enduro“, „Roller“'],
    ['2027-08-01', 'Lizenz START endet'],
    ['2027-10-31', 'Saison endet: „Enduro“'],
  ])
})

test('in the season its end comes first; a vehicle without dates has no entries', () => {
  const days = calendarEntries([], [{ ...enduro, inspectionDue: null }], '2027-10-31').map(({ id }) => id)
  expect(days).toEqual(['season ends d1 2027-10-31', 'season begins d1 2028-04-01'])
  expect(calendarEntries([], [{ ...enduro, season: null, inspectionDue: null }], '2027-10-31')).toEqual([])
})
