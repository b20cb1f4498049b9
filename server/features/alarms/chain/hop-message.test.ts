import { expect, test } from 'vitest'
import { alarmKinds } from '#contract/alarms/alarms.ts'
import { hopSpeech, hopText } from './hop-message.ts'
import { gsmLength, toGsm } from '#domain/phones/gsm.ts'

const detectedAt = new Date('2026-11-23T02:12:30Z')
const place = { latitude: 49.0069, longitude: 8.4037, accuracy: 5, recordedAt: new Date('2026-11-23T02:10:00Z') }
const vehicle = { deviceName: 'Enduro', vehiclePlate: 'KA-WW 123', contactId: 'contact' }
const hop = { ...vehicle, kind: 'MOVEMENT', detectedAt, place, stated: null } as const
const stolen = { kind: 'MISSED', stated: 'STOLEN', since: '2026-11-23T01:00:00.000Z' } as const
const link = `https://wegwarte.example/alarm#${'A-_'.repeat(14)}x`

test('a text message says which vehicle, what, when, and the link', () => {
  expect(hopText(hop, link)).toBe(`Wegwarte-Alarm: KA-WW 123: hat sich bewegt, 03:10 Uhr. Bitte antworten: ${link}`)
})

test.each([
  ['a plate', hop],
  ['a name, without a plate', { ...hop, vehiclePlate: null }],
  ['a long name', { ...hop, vehiclePlate: null, deviceName: '„Alte Dame“ – Mühlengässchen €€€ '.repeat(5) }],
  ['a name in other letters', { ...hop, vehiclePlate: null, deviceName: 'Мотоцикл 🏍️' }],
  ['a fall, to its owner', { ...hop, kind: 'FALL', contactId: null } as const],
  ['a theft that was reported before', { ...hop, stated: stolen }],
  ['an alarm without a place', { ...hop, kind: 'POWER_CUT', place: null } as const],
])('fits into one, with %s, and names no place', (_what, said) => {
  const text = hopText(said, link)
  expect(gsmLength(text)).toBeLessThanOrEqual(160)
  expect(toGsm(text)).toBe(text)
  expect(text).not.toMatch(/49[.,]|8[.,]4/)
  expect(text).toMatch(/^Wegwarte-Alarm: \S/)
})

const longName = { vehiclePlate: null, deviceName: 'Zündapp KS 50 Cross von Onkel Herbert' }

test.each(
  alarmKinds.flatMap((kind) =>
    [null, stolen].flatMap((stated) =>
      ['contact', null].map((contactId) => ({ kind, said: stated?.stated ?? 'nothing', stated, contactId })),
    ),
  ),
)('of $kind, with $said stated, to $contactId, is one part with as much of a long name as fits', (alarm) => {
  for (const vehicle of [longName, { vehiclePlate: longName.deviceName, deviceName: '' }]) {
    const text = hopText({ ...hop, ...vehicle, ...alarm }, link)
    expect(gsmLength(text), text).toBeLessThanOrEqual(160)
    expect(text).toMatch(/^Wegwarte-Alarm: Zünd/)
    expect(text.includes('gestohlen'), text).toBe(alarm.stated !== null && alarm.contactId !== null)
  }
})

test('a long address of the product leaves a part of the name', () => {
  expect(hopText(hop, `https://${'long.'.repeat(20)}example/alarm#x`)).toContain('KA-WW 123')
})

test('a call spells the plate, says everything twice, and has no link', () => {
  const speech = hopSpeech(hop)
  expect(speech.match(/Alarm für das Fahrzeug K A W W 1 2 3: hat sich bewegt, um 03:10 Uhr\./g)).toHaveLength(2)
  expect(speech).not.toContain('http')
  expect(hopSpeech({ ...hop, vehiclePlate: null })).toContain('Fahrzeug Enduro:')
})

test('a theft that was reported before is said to a contact, and not to the owner', () => {
  const theft = { ...hop, stated: stolen }
  expect(hopText(theft, link)).toContain('KA-WW 123: gestohlen, hat sich bewegt, 03:10 Uhr.')
  expect(hopSpeech(theft)).toContain(': gestohlen, hat sich bewegt, um')
  expect(hopText({ ...theft, contactId: null }, link)).toBe(hopText({ ...hop, contactId: null }, link))
  const suspicion = { ...hop, stated: { ...stolen, stated: 'SUSPICIOUS' } } as const
  expect(hopText(suspicion, link)).toBe(hopText(hop, link))
})

test('a call for help asks its owner whether they need it, and a contact to answer', () => {
  const call = { ...hop, kind: 'SOS', detectedAt: new Date('2026-11-23T02:30:00Z') } as const
  expect(hopText({ ...call, contactId: null }, link)).toBe(
    `Wegwarte-Alarm: KA-WW 123: Hilferuf, 03:30 Uhr. Brauchen Sie Hilfe? 112, sonst: ${link}`,
  )
  expect(hopText(call, link)).toBe(`Wegwarte-Alarm: KA-WW 123: Hilferuf, 03:30 Uhr. Bitte antworten: ${link}`)
  expect(hopSpeech({ ...call, contactId: null })).toContain('Brauchen Sie Hilfe, wählen Sie 1 1 2.')
  expect(hopSpeech(call)).toContain('Bitte rufen Sie dort an')
})
