import { expect, test } from 'vitest'
import { hasCheckDigit } from './imei.ts'

test('the check digit of a real IMEI is right', () => {
  expect(['490154203237518', '356938035643809', '352099001761481'].map(hasCheckDigit)).toEqual([true, true, true])
})

test('one wrong digit, or two neighbours changed, are noticed', () => {
  expect(['490154203237528', '490154203237581', '940154203237518'].map(hasCheckDigit)).toEqual([false, false, false])
})
