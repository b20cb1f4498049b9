import { expect, test } from 'vitest'
import { activityKinds } from '#contract/activity/activity.ts'
import { consentPurposes } from '#contract/consents/consents.ts'
import { messageTopics, wishChannels } from '#contract/messages/message-wishes.ts'
import { mqttFailures } from '#contract/mqtt/mqtt.ts'
import { pauseReasons, webhookEvents } from '#contract/webhooks/webhooks.ts'
import { messageStates } from '#domain/messages/messages.ts'
import { shownWord } from './shown-words.ts'

test.each([
  ...activityKinds.map((kind) => ['kind', kind]),
  ...consentPurposes.map((purpose) => ['purpose', purpose]),
  ...messageStates.map((state) => ['state', state]),
  ...messageTopics.map((topic) => ['topic', topic]),
  ...wishChannels.map((channel) => ['channel', channel]),
  ...webhookEvents.map((event) => ['events', event]),
  ...pauseReasons.map((reason) => ['paused', reason]),
  ...mqttFailures.map((failure) => ['failure', failure]),
])('the page for people has no code for %s %s', (field, code) => {
  expect(shownWord(field, code)).not.toBe(code)
})

test('a code is shown by what its field is', () => {
  expect(shownWord('mode', 'MOVEMENT')).toBe('Bewegungsprofil')
  expect(shownWord('kind', 'MOVEMENT')).toBe('Bewegung')
  expect(shownWord('name', 'MOVEMENT')).toBe('MOVEMENT')
  expect([shownWord('paused', 'GONE'), shownWord('state', 'GONE')]).toEqual([
    'Adresse gibt es nicht mehr',
    'Browser abgemeldet',
  ])
})
