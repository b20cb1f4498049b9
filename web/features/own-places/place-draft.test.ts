import { expect, test } from 'vitest'
import { circleTexts } from '#web/texts/circle.ts'
import { draftOf, entryOf, toggled } from './place-draft.ts'

const place = { latitude: 49.0069, longitude: 8.4037 }

test('a new place tells of nothing, and needs a name and a place', () => {
  const draft = draftOf(null)
  expect(draft.watches).toEqual([])
  expect(entryOf(draft)).toEqual({ mistakes: { name: expect.any(String), place: circleTexts.missing } })
  expect(entryOf({ ...draft, name: 'Zuhause', place })).toEqual({
    name: 'Zuhause',
    ...place,
    radiusMetres: 200,
    watches: [],
    weatherLevel: null,
  })
})

test('a switch of a vehicle leaves the others as they are, and goes as it came', () => {
  const one = toggled([], 'bike', 'LEFT')
  const two = toggled(toggled(one, 'van', 'ARRIVED'), 'bike', 'ARRIVED')
  expect(two).toEqual([
    { deviceId: 'van', visits: ['ARRIVED'] },
    { deviceId: 'bike', visits: ['LEFT', 'ARRIVED'] },
  ])
  expect(toggled(toggled(two, 'bike', 'ARRIVED'), 'bike', 'LEFT')).toEqual([{ deviceId: 'van', visits: ['ARRIVED'] }])
})
