import { describe, expect, it, test } from 'vitest'
import { nextSearch, type Search, type SearchState } from './search.ts'

const first: Search = { deviceId: 'a', choice: { preset: 'today' }, visit: 'v1', series: 0 }
const yesterday = { deviceId: 'a', choice: { preset: 'yesterday' }, visit: 'v2' } as const
const again = { deviceId: 'a', choice: { preset: 'today' }, visit: 'v2' } as const
const hour = { from: '2026-06-12T10:00', to: '2026-06-12T11:00' }

describe('a search', () => {
  it('is the first of a series', () => {
    expect(nextSearch(null, 'cleared', yesterday)).toEqual({ ...yesterday, series: 0 })
  })

  it('is requested once at a time', () => {
    expect(nextSearch(first, 'awaited', again)).toBe(first)
    const ofAnHour = { ...first, choice: hour }
    expect(nextSearch(ofAnHour, 'awaited', { ...again, choice: { ...hour } })).toBe(ofAnHour)
  })

  it('is requested again at each visit', () => {
    expect(nextSearch(first, 'found', again)).toEqual({ ...again, series: 0 })
  })

  it('of another range is requested at once', () => {
    expect(nextSearch(first, 'awaited', yesterday)).toEqual({ ...yesterday, series: 0 })
    expect(nextSearch(first, 'awaited', { ...again, choice: hour })).toMatchObject({ choice: hour })
  })

  it('of a day by its rides is another one than of its times', () => {
    const rides = { ...again, day: '2026-06-13', wholeRides: true } as const
    expect(nextSearch(first, 'awaited', rides)).toEqual({ ...rides, series: 0 })
    expect(nextSearch({ ...rides, series: 0 }, 'awaited', { ...rides, visit: 'v3' })).toMatchObject({ visit: 'v2' })
  })

  test.each<[string, SearchState, number]>([
    ['follows one that is under way', 'awaited', 0],
    ['follows one that found something', 'found', 0],
    ['begins anew after one that failed', 'failed', 1],
    ['begins anew after one that was left, or emptied', 'cleared', 1],
  ])('%s', (_name, state, series) => {
    expect(nextSearch(first, state, yesterday).series).toBe(series)
  })

  it('of another device begins anew', () => {
    expect(nextSearch(first, 'found', { ...again, deviceId: 'b' }).series).toBe(1)
    expect(nextSearch(first, 'awaited', { ...again, deviceId: 'b' }).series).toBe(1)
  })
})
