import { expect, it } from 'vitest'
import { readableMarks } from './readable-marks.ts'

const at = (x: number, y: number) => ({ at: { x, y } })

it.each([
  ['far from each other are all shown', [at(50, 0), at(100, 0)], 2],
  ['that would hide one before them are left out', [at(50, 0), at(55, 5), at(100, 0)], 2],
  ['that would hide the pin are left out', [at(2, -15)], 0],
])('marks %s', (_name, marks, shown) => expect(readableMarks(marks, 20)).toHaveLength(shown))
