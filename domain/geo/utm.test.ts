import { expect, test } from 'vitest'
import { placeOfUtm32, utm32Of } from './utm.ts'

// As the Unfallatlas gives them (feeds, section 4, and the real tables of Berlin), from Holstein to the eastern border.
test.each([
  [53.729614888, 10.621659329, 606_982.39, 5_954_659.92],
  [54.556379, 9.389075, 525_162.37, 6_045_497.2],
  [52.51359681, 13.4750178, 803_604.1562, 5_827_580.738],
  [52.58725906, 13.29102205, 790_639.5854, 5_835_009.589],
  [52.4623009, 13.45500598, 802_599.5332, 5_821_795.373],
])('%d, %d lies at %d east, %d north', (latitude, longitude, east, north) => {
  const point = utm32Of({ latitude, longitude })
  expect(Math.hypot(point.east - east, point.north - north)).toBeLessThan(0.1)
})

test('on the middle meridian nothing is east or west', () => {
  expect(utm32Of({ latitude: 50, longitude: 9 }).east).toBe(500_000)
})

test.each([
  { latitude: 47.3, longitude: 5.9 },
  { latitude: 47.6, longitude: 13 },
  { latitude: 55, longitude: 8.4 },
  { latitude: 51.2, longitude: 15 },
])('the place of a point is where it came from: $latitude, $longitude', (place) => {
  const back = placeOfUtm32(utm32Of(place))
  expect(back.latitude).toBeCloseTo(place.latitude, 8)
  expect(back.longitude).toBeCloseTo(place.longitude, 8)
})
