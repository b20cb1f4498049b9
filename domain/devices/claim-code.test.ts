import { expect, test } from 'vitest'
import { normalClaimCode } from './claim-code.ts'

test.each([
  ['7KQ2-M4TX', '7KQ2M4TX'],
  [' 7kq2 m4tx\n', '7KQ2M4TX'],
  ['7KQ2–M4TX', '7KQ2M4TX'],
  ['', ''],
  [' - ', ''],
])('the claim code %j counts as %j', (typed, counts) => {
  expect(normalClaimCode(typed)).toBe(counts)
})
