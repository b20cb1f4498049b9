import { describe, expect, it, test } from 'vitest'
import { dragged, type PictureView, scaleBar, zoomed } from './picture-view.ts'
import { offsetFrom } from './tiles.ts'

const siegessaeule = { latitude: 52.5145, longitude: 13.3501 }
const view: PictureView = { centre: siegessaeule, zoom: 16 }

describe('a picture that is moved', () => {
  it('follows one finger', () => {
    const { centre, zoom } = dragged(view, [{ x: 10, y: 20 }], [{ x: 110, y: -30 }])
    expect(zoom).toBe(16)
    expect(offsetFrom(centre, siegessaeule, zoom)).toEqual({ x: 100, y: -50 })
  })

  it('comes one zoom nearer when two fingers are twice as far apart, and what is between them stays there', () => {
    const from = [
      { x: 50, y: 100 },
      { x: 150, y: 100 },
    ]
    const to = [
      { x: 0, y: 100 },
      { x: 200, y: 100 },
    ]
    const between = dragged(view, [{ x: 100, y: 100 }], [{ x: 0, y: 0 }]).centre
    const { centre, zoom } = dragged(view, from, to)
    expect(zoom).toBeCloseTo(17)
    const { x, y } = offsetFrom(centre, between, zoom)
    expect(Math.hypot(x - 100, y - 100)).toBeLessThan(2)
  })

  it('stays where it is when a finger comes or goes, and when fingers lie on one point', () => {
    const point = { x: 5, y: 5 }
    expect(dragged(view, [point], [point, { x: 9, y: 9 }])).toBe(view)
    expect(dragged(view, [], [])).toBe(view)
    const same = dragged(view, [point, point], [point, { x: 9, y: 9 }])
    expect(same.zoom).toBe(16)
  })

  it('goes on beyond the antimeridian, and ends at the poles', () => {
    const fiji = { centre: { latitude: -17, longitude: 179.9999 }, zoom: 16 }
    expect(dragged(fiji, [{ x: 0, y: 0 }], [{ x: -100, y: 0 }]).centre.longitude).toBeLessThan(-179.9)
    const far = dragged({ centre: siegessaeule, zoom: 3 }, [{ x: 0, y: 0 }], [{ x: 0, y: 1e6 }])
    expect(far.centre.latitude).toBeCloseTo(85.0511, 3)
  })
})

test.each([
  { from: 16, steps: 1, to: 17 },
  { from: 16.4, steps: -1, to: 15.4 },
  { from: 19, steps: 1, to: 19 },
  { from: 3.2, steps: -1, to: 3 },
])('$steps from zoom $from is zoom $to', ({ from, steps, to }) => {
  expect(zoomed({ ...view, zoom: from }, steps).zoom).toBeCloseTo(to)
})

test.each([
  { latitude: 52.5, zoom: 16, metres: 100 },
  { latitude: 0, zoom: 16, metres: 200 },
  { latitude: 0, zoom: 13, metres: 1_000 },
  { latitude: 52.5, zoom: 19, metres: 10 },
  { latitude: 52.5, zoom: 17.1, metres: 50 },
])('the bar of $metres m fits at latitude $latitude and zoom $zoom', ({ latitude, zoom, metres }) => {
  const bar = scaleBar({ centre: { latitude, longitude: 8 }, zoom }, 100)
  expect(bar.metres).toBe(metres)
  expect(bar.px).toBeLessThanOrEqual(100)
  expect(bar.px).toBeGreaterThan(30)
})
