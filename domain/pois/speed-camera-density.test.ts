import { expect, test } from 'vitest'
import { cameraDensity } from './speed-camera-density.ts'

test.each([
  [150, 100, 'very high'],
  [149, 100, 'high'],
  [120, 100, 'high'],
  [119, 100, 'normal'],
  [80, 100, 'normal'],
  [79, 100, 'low'],
  [0, 100, 'low'],
  [63, 42, 'very high'],
] as const)('%s cameras where %s are usual are a %s density', (active, average, density) => {
  expect(cameraDensity(active, average)).toEqual({ percent: Math.round((active / average) * 100), density })
})
