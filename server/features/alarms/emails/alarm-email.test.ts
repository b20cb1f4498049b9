import { expect, test } from 'vitest'
import {
  type AlarmKind,
  helpKinds,
  isCertain,
  type MovementEvidence,
  movementEvidences,
} from '#contract/alarms/alarms.ts'
import { alarmEmail, isAnswerable } from './alarm-email.ts'
import { alarmPush, batteryInDigest } from './alarm-push.ts'

function sentAtOnce(at: Date) {
  return { happenedAt: at, beganAt: null, dueAt: at, isMissed: false }
}

const none = { answer: null, seen: null, where: null, placeName: null }

/** What an owner reads about an alarm, in the e-mail and in the push message. */
function wordsOf(
  kind: AlarmKind,
  at = '2026-06-01T10:00:00Z',
  evidence: MovementEvidence | null = null,
  answerLink: string | null = null,
): { email: string; push: string } {
  const detectedAt = new Date(at)
  const alarm = { alarmId: 'alarm', deviceId: 'device', deviceName: 'Enduro', kind, detectedAt, evidence }
  const { subject, text } = alarmEmail(
    {
      ...alarm,
      userId: 'user',
      email: '',
      place: null,
      numberToday: null,
      lastActiveAt: kind === 'SILENCE' ? detectedAt : null,
      contactsFrom: null,
      ...sentAtOnce(detectedAt),
    },
    'https://wegwarte.example',
    { ...none, answer: answerLink },
  )
  const { title, body } = alarmPush({ ...alarm, seenAt: detectedAt, isMissed: false })
  return { email: `${subject}\n${text}`, push: `${title}\n${body}` }
}

test('a nearly empty battery is reported with what to do, and not as a theft', () => {
  const { email, push } = wordsOf('LOW_BATTERY')
  for (const words of [email, push]) {
    expect(words).toContain('Akku von „Enduro“ ist fast leer')
    expect(words).toContain('laden Sie das Gerät')
    expect(words).not.toMatch(/Polizei|Alarm: /)
  }
  expect(email).toContain('erst wieder, wenn der Akku zwischendurch gut geladen war')
  const battery = { ...movement, kind: 'LOW_BATTERY', evidence: null, place: null } as const
  const { topic, title, text, action } = batteryInDigest(battery, 'https://wegwarte.example')
  expect([topic, title]).toEqual(['Akku', expect.stringContaining('ist fast leer')])
  expect(text).toContain('laden Sie das Gerät')
  expect(action.url).toMatch(/^https:\/\/wegwarte\.example\/tracking/)
})

test.each(helpKinds)('%s asks whether somebody needs help, and speaks of no theft', (kind) => {
  const { email, push } = wordsOf(kind)
  for (const words of [email, push]) {
    expect(words).toContain('Brauchen Sie Hilfe?')
    expect(words).toContain('wählen Sie 112')
    expect(words).not.toMatch(/Polizei|110|Alarm: |Diebstahl|Nachricht \d+ von/)
  }
  expect(email).toContain('Wegwarte ruft keinen Rettungsdienst')
  expect(email).toContain('Wo das ist, wissen wir nicht.')
})

test('a call for help names when it was made in its subject, no place, and the last place with its own time', () => {
  const detectedAt = new Date('2026-06-01T10:00:00Z')
  const place = { latitude: 49.0069, longitude: 8.4037, accuracy: 5, recordedAt: new Date('2026-06-01T09:30:00Z') }
  const call = { alarmId: 'alarm', deviceId: 'device', deviceName: 'Enduro', kind: 'SOS', detectedAt } as const
  const { subject, text } = alarmEmail(
    {
      ...call,
      userId: 'user',
      email: '',
      place,
      numberToday: null,
      evidence: null,
      lastActiveAt: null,
      contactsFrom: new Date('2026-06-01T10:10:00Z'),
      ...sentAtOnce(detectedAt),
    },
    'https://wegwarte.example',
    { ...none, seen: 'key' },
  )
  expect(subject).toBe('Hilferuf: „Enduro“ (12:00 Uhr)')
  expect(text).toContain('Gemeldet: 01.06.2026, 12:00 Uhr')
  expect(text).toContain('Letzte bekannte Position\nZeit: 01.06.2026, 11:30 Uhr')
  expect(text).toContain('Nein, alles in Ordnung:\nhttps://wegwarte.example/alarm#key')
  expect(text).toContain('„Nein, alles in Ordnung“ hält das auf.')
  expect(text).not.toContain('Pause')
  const push = alarmPush({ ...call, evidence: null, seenAt: place.recordedAt, isMissed: false }, 'key')
  expect(push).toMatchObject({ title: subject, answer: 'key', answerLabel: 'Alles in Ordnung' })
})

test('a knock is reported as a knock, with what to do about it', () => {
  const { email, push } = wordsOf('VIBRATION')
  for (const words of [email, push]) {
    expect(words).toContain('meldet eine Erschütterung')
    expect(words).toMatch(/nach dem Fahrzeug/)
    expect(words).not.toMatch(/abgeschleppt|weggehoben/)
  }
  expect(email).toContain('Polizei unter 110')
})

test.each(movementEvidences)('a movement is reported as certain or probable, with the reason: %s', (evidence) => {
  const { email, push } = wordsOf('MOVEMENT', undefined, evidence)
  for (const words of [email, push]) {
    expect(words).toContain(isCertain(evidence) ? '„Enduro“ hat sich bewegt' : '„Enduro“ hat sich vermutlich bewegt')
    expect(words).toMatch(isCertain(evidence) ? /Sicher: .*[Mm]eld/ : /Vermutlich: .*Meldung/)
    // How many it takes depends on what is known of the tracker.
    expect(words).not.toMatch(/(zwei|drei|vier|fünf|sechs|\d) Meldungen/i)
  }
})

test('of a movement has „Das bin ich“ as a line after the button that shows where it is, and says what it does', () => {
  const link = 'https://wegwarte.example/own-ride#key'
  const { email } = wordsOf('MOVEMENT', undefined, 'LEADS_AWAY', link)
  expect(email).toContain(`Das bin ich: Alarm pausieren:\n${link}`)
  expect(email.indexOf('/tracking')).toBeLessThan(email.indexOf(link))
  expect(email).toContain('drücken Sie oben „Das bin ich“: Der Alarm pausiert bis zur Ankunft')
  expect(wordsOf('MOVEMENT').email).not.toContain('Das bin ich')
})

test.each([
  ['MOVEMENT', true],
  ['TOW', true],
  ['VIBRATION', true],
  ['FIRST', false],
  ['SILENCE', false],
  ['LOW_BATTERY', false],
  ['TEST', false],
] as const)('whether %s may be its owner: %s', (kind, expected) => expect(isAnswerable(kind)).toBe(expected))

test.each([
  ['MOVEMENT', '2026-10-25T00:30:00Z', 'MESZ'],
  ['MOVEMENT', '2026-10-25T01:30:00Z', 'MEZ'],
  ['SILENCE', '2026-10-25T00:30:00Z', 'MESZ'],
  ['SILENCE', '2026-10-25T01:30:00Z', 'MEZ'],
] as const)(
  'of the hour that comes twice in October says which it is, everywhere: %s at %s in %s',
  (kind, at, zone) => {
    const { email, push } = wordsOf(kind, at)
    for (const words of [email, push]) {
      const times = words.match(/02:30 Uhr( \(?ME[SZ]+)?/g)
      expect(times).toHaveLength(2)
      for (const time of times ?? []) expect(time).toMatch(new RegExp(`02:30 Uhr \\(?${zone}$`))
    }
  },
)

const movement = {
  alarmId: 'alarm',
  userId: 'user',
  email: '',
  deviceId: 'device',
  deviceName: 'Enduro',
  kind: 'MOVEMENT' as const,
  detectedAt: new Date('2026-06-01T03:26:00Z'),
  happenedAt: new Date('2026-06-01T03:26:00Z'),
  beganAt: new Date('2026-06-01T03:24:00Z'),
  dueAt: new Date('2026-06-01T03:40:00Z'),
  place: { latitude: 49, longitude: 8.4, accuracy: null, recordedAt: new Date('2026-06-01T03:39:30Z') },
  numberToday: 2,
  evidence: 'LEADS_AWAY' as const,
  lastActiveAt: null,
  contactsFrom: null,
  isMissed: false,
}

test('that waited for its turn names when the movement was seen, when it began, and the newest place with its own time', () => {
  const { subject, text } = alarmEmail(movement, 'https://wegwarte.example', none)
  expect(subject).toBe('Alarm: „Enduro“ hat sich bewegt (05:26 Uhr)')
  expect(text).toContain('Zuletzt an seinem Platz: 01.06.2026, 05:24 Uhr')
  expect(text).toContain('Zeit: 01.06.2026, 05:39 Uhr')
})

test('about a possible theft names the place before all else, has one button, the police in lines, and limits at its end', () => {
  const links = {
    answer: 'https://wegwarte.example/own-ride#a',
    seen: null,
    where: 'w',
    placeName: 'Gartenstraße, Rüppurr',
  }
  const { subject, text, html } = alarmEmail(movement, 'https://wegwarte.example', links)
  expect(subject).not.toContain('Gartenstraße')
  expect(text.startsWith('Gartenstraße, Rüppurr\n\nGuten Tag,\n\n„Enduro“ hat sich bewegt.')).toBe(true)
  const order = [
    'Zuletzt an seinem Platz: 01.06.2026, 05:24 Uhr',
    'Wo ist es?:\nhttps://wegwarte.example/alarm#w',
    '110 anrufen',
    'Das bin ich: Alarm pausieren:\nhttps://wegwarte.example/own-ride#a',
    'Link für die Polizei:\nhttps://wegwarte.example/fall/device',
    'Das ist heute Nachricht 2 von höchstens 20',
    'Gute Fahrt',
  ].map((words) => text.indexOf(words))
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(order).not.toContain(-1)
  expect(html.match(/border-radius/g)).toHaveLength(1)
  expect(html).toContain('<a href="tel:110">110 anrufen</a>')
  expect(html).toMatch(/<small[^>]*>Das ist heute Nachricht 2/)
  expect(html).not.toContain('<img')
})

test('about a vehicle that is missed leads to its case, in the e-mail and in the push message', () => {
  const told = { ...movement, isMissed: true, seenAt: movement.happenedAt }
  const { text } = alarmEmail(told, 'https://wegwarte.example', none)
  expect(text).toContain('Wo ist es?:\nhttps://wegwarte.example/fall/device')
  const { path, body } = alarmPush(told)
  expect(path).toBe('/fall/device')
  expect(body).toMatch(/^Sie haben es als gestohlen oder verdächtig gemeldet\. Sicher: /)
  // A battery is no news of the theft.
  expect(alarmPush({ ...told, kind: 'LOW_BATTERY', evidence: null }).path).toMatch(/^\/tracking/)
})

test('the silence of a vehicle that is missed is told to the police, and sends nobody to look after it', () => {
  const told = { ...movement, kind: 'SILENCE' as const, evidence: null, isMissed: true, seenAt: movement.happenedAt }
  const { text } = alarmEmail(told, 'https://wegwarte.example', none)
  const { body, path } = alarmPush(told)
  expect([text.includes('wann und wo sich das Gerät zuletzt gemeldet hat'), path]).toEqual([true, '/fall/device'])
  for (const words of [text, body]) expect(words).not.toMatch(/[Ss]ehen Sie bitte nach|nach dem Fahrzeug/)
  for (const words of ['110 anrufen', 'Link für die Polizei:\nhttps://wegwarte.example/fall/device'])
    expect(text).toContain(words)
})

test.each(['MOVEMENT', 'TOW', 'VIBRATION'] as const)(
  '%s about a vehicle that is missed speaks of the police, and of no own ride and no pause',
  (kind) => {
    const contactsFrom = new Date('2026-06-01T03:46:00Z')
    const told = { ...movement, kind, contactsFrom, isMissed: true }
    const words = alarmEmail(told, 'https://wegwarte.example', none).text
    expect(words).toContain('Link für die Polizei')
    expect(words).not.toMatch(/selbst unterwegs|pausieren|Pause/)
  },
)

test.each(['FIRST', 'TEST', 'LOW_BATTERY'] as const)('%s names no place, no map and no number of the day', (kind) => {
  const told = { ...movement, kind, evidence: null, numberToday: null, beganAt: null }
  const { text } = alarmEmail(told, 'https://wegwarte.example', none)
  expect(text).not.toMatch(/49[.,]0|Koordinaten|openstreetmap|Karte|Nachricht \d/)
})

test('leads to the day of the place it names and the next, for a night has two', () => {
  const alarm = {
    alarmId: 'alarm',
    deviceId: 'device',
    deviceName: 'Enduro',
    evidence: null,
    detectedAt: new Date('2026-10-28T10:00:00Z'),
  }
  const seenAt = new Date('2026-10-24T22:30:00Z')
  const place = { latitude: 49, longitude: 8.4, accuracy: null, recordedAt: seenAt }
  const email = alarmEmail(
    {
      ...alarm,
      kind: 'SILENCE',
      userId: 'user',
      email: '',
      place,
      numberToday: null,
      lastActiveAt: null,
      contactsFrom: null,
      ...sentAtOnce(seenAt),
    },
    'https://wegwarte.example',
    none,
  )
  const { path } = alarmPush({ ...alarm, kind: 'SILENCE', seenAt, isMissed: false })
  expect(path).toBe('/tracking?device=device&from=2026-10-25T00%3A00&to=2026-10-27T00%3A00&alarm=alarm#map')
  expect(email.text).toContain(`https://wegwarte.example${path}`)
  // The button leads to the product; the place on somebody else's map comes after it.
  const links = email.text.match(/https:\/\/[\w.]+/g)
  expect(links).toEqual(['https://wegwarte.example', 'https://www.openstreetmap.org'])
})
