import { expect, it } from 'vitest'
import { movedBy } from './own-order.ts'

it.each([
  ['b', -1, 'bac'],
  ['b', 1, 'acb'],
  ['a', 1, 'bac'],
  ['a', -1, 'abc'],
  ['c', 1, 'abc'],
  ['d', 1, 'abc'],
] as const)('moves %s by %i', (thing, by, order) => expect(movedBy([...'abc'], thing, by).join('')).toBe(order))
