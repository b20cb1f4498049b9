import { describe, expect, test } from 'vitest'
import { guardZoneEntry } from '#contract/guard-zones/guard-zones.ts'
import { draftOf, entryOf, presets } from './zone-draft.ts'

const entry = {
  name: 'Zuhause',
  latitude: 49,
  longitude: 8,
  radiusMetres: 250,
  sharpness: 'QUIETER' as const,
  schedule: { weekdays: [1, 2], from: '07:00', to: '18:00' },
}
const zone = { id: 'z', ...entry }

describe('what is entered for a guard zone', () => {
  test('is sent as it is, the name without blanks around it', () => {
    expect(entryOf({ ...draftOf(zone), name: ' Zuhause ' })).toEqual(entry)
  })

  test('holds always if that is chosen, and keeps its times until then', () => {
    expect(entryOf({ ...draftOf(zone), hasSchedule: false })).toEqual({ ...entry, schedule: null })
    expect(draftOf({ ...zone, schedule: null })).toMatchObject({ hasSchedule: false, schedule: { from: '22:00' } })
  })

  test('says what is missing, all at once, each at its field', () => {
    const draft = { ...draftOf(null), schedule: { weekdays: [], from: '22:00', to: '' } }
    expect(entryOf(draft)).toEqual({
      mistakes: {
        name: expect.any(String),
        place: expect.any(String),
        weekdays: expect.any(String),
        to: expect.any(String),
      },
    })
  })

  test('says at its end that it ends as it begins', () => {
    const draft = { ...draftOf(zone), schedule: { ...zone.schedule, to: '07:00' } }
    expect(entryOf(draft)).toEqual({ mistakes: { to: expect.stringContaining('immer') } })
  })
})

test.each(Object.entries(presets))('what is made in one tap as %s can be stored', (_name, preset) => {
  const place = { latitude: 49, longitude: 8, radiusMetres: 150 }
  expect(guardZoneEntry.safeParse({ ...preset, ...place }).success).toBe(true)
})
