import { expect, test } from 'vitest'
import { activityKinds } from '#contract/activity/activity.ts'
import { consentPurposes } from '#contract/consents/consents.ts'
import { messageStates } from '#domain/messages/messages.ts'
import { shownWord } from './shown-words.ts'

test.each([
  ...activityKinds.map((kind) => ['kind', kind]),
  ...consentPurposes.map((purpose) => ['purpose', purpose]),
  ...messageStates.map((state) => ['state', state]),
])('the page for people has no code for %s %s', (field, code) => {
  expect(shownWord(field, code)).not.toBe(code)
})

test('a code is shown by what its field is', () => {
  expect(shownWord('mode', 'MOVEMENT')).toBe('Bewegungsprofil')
  expect(shownWord('kind', 'MOVEMENT')).toBe('Bewegung')
  expect(shownWord('name', 'MOVEMENT')).toBe('MOVEMENT')
})
