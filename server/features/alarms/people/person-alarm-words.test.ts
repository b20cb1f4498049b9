import { expect, test } from 'vitest'
import { alarmKinds } from '#contract/alarms/alarms.ts'
import { personAlarmEmail, personAlarmPush } from './person-alarm-words.ts'
import type { PersonAlarm } from './person-alarms.store.ts'
import { concernsPeople } from './person-alarms.ts'

const told = alarmKinds.filter(concernsPeople)

function alarmOf(given: Partial<PersonAlarm>): PersonAlarm {
  return {
    alarmId: 'alarm',
    deviceId: 'bike',
    deviceName: 'Enduro',
    ownerEmail: 'anna@example.org',
    role: 'WATCHER',
    kind: 'MOVEMENT',
    evidence: null,
    happenedAt: new Date('2026-06-01T03:26:00Z'),
    isMissed: false,
    isAnswered: false,
    ...given,
  }
}
const wordsOf = (given: Partial<PersonAlarm>) => {
  const { subject, text } = personAlarmEmail(alarmOf(given), 'https://wegwarte.example')
  const { title, body } = personAlarmPush(alarmOf(given))
  return { email: `${subject}\n${text}`, push: `${title}\n${body}` }
}

test.each(told)('%s names vehicle, owner and time, and calls nothing the reader’s', (kind) => {
  const { email, push } = wordsOf({ kind, ...(kind === 'MOVEMENT' && { evidence: 'CREPT' }) })
  for (const words of [email, push]) {
    expect(words).toContain('„Enduro“')
    expect(words).toContain('anna@example.org')
    expect(words).toContain('05:26')
    expect(words).not.toMatch(/Ihr Fahrzeug|Das bin ich|haben Sie|Sie haben gemeldet|Koordinaten/)
  }
})

test('only a driver is asked whether they ride, and answers', () => {
  expect(wordsOf({ role: 'DRIVER' }).email).toMatch(/„Ich fahre“.*„Ich kümmere mich“/)
  expect(wordsOf({ role: 'WATCHER' }).email).not.toMatch(/Ich fahre|Ich kümmere mich/)
})

test('of a missed vehicle nobody is sent after it', () => {
  const { email } = wordsOf({ role: 'DRIVER', isMissed: true })
  expect(email).toContain('Es ist als gestohlen oder verdächtig gemeldet.')
  expect(email).toContain('Fahren Sie nicht selbst hin.')
  expect(email).not.toContain('Ich fahre')
})

test('a call for help leads to the person and to 112, not to the police', () => {
  const { email } = wordsOf({ kind: 'FALL' })
  expect(email).toContain('wählen Sie 112')
  expect(email).not.toContain('110')
})
