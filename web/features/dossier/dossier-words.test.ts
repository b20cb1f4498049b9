import { describe, expect, test } from 'vitest'
import { entryOf, detailsFormOf, isDoubtfulFrameNumber } from './details-form.ts'
import { linkInWords } from './police/link-words.ts'

const now = new Date('2026-06-01T12:00:00Z')

describe('a link', () => {
  const link = {
    id: 'a',
    createdAt: '2026-06-01T08:00:00Z',
    expiresAt: '2026-06-02T08:00:00Z',
    revokedAt: null,
    lastOpenedAt: null,
    opened: 0,
  }
  test.each([
    [{}, 'Gilt bis 02.06.2026, 10:00', 'noch nicht geöffnet'],
    [{ opened: 1, lastOpenedAt: '2026-06-01T11:50:00Z' }, 'Gilt bis', '1 Mal geöffnet, zuletzt vor 10 Minuten'],
    [{ expiresAt: '2026-06-01T11:00:00Z' }, 'Abgelaufen 01.06.2026, 13:00', ''],
    [{ revokedAt: '2026-06-01T10:00:00Z' }, 'Gesperrt 01.06.2026, 12:00', ''],
  ])('with %j says: %s, %s', (part, validity, visits) => {
    const words = linkInWords({ ...link, ...part }, now)
    expect(words.validity).toContain(validity)
    expect(words.visits).toContain(visits)
  })
})

describe('the form of the details', () => {
  const details = {
    brand: 'KTM',
    model: null,
    colour: null,
    plate: 'KA-W 12',
    frameNumber: null,
    lastSeenPlace: null,
    lastSeenAt: '2026-06-01T20:15:00.000Z',
    caseReference: null,
    policeStation: null,
    ownerName: null,
    ownerPhone: '0721 123456',
    ownershipProof: null,
    withPicture: true,
  }

  test('shows German time and empty lines, and sends back the instant', () => {
    const form = detailsFormOf(details)
    expect(form).toMatchObject({ brand: 'KTM', model: '', lastSeenAt: '2026-06-01T22:15' })
    expect(entryOf(form)).toMatchObject({ brand: 'KTM', lastSeenAt: '2026-06-01T20:15:00.000Z' })
    expect(entryOf({ ...form, lastSeenAt: '' }).lastSeenAt).toBeNull()
  })

  test.each([
    ['', false],
    ['wb10a0305pz123456', false],
    ['WB1 0A0-305PZ123456', false],
    ['WB10A0305PZ12345O', true],
    ['12345', true],
  ])('doubts the frame number „%s“: %s', (text, doubtful) => {
    expect(isDoubtfulFrameNumber(text)).toBe(doubtful)
  })
})
