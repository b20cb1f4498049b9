import { expect, test } from 'vitest'
import type { AlarmKind } from '#contract/alarms.ts'
import { alarmLetter } from './alarm-letter.ts'
import { alarmPush } from './alarm-push.ts'

/** What an owner reads of an alarm, in the letter and in the push message. */
function wordsOf(kind: AlarmKind, at = '2026-06-01T10:00:00Z'): { letter: string; push: string } {
  const detectedAt = new Date(at)
  const alarm = { alarmId: 'alarm', deviceId: 'device', deviceName: 'Enduro', kind, detectedAt }
  const { subject, text } = alarmLetter(
    { ...alarm, email: '', place: null, numberToday: null, lastActiveAt: kind === 'SILENCE' ? detectedAt : null },
    'https://wegwarte.example',
  )
  const { title, body } = alarmPush({ ...alarm, seenAt: detectedAt })
  return { letter: `${subject}\n${text}`, push: `${title}\n${body}` }
}

test('a nearly empty battery is told with what to do, and as no theft', () => {
  const { letter, push } = wordsOf('LOW_BATTERY')
  for (const words of [letter, push]) {
    expect(words).toContain('Akku von „Enduro“ ist fast leer')
    expect(words).toContain('laden Sie das Gerät')
    expect(words).not.toMatch(/Polizei|Alarm: /)
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

test.each([
  ['MOVEMENT', '2026-10-25T00:30:00Z', 'MESZ'],
  ['MOVEMENT', '2026-10-25T01:30:00Z', 'MEZ'],
  ['SILENCE', '2026-10-25T00:30:00Z', 'MESZ'],
  ['SILENCE', '2026-10-25T01:30:00Z', 'MEZ'],
] as const)(
  'of the hour that comes twice in October says which it is, everywhere: %s at %s in %s',
  (kind, at, zone) => {
    const { letter, push } = wordsOf(kind, at)
    for (const words of [letter, push]) {
      const times = words.match(/02:30 Uhr( \(?ME[SZ]+)?/g)
      expect(times).toHaveLength(2)
      for (const time of times ?? []) expect(time).toMatch(new RegExp(`02:30 Uhr \\(?${zone}$`))
    }
  },
)

test('leads to the day of the place it names and the next, for a night has two', () => {
  const alarm = {
    alarmId: 'alarm',
    deviceId: 'device',
    deviceName: 'Enduro',
    detectedAt: new Date('2026-10-28T10:00:00Z'),
  }
  const seenAt = new Date('2026-10-24T22:30:00Z')
  const place = { latitude: 49, longitude: 8.4, accuracy: null, recordedAt: seenAt }
  const letter = alarmLetter(
    { ...alarm, kind: 'SILENCE', email: '', place, numberToday: null, lastActiveAt: null },
    'https://wegwarte.example',
  )
  const { path } = alarmPush({ ...alarm, kind: 'SILENCE', seenAt })
  expect(path).toBe('/tracking?device=device&from=2026-10-25T00%3A00&to=2026-10-27T00%3A00&alarm=alarm#map')
  expect(letter.text).toContain(`https://wegwarte.example${path}`)
})
