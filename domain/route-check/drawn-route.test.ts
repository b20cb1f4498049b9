import { expect, test } from 'vitest'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import { type DrawnPoints, withoutPoint, withPoint, withPointAt } from './drawn-route.ts'

const at = (latitude: number, longitude = 8) => ({ latitude, longitude })

test('points come one after the other, are moved and removed', () => {
  const three = [at(48), at(49), at(50)].reduce<DrawnPoints>(withPoint, [])
  expect(three).toEqual([at(48), at(49), at(50)])
  expect(withPointAt(three, 1, at(49.123456789))).toEqual([at(48), at(49.12346), at(50)])
  expect(withoutPoint(three, 1)).toEqual([at(48), at(50)])
})

test('there are no more than a route has, and none that is not on earth', () => {
  const many = Array.from({ length: routeCheckLimits.drawnPoints + 5 }, (_, index) => at(index / 100))
  expect(many.reduce<DrawnPoints>(withPoint, [])).toHaveLength(routeCheckLimits.drawnPoints)
  expect(withPoint([], at(91, 541))).toEqual([at(90, -179)])
})
