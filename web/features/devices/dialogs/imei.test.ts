import { expect, test } from 'vitest'
import { additionForm, typedImei } from './imei.ts'

test.each([
  ['356938035643809', '356938035643809', false],
  [' 35-693803-564380-9\n', '356938035643809', false],
  ['35/693803.5643809', '356938035643809', false],
  ['IMEI: 356938035643809', '356938035643809', true],
  ['35693803564380O', '35693803564380', true],
])('%j leaves the digits %j; letters were dropped: %s', (text, imei, droppedText) => {
  expect(typedImei(text)).toEqual({ imei, droppedText })
})

test.each([
  ['', 'Bitte geben Sie eine gültige 15-stellige IMEI-Nummer ein'],
  ['35693803564380', 'IMEI muss genau 15 Ziffern haben'],
  ['3569380356438091', 'IMEI muss genau 15 Ziffern haben'],
])('the IMEI %j is answered with: %s', (imei, message) => {
  const { error } = additionForm.safeParse({ imei, deviceName: '' })
  expect(error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('a wrong check digit and a missing name are accepted, a name of 101 characters is not', () => {
  expect(additionForm.safeParse({ imei: '350000000000001', deviceName: '' }).success).toBe(true)
  expect(additionForm.safeParse({ imei: '350000000000001', deviceName: 'x'.repeat(101) }).success).toBe(false)
})
