import { describe, expect, test } from 'vitest'
import { draftOf, entryOf } from './zone-draft.ts'

const zone = { id: 'z', name: 'Zuhause', latitude: 49, longitude: 8, radiusMetres: 250 }

describe('what is entered for a privacy zone', () => {
  test('is sent as it is, the name without blanks around it', () => {
    expect(entryOf({ ...draftOf(zone), name: ' Daheim ' })).toEqual({
      name: 'Daheim',
      latitude: 49,
      longitude: 8,
      radiusMetres: 250,
    })
  })

  test('says what is missing, all at once', () => {
    expect(entryOf(draftOf(null))).toEqual({ mistakes: { name: expect.any(String), place: expect.any(String) } })
  })
})
