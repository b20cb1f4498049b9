import { describe, expect, it } from 'vitest'
import {
  choiceShowing,
  dayOf,
  settledChoice,
  untilNow,
  defaultRange,
  fieldsOf,
  neighbourOf,
  type RangeChoice,
  rangeOf,
  rangeWith,
} from './history-range.ts'

const now = new Date('2026-06-13T10:30:40Z')

describe('the range of the history', () => {
  it('is the last 24 hours by default, shown in German time', () => {
    expect(rangeOf(defaultRange, now)).toEqual({
      range: { start: '2026-06-12T10:30:40.000Z', end: '2026-06-13T10:30:40.000Z' },
    })
    expect(fieldsOf(defaultRange, now)).toEqual({ from: '2026-06-12T12:30', to: '2026-06-13T12:30' })
  })

  it.each([
    { preset: 'today', start: '2026-06-12T22:00:00.000Z', end: '2026-06-13T10:30:40.000Z' },
    { preset: 'yesterday', start: '2026-06-11T22:00:00.000Z', end: '2026-06-12T22:00:00.000Z' },
    { preset: 'last7Days', start: '2026-06-06T10:30:40.000Z', end: '2026-06-13T10:30:40.000Z' },
  ] as const)('$preset is from $start to $end', ({ preset, start, end }) => {
    expect(rangeOf({ preset }, now)).toEqual({ range: { start, end } })
  })

  it('yesterday was 25 hours long if clocks were put back', () => {
    expect(rangeOf({ preset: 'yesterday' }, new Date('2026-10-26T09:00:00Z'))).toEqual({
      range: { start: '2026-10-24T22:00:00.000Z', end: '2026-10-25T23:00:00.000Z' },
    })
  })

  it('that was typed is in German time', () => {
    expect(rangeOf({ from: '2026-06-01T00:00', to: '2026-06-02T08:15' }, now)).toEqual({
      range: { start: '2026-05-31T22:00:00.000Z', end: '2026-06-02T06:15:00.000Z' },
    })
  })

  it.each([
    ['02:00', '02:30', '00:00', '01:30'],
    ['02:00', '02:30+02:00', '00:00', '00:30'],
    ['02:00+01:00', '02:30', '01:00', '01:30'],
    ['01:00', '02:59', '23:00', '01:59'],
  ])('from %s to %s in the night of the long hour is from %s to %s in UTC', (from, to, start, end) => {
    const at = (clock: string) => `2026-10-2${clock === '23:00' ? '4' : '5'}T${clock}:00.000Z`
    expect(rangeOf({ from: `2026-10-25T${from}`, to: `2026-10-25T${to}` }, now)).toEqual({
      range: { start: at(start), end: at(end) },
    })
  })

  it('stays the same when its fields are shown, also in the hour that comes twice', () => {
    const late = new Date('2026-10-25T01:20:00Z')
    const fields = fieldsOf(defaultRange, late)
    expect(fields).toEqual({ from: '2026-10-24T03:20', to: '2026-10-25T02:20+01:00' })
    expect(rangeOf(fields, late)).toEqual(rangeOf(defaultRange, late))
    expect(neighbourOf({ from: '2026-10-25T02:10+02:00', to: '2026-10-25T02:20+02:00' }, 1, late)).toEqual({
      from: '2026-10-25T02:20+02:00',
      to: '2026-10-25T02:30+02:00',
    })
  })

  it('with a time that is skipped in March is refused with words of its own', () => {
    expect(rangeOf({ from: '2026-03-29T02:30', to: '2026-03-29T04:00' }, now)).toEqual({
      mistakes: { from: expect.stringContaining('weil die Uhren vorgestellt werden') },
    })
  })

  it.each([
    { from: '', to: '2026-06-02T08:15', wrong: ['from'] },
    { from: '', to: '', wrong: ['from', 'to'] },
    { from: '2026-06-02T08:15', to: '2026-06-02T08:15', wrong: ['to'] },
    { from: '2026-06-01T08:15', to: '2026-06-20T08:15', wrong: ['to'] },
  ])('from "$from" to "$to" is refused with a reason at the field', ({ from, to, wrong }) => {
    const checked = rangeOf({ from, to }, now)
    expect('mistakes' in checked ? Object.keys(checked.mistakes) : []).toEqual(wrong)
  })

  it.each<[string, string | null, RangeChoice, boolean]>([
    ['a present fix in a range up to now', '2026-06-13T10:30:38Z', defaultRange, true],
    ['a fix of a fast clock in a range up to now', '2026-06-13T10:31:30Z', defaultRange, true],
    ['an unknown fix in a range up to now', null, defaultRange, true],
    ['a late fix in a range up to now', '2026-06-12T20:00:00Z', defaultRange, true],
    ['a present fix in yesterday', '2026-06-13T10:30:38Z', { preset: 'yesterday' }, false],
    ['an unknown fix in yesterday', null, { preset: 'yesterday' }, false],
    ['a late fix in yesterday', '2026-06-12T12:00:00Z', { preset: 'yesterday' }, true],
    ['a present fix in a typed range', null, { from: '2026-06-13T00:00', to: '2026-06-14T00:00' }, true],
    ['any fix in an invalid range', null, { from: '', to: '' }, false],
  ])('is searched again only if it may contain the fix: %s', (_name, newest, choice, again) => {
    expect(rangeWith(newest, choice, now) !== null).toBe(again)
  })

  it.each<[string, RangeChoice, -1 | 1, RangeChoice | null]>([
    ['today, yesterday', { preset: 'today' }, -1, { preset: 'yesterday' }],
    ['yesterday, today', { preset: 'yesterday' }, 1, { preset: 'today' }],
    ['today, nothing yet', { preset: 'today' }, 1, null],
    ['yesterday, the whole day', { preset: 'yesterday' }, -1, { from: '2026-06-11T00:00', to: '2026-06-12T00:00' }],
    ['24 hours, 24 hours', { preset: 'last24Hours' }, -1, { from: '2026-06-11T12:30', to: '2026-06-12T12:30' }],
    ['7 days, 7 days', { preset: 'last7Days' }, -1, { from: '2026-05-30T12:30', to: '2026-06-06T12:30' }],
    [
      'two hours, two hours',
      { from: '2026-06-12T08:00', to: '2026-06-12T10:00' },
      1,
      { from: '2026-06-12T10:00', to: '2026-06-12T12:00' },
    ],
    ['what is deleted, nothing', { from: '2026-05-30T12:00', to: '2026-05-31T12:00' }, -1, null],
    ['what is no range, nothing', { from: '', to: '2026-05-31T12:00' }, -1, null],
  ])('has a neighbour, or none: beside %s', (_name, choice, direction, neighbour) => {
    expect(neighbourOf(choice, direction, now)).toEqual(neighbour)
  })

  it('has a day from midnight to midnight beside the day of 25 hours', () => {
    const monday = new Date('2026-10-26T09:00:00Z')
    expect(neighbourOf({ preset: 'yesterday' }, -1, monday)).toEqual({
      from: '2026-10-24T00:00',
      to: '2026-10-25T00:00',
    })
    expect(neighbourOf({ from: '2026-10-24T00:00', to: '2026-10-25T00:00' }, 1, monday)).toEqual({
      preset: 'yesterday',
    })
  })
})

describe('the range that shows a fix', () => {
  const monday = new Date('2026-10-26T09:00:00Z')

  it.each([
    ['of this minute', monday, '2026-10-26T09:00:00Z', { preset: 'last24Hours' }],
    ['of a clock a little ahead', monday, '2026-10-26T09:01:00Z', { preset: 'last24Hours' }],
    ['of 24 hours ago', monday, '2026-10-25T09:00:00Z', { preset: 'last24Hours' }],
    ['of yesterday morning', monday, '2026-10-25T08:59:59Z', { preset: 'yesterday' }],
    ['of days ago', monday, '2026-10-21T22:30:00Z', { from: '2026-10-22T00:00', to: '2026-10-23T00:00' }],
    ['of the hour that comes twice', now, '2025-10-26T01:30:00Z', { from: '2025-10-26T00:00', to: '2025-10-27T00:00' }],
  ] as const)('%s is the last hours, or its German day', (_of, at, fix, choice) => {
    expect(choiceShowing(fix, at)).toEqual(choice)
    expect(rangeWith(fix, choice, at)).not.toBeNull()
  })
})

describe('a day that is shown', () => {
  const late = new Date('2026-06-13T21:59:00Z')
  const early = new Date('2026-06-13T22:01:00Z')

  it.each<[string, RangeChoice, string]>([
    ['today', { preset: 'today' }, '2026-06-12T22:00:00.000Z'],
    ['yesterday', { preset: 'yesterday' }, '2026-06-11T22:00:00.000Z'],
  ])('stays that day after midnight: %s', (_name, choice, start) => {
    const settled = settledChoice(choice, late)
    expect(rangeOf(settled, early)).toEqual({ range: { start, end: expect.any(String) } })
    expect(settledChoice(settled, early)).toEqual(settled)
    expect(rangeOf(settled, early)).toEqual(rangeOf(settled, late))
  })

  it('is not asked for again when the next day brings something', () => {
    const today = settledChoice({ preset: 'today' }, late)
    expect(rangeWith('2026-06-13T21:58:00Z', today, early)).not.toBeNull()
    expect(rangeWith('2026-06-13T22:00:30Z', today, early)).toBeNull()
  })

  it('is the day of a trip, with 25 hours where clocks are put back', () => {
    expect(rangeOf(dayOf('2026-10-25T12:00:00Z'), early)).toEqual({
      range: { start: '2026-10-24T22:00:00.000Z', end: '2026-10-25T23:00:00.000Z' },
    })
  })

  it('moves on where hours and not a day are chosen', () => {
    expect(settledChoice({ preset: 'last7Days' }, late)).toEqual({ preset: 'last7Days' })
  })

  it('is downloaded until now, and a past one whole', () => {
    const [start, end] = ['2026-06-12T22:00:00.000Z', '2026-06-13T22:00:00.000Z']
    expect(untilNow({ start, end }, late)).toEqual({ start, end: late.toISOString() })
    expect(untilNow({ start, end }, early)).toEqual({ start, end })
  })
})
