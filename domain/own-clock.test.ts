import { expect, test } from 'vitest'
import { lagByTrackers } from './own-clock.ts'

const minutes = (...values: number[]) => values.map((value) => value * 60_000)

test.each([
  ['nobody reports', [], null],
  ['all agree that it is right', [0, 0, -1, 1], null],
  ['all are ahead by the same', [10, 10.5, 9.8], 10],
  ['two are ahead', [10, 10], null],
  ['one is right among many', [10, 10, 10, 10, 0], 10],
  ['half of them are right', [10, 10, 10, 0, 0, 0], null],
  ['each is ahead by something else', [10, 60, 120, 480], null],
  ['those beside them empty their buffers', [10, 10, 10, -300, -200, -100, -50, -20], 10],
  ['all empty their buffers after the same outage', [-360, -360, -360, -360], null],
])('our clock where %s', (_name, leads, lag) => {
  expect(lagByTrackers(minutes(...leads))).toBe(lag === null ? null : lag * 60_000)
})
