import { describe, expect, test } from 'vitest'
import type { Alarm } from '#contract/alarms/alarms.ts'
import { contactsInWords, ownersPhoneInWords } from './hop-words.ts'

type Hop = Alarm['hops'][number]

const hop: Hop = {
  channel: 'EMAIL',
  number: 1,
  email: 'anna@example.org',
  state: 'QUEUED',
  tries: 0,
  dueAt: '2026-06-01T08:10:00.000Z',
  endedAt: null,
  answeredAt: null,
}
const endedAt = '2026-06-01T08:10:20.000Z'
const sent = { state: 'SENT', endedAt, tries: 1 } as const

test.each<[Partial<Hop>, string]>([
  [{}, 'anna@example.org: ab 10:10'],
  [{ state: 'SENDING' }, 'anna@example.org: wird übergeben'],
  [sent, 'anna@example.org: benachrichtigt 10:10, noch keine Antwort'],
  [{ ...sent, answeredAt: '2026-06-01T08:12:00.000Z' }, 'anna@example.org kümmert sich, 10:12'],
  [{ state: 'STOPPED', endedAt }, 'anna@example.org: nicht mehr nötig'],
  [{ state: 'FAILED', endedAt }, 'anna@example.org: nicht zustellbar'],
  [{ state: 'BOUNCED', endedAt }, 'anna@example.org: Diese Adresse nimmt keine E-Mails an'],
  [{ state: 'WITHHELD', endedAt }, 'anna@example.org: heute schon zu oft benachrichtigt'],
  [{ ...sent, email: null }, 'Ein früherer Kontakt: benachrichtigt 10:10, noch keine Antwort'],
])('%j reads: %s', (given, words) => expect(contactsInWords([{ ...hop, ...given }])).toEqual([words]))

test('of a contact whose address takes no e-mails, what follows from that is said, too', () => {
  const lost = { ...hop, state: 'BOUNCED', endedAt } as const
  const next = { ...hop, number: 2, email: 'bert@example.org', state: 'SENDING' } as const
  expect(contactsInWords([lost, { ...next, dueAt: endedAt }])).toEqual([
    'anna@example.org: Diese Adresse nimmt keine E-Mails an · deshalb kam gleich der nächste Kontakt an die Reihe',
    'bert@example.org: wird übergeben',
  ])
  expect(contactsInWords([lost, next])[0]).toBe('anna@example.org: Diese Adresse nimmt keine E-Mails an')
})

describe('with a phone', () => {
  test.each<[Partial<Hop>, Partial<Hop>, string]>([
    [{}, { channel: 'SMS' }, 'anna@example.org: ab 10:10'],
    [
      sent,
      { channel: 'SMS', ...sent },
      'anna@example.org: benachrichtigt 10:10, noch keine Antwort · SMS angenommen 10:10',
    ],
    [
      { state: 'BOUNCED', endedAt },
      { channel: 'VOICE', ...sent },
      'anna@example.org: Diese Adresse nimmt keine E-Mails an · Anruf angenommen 10:10',
    ],
    [
      { state: 'STOPPED', endedAt },
      { channel: 'SMS', state: 'STOPPED', endedAt },
      'anna@example.org: nicht mehr nötig',
    ],
    [
      sent,
      { channel: 'SMS', tries: 2, endedAt },
      'anna@example.org: benachrichtigt 10:10, noch keine Antwort · SMS 2-mal vergeblich versucht, wir versuchen es weiter',
    ],
    [
      sent,
      { channel: 'VOICE', state: 'FAILED', tries: 6, endedAt },
      'anna@example.org: benachrichtigt 10:10, noch keine Antwort · Anruf 6-mal vergeblich versucht',
    ],
  ])('%j and %j read: %s', (email, phone, words) => {
    const hops = [
      { ...hop, ...email },
      { ...hop, ...phone },
    ]
    expect(contactsInWords([...hops, { ...hop, number: 2, email: 'bert@example.org' }])).toEqual([
      words,
      'bert@example.org: ab 10:10',
    ])
  })
})

describe('the owner’s phone', () => {
  const owners = { ...hop, number: 0, email: null, channel: 'SMS' } as const

  test('has words of its own, and is no contact', () => {
    expect(contactsInWords([owners])).toEqual([])
    expect(ownersPhoneInWords([hop])).toBeNull()
  })

  test.each<[Partial<Hop>, string]>([
    [{}, 'SMS ab 10:10'],
    [{ state: 'SENDING' }, 'SMS wird übergeben'],
    [{ ...sent, channel: 'VOICE' }, 'Anruf angenommen 10:10'],
    [{ tries: 1, endedAt }, 'SMS einmal vergeblich versucht, wir versuchen es weiter'],
    [{ state: 'FAILED', tries: 1, endedAt }, 'SMS einmal vergeblich versucht'],
    [{ state: 'STOPPED', endedAt }, 'SMS nicht mehr nötig'],
    [{ state: 'WITHHELD', endedAt }, 'SMS heute schon zu oft'],
  ])('%j reads: %s', (given, words) => expect(ownersPhoneInWords([{ ...owners, ...given }])).toBe(words))
})
