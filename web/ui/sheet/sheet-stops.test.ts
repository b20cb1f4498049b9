import { describe, expect, it, test } from 'vitest'
import { type SheetStop, stopAfterDrag, stopAfterPress, stopBeside } from './sheet-stops.ts'

const heights = { peek: 96, half: 340, full: 660 }

describe('a sheet that is let go', () => {
  it.each<[string, number, number, SheetStop]>([
    ['near its first line', 150, 0, 'peek'],
    ['near the middle', 300, 0, 'half'],
    ['near the top', 560, 0, 'full'],
    ['low, but flicked upwards', 150, 1, 'half'],
    ['low, but thrown upwards', 150, 3, 'full'],
    ['high, but flicked downwards', 560, -1, 'half'],
    ['beyond its top', 900, 0, 'full'],
    ['below its first line', 10, 0, 'peek'],
  ])('%s (%i px, %i px/ms) rests at %s', (_, height, speed, stop) => {
    expect(stopAfterDrag(heights, height, speed)).toBe(stop)
  })
})

test('arrow keys move a sheet by one stop and no further than its ends', () => {
  expect([stopBeside('peek', 'up'), stopBeside('half', 'up'), stopBeside('full', 'up')]).toEqual([
    'half',
    'full',
    'full',
  ])
  expect([stopBeside('full', 'down'), stopBeside('half', 'down'), stopBeside('peek', 'down')]).toEqual([
    'half',
    'peek',
    'peek',
  ])
})

test('the button opens a sheet stop by stop and closes it from the top', () => {
  expect([stopAfterPress('peek'), stopAfterPress('half'), stopAfterPress('full')]).toEqual(['half', 'full', 'peek'])
})
