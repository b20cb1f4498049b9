import { expect, test } from 'vitest'
import { type ReminderContent, reminderInDigest } from './reminder-texts.ts'

const publicUrl = 'https://wegwarte.example'
const inDigest = (content: ReminderContent) =>
  reminderInDigest({ deviceId: 'd', deviceName: 'Enduro', content }, publicUrl).inDigest

test.each<[content: ReminderContent, topic: string, title: string, path: string]>([
  [
    { kind: 'PAUSED', paused: { deviceId: 'd', since: new Date('2026-11-20T12:00:00Z') } },
    'pausierter Alarm',
    'Der Diebstahlalarm von „Enduro“ ist noch pausiert',
    '/tracking?device=d',
  ],
  [
    { kind: 'INSPECTION', occasion: '2026-12', month: '2026-12', isOver: false },
    'Hauptuntersuchung',
    'Die HU von „Enduro“ ist 12/2026 fällig',
    '/devicesandlicenses',
  ],
])('%j stands in the e-mail of a day with its vehicle, a sentence and where to go', (content, topic, title, path) => {
  expect(inDigest(content)).toMatchObject({ topic, title, action: { url: publicUrl + path } })
  expect(inDigest(content)?.text).toMatch(/\.$/)
})

test('that protection has ended stands in none', () => {
  expect(inDigest({ kind: 'CONSENT', isByOwner: true })).toBeUndefined()
})
