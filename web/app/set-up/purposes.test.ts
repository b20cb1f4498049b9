import { expect, test } from 'vitest'
import type { ConsentState, TrackingPurpose } from '#contract/consents/consents.ts'
import { modeOf, withoutConsent, withOrWithout } from './purposes.ts'

test.each<[readonly TrackingPurpose[], string | null]>([
  [[], null],
  [['theft-alarm'], 'THEFT'],
  [['movement-profile'], 'MOVEMENT'],
  [['theft-alarm', 'movement-profile'], 'BOTH'],
])('%j is the mode %s', (wanted, mode) => {
  expect(modeOf(wanted)).toBe(mode)
})

test('purposes keep their order, whichever was chosen first', () => {
  const both = withOrWithout(['movement-profile'], 'theft-alarm', true)
  expect(both).toEqual(['theft-alarm', 'movement-profile'])
  expect(withOrWithout(both, 'theft-alarm', false)).toEqual(['movement-profile'])
})

test.each<[ConsentState, readonly TrackingPurpose[]]>([
  ['given', ['movement-profile']],
  ['never', ['theft-alarm', 'movement-profile']],
  ['asked-anew', ['theft-alarm', 'movement-profile']],
  ['withdrawn', ['theft-alarm', 'movement-profile']],
])('where the consent to the theft alarm is %s, %j is still consented to', (state, expected) => {
  const consents = [
    { purpose: 'theft-alarm', state },
    { purpose: 'movement-profile', state: 'never' },
  ] as const
  expect(withoutConsent(['theft-alarm', 'movement-profile'], consents)).toEqual(expected)
})
