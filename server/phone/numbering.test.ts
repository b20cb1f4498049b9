import { expect, test } from 'vitest'
import type { PhoneCountry } from '#contract/phones/phone-number.ts'
import { isAllowed, isCountry, type NumberRefusal, readNumber } from './numbering.ts'

const allowed = new Set(['DE', 'AT', 'CH', 'IT', 'FR'])

test.each<[string, PhoneCountry, string]>([
  ['0170 1234567', 'DE', '+491701234567'],
  ['0176/12345678', 'DE', '+4917612345678'],
  ['+49 (0) 170 123 45 67', 'AT', '+491701234567'],
  ['0049-170-1234567', 'CH', '+491701234567'],
  ['+4901701234567', 'DE', '+491701234567'],
  ['0721 123 456', 'DE', '+49721123456'],
  ['(030) 23125–042', 'DE', '+493023125042'],
  ['0664 1234567', 'AT', '+436641234567'],
  ['01 5340 5', 'AT', '+43153405'],
  ['+43 664 123 45 67', 'DE', '+436641234567'],
  ['079 123 45 67', 'CH', '+41791234567'],
  ['\u00a0+41 79 123 45 67 ', 'DE', '+41791234567'],
  ['+39 06 1234 5678', 'DE', '+390612345678'],
])('%s, written in %s, is %s', (written, country, number) => {
  expect(readNumber(written, country, allowed)).toEqual({ number })
})

test.each<[string, PhoneCountry, NumberRefusal]>([
  ['', 'DE', 'FORM'],
  ['0170 123456', 'DE', 'FORM'],
  ['0170 123456789', 'DE', 'FORM'],
  ['110', 'DE', 'FORM'],
  ['0170 ABCDEFG', 'DE', 'FORM'],
  ['+1234567890123456', 'DE', 'FORM'],
  ['0180 5123456', 'DE', 'KIND'],
  ['0700 12345678', 'DE', 'KIND'],
  ['0800 1234567', 'DE', 'KIND'],
  ['0900 1234567', 'DE', 'KIND'],
  ['0810 123456', 'AT', 'KIND'],
  ['0848 123 456', 'CH', 'KIND'],
  ['+1 900 555 1234', 'DE', 'KIND'],
  ['+44 909 123 4567', 'DE', 'KIND'],
  ['+33 899 123456', 'DE', 'KIND'],
  ['+39 899 123456', 'DE', 'KIND'],
  ['+979 123456789', 'DE', 'KIND'],
  ['+881 6 1234 5678', 'DE', 'COUNTRY'],
  ['+247 40123', 'DE', 'COUNTRY'],
  ['+252 61 1234567', 'DE', 'COUNTRY'],
  ['+960 771 2345', 'DE', 'COUNTRY'],
  ['001 202 555 0123', 'DE', 'COUNTRY'],
])('%s, written in %s, is refused for its %s', (written, country, refused) => {
  expect(readNumber(written, country, allowed)).toEqual({ refused })
})

test('a number that was confirmed is not allowed any more once its country is not', () => {
  expect(isAllowed('+390612345678', allowed)).toBe(true)
  expect(isAllowed('+390612345678', new Set(['DE']))).toBe(false)
})

test('a country is one with a numbering plan', () => {
  expect(['DE', 'LI', 'XX', 'de'].map(isCountry)).toEqual([true, true, false, false])
})
