import { expect, test } from 'vitest'
import type { AlarmKind } from '#contract/alarms.ts'
import { alarmLetter } from './alarm-letter.ts'
import { alarmPush } from './alarm-push.ts'

/** What an owner reads of an alarm, in the letter and in the push message. */
function wordsOf(kind: AlarmKind): { letter: string; push: string } {
  const alarm = { deviceId: 'device', deviceName: 'Enduro', kind, detectedAt: new Date('2026-06-01T10:00:00Z') }
  const { subject, text } = alarmLetter(
    { ...alarm, email: '', place: null, numberToday: null, lastActiveAt: null },
    'https://wegwarte.example',
  )
  const { title, body } = alarmPush({ ...alarm, alarmId: 'alarm' })
  return { letter: `${subject}\n${text}`, push: `${title}\n${body}` }
}

test('a nearly empty battery is told with what to do, and as no theft', () => {
  const { letter, push } = wordsOf('LOW_BATTERY')
  for (const words of [letter, push]) {
    expect(words).toContain('Akku fast leer')
    expect(words).toContain('laden Sie das Gerät')
    expect(words).not.toMatch(/Polizei|Diebstahlalarm,/)
  }
  expect(letter).toContain('erst wieder, wenn der Akku zwischendurch gut geladen war')
})

test('a knock is told as a knock, and what to do about it', () => {
  const { letter, push } = wordsOf('VIBRATION')
  for (const words of [letter, push]) {
    expect(words).toContain('meldet eine Erschütterung')
    expect(words).toMatch(/nach dem Fahrzeug/)
    expect(words).not.toMatch(/abgeschleppt|weggehoben/)
  }
  expect(letter).toContain('Polizei unter 110')
})
