import { describe, expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { destination, distanceMetres } from '#domain/geo/geo.ts'
import { hotspotLinesByMap, lineByMap } from './map-lines.ts'
import { type MapRoad, roadMapOf } from './map-roads.ts'
import { nearestOn, roadLineOf } from './road-line.ts'

const middle = { latitude: 52.51, longitude: 13.35 }
/** So many metres to the east and to the north. */
const at = (east: number, north = 0): Place => destination(destination(middle, east, 90), north, 0)
const road = (corners: readonly (readonly [number, number])[], more: Partial<MapRoad> = {}): MapRoad => ({
  line: corners.map(([east, north]) => at(east, north)),
  name: null,
  isService: false,
  isOneway: false,
  isBridge: false,
  ...more,
})
const isOn = (text: string | null | undefined, place: Place) =>
  (nearestOn(roadLineOf(text ?? null) ?? [], place)?.beside ?? Infinity) < 5 &&
  // Not before its beginning, nor after its end.
  (nearestOn(roadLineOf(text ?? null) ?? [], place)?.beyond ?? Infinity) < 5

const street = { name: 'Hofjägerallee' }
const west = road(
  [
    [-800, 0],
    [0, 0],
  ],
  street,
)
const east = road(
  [
    [0, 0],
    [800, 0],
  ],
  street,
)
const north = road(
  [
    [0, 0],
    [0, 800],
  ],
  { name: 'Stülerstraße' },
)
const south = road(
  [
    [0, -800],
    [0, 0],
  ],
  { name: 'Klingelhöferstraße' },
)

describe('the line of a hazard by a map', () => {
  test('is that of its road, 600 m before and behind it, over the pieces that it is drawn in', () => {
    const pieces = [-900, -420, -40, 300].map((from, index) =>
      road(
        [
          [from, 2],
          [[-420, -40, 300, 900][index] ?? 0, 2],
        ],
        street,
      ),
    )
    const found = lineByMap(roadMapOf(pieces), { ...at(50), direction: null })
    expect(found?.direction).toBeNull()
    for (const metres of [-540, -300, 0, 300, 640]) expect(isOn(found?.line, at(metres, 2))).toBe(true)
    for (const metres of [-580, 680]) expect(isOn(found?.line, at(metres, 2))).toBe(false)
  })

  test.each([
    [
      'goes on under another name where the road leads straight on',
      road(
        [
          [300, 0],
          [800, 40],
        ],
        { name: 'Anders' },
      ),
      true,
    ],
    [
      'goes round a bend of the same name',
      road(
        [
          [300, 0],
          [500, 150],
        ],
        { name: 'Eine' },
      ),
      true,
    ],
    [
      'ends where only another street turns off',
      road(
        [
          [300, 0],
          [450, 150],
        ],
        { name: 'Anders' },
      ),
      false,
    ],
  ])('%s', (_, next, goesOn) => {
    const found = lineByMap(
      roadMapOf([
        road(
          [
            [-500, 0],
            [300, 0],
          ],
          { name: 'Eine' },
        ),
        next,
      ]),
      { ...at(0), direction: null },
    )
    const [first = middle, last = middle] = next.line
    expect(isOn(found?.line, first)).toBe(true)
    const halfway = {
      latitude: (first.latitude + last.latitude) / 2,
      longitude: (first.longitude + last.longitude) / 2,
    }
    expect(isOn(found?.line, halfway)).toBe(goesOn)
  })

  const towardsEast = road(
    [
      [-700, -8],
      [700, -8],
    ],
    { ...street, isOneway: true },
  )
  const towardsWest = road(
    [
      [700, 8],
      [-700, 8],
    ],
    { ...street, isOneway: true },
  )
  test.each([
    ['to the east', 90, -8],
    ['to the west, although the other one is nearer', 270, 8],
  ])('with a direction is that of the carriageway %s', (_, direction, side) => {
    const found = lineByMap(roadMapOf([towardsEast, towardsWest]), { ...at(0, side === 8 ? -2 : -6), direction })
    expect(found?.direction).toBe(direction)
    expect(isOn(found?.line, at(200, side))).toBe(true)
  })

  test('gives the direction where the road may be driven in one only', () => {
    expect(lineByMap(roadMapOf([towardsEast]), { ...at(0, -6), direction: null })?.direction).toBe(90)
    expect(lineByMap(roadMapOf([towardsEast]), { ...at(0, -6), direction: 270 })).toBeNull()
  })

  test('comes from where riders may come, not from a carriageway that leads away', () => {
    const away = road(
      [
        [-100, 0],
        [-700, 30],
      ],
      { ...street, isOneway: true },
    )
    const here = road(
      [
        [-700, -30],
        [-100, 0],
      ],
      { ...street, isOneway: true },
    )
    const found = lineByMap(
      roadMapOf([
        road(
          [
            [-100, 0],
            [600, 0],
          ],
          street,
        ),
        away,
        here,
      ]),
      { ...at(0), direction: null },
    )
    expect([isOn(found?.line, at(-400, -15)), isOn(found?.line, at(-400, 15))]).toEqual([true, false])
  })

  test('of a roundabout leads there from all of it', () => {
    const on = (degrees: number) => {
      const radians = (degrees * Math.PI) / 180
      return [60 * Math.sin(radians), -60 * Math.cos(radians)] as const
    }
    const quarters = [0, 90, 180, 270].map((from) =>
      road(
        Array.from({ length: 10 }, (_, index) => on(from + 10 * index)),
        { name: 'Großer Stern', isOneway: true },
      ),
    )
    const hazard = at(...on(45))
    const line = roadLineOf(lineByMap(roadMapOf(quarters), { ...hazard, direction: null })?.line ?? null) ?? []
    const alongOf = (place: Place) => nearestOn(line, place)?.along ?? NaN
    for (const degrees of [120, 200, 300, 20]) expect(alongOf(at(...on(degrees)))).toBeLessThan(alongOf(hazard))
  })

  test.each([
    ['at a crossing without a direction', [west, east, north, south], at(2, 3), null],
    ['between two carriageways', [towardsEast, towardsWest], at(0, 1), null],
    ['far from any road', [west, east], at(0, 60), null],
    ['where no road leads as it says', [west, east], at(-100), 0],
    ['without roads', [], at(0), 90],
  ] as const)('is unknown %s', (_, roads, place, direction) => {
    expect(lineByMap(roadMapOf(roads), { ...place, direction })).toBeNull()
  })

  test('at a crossing is that of the road that leads as the hazard’s direction', () => {
    const found = lineByMap(roadMapOf([west, east, north, south]), { ...at(2, 3), direction: 95 })
    expect([isOn(found?.line, at(-400)), isOn(found?.line, at(400)), isOn(found?.line, at(0, 300))]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('is not that of a driveway beside a street, but of one far from any', () => {
    const driveway = road(
      [
        [-20, 4],
        [20, 4],
      ],
      { isService: true },
    )
    expect(
      isOn(lineByMap(roadMapOf([west, east, driveway]), { ...at(-200, 3), direction: null })?.line, at(-400)),
    ).toBe(true)
    expect(lineByMap(roadMapOf([driveway]), { ...at(0, 3), direction: null })?.line).toBeDefined()
  })
})

describe('the lines of a hotspot by a map', () => {
  const cross = [west, east, north, south]
  const farOn = { west: at(-400), east: at(400), north: at(0, 400), south: at(0, -400) }
  const arms = (lines: readonly string[]) =>
    Object.entries(farOn).flatMap(([name, place]) => (lines.some((line) => isOn(line, place)) ? [name] : []))
  const many = (count: number, place: Place) => Array.from({ length: count }, () => place)

  test.each([
    ['each arm, if they lie in its middle', many(5, at(3, 3)), ['west', 'east', 'north', 'south']],
    ['the arms with a fifth of them', [...many(4, at(45)), at(0, 45)], ['east', 'north']],
    ['the arm that all lie on', many(6, at(-48)), ['west']],
    ['no arm with less than a fifth', [...many(5, at(45)), at(0, 45)], ['east']],
  ] as const)('at a crossing are those of %s', (_, accidents, expected) => {
    const lines = hotspotLinesByMap(roadMapOf(cross), at(5, 2), accidents)
    expect(arms(lines)).toEqual(expected)
    // They lead to the crossing, and no further.
    for (const line of lines) expect(distanceMetres(roadLineOf(line)?.at(-1) ?? at(99), at(0))).toBeLessThan(3)
  })

  test('at a crossing of carriageways come by those that lead to it', () => {
    const oneway = { ...street, isOneway: true }
    const carriageways = [
      road(
        [
          [-700, -8],
          [0, -8],
        ],
        oneway,
      ),
      road(
        [
          [0, -8],
          [700, -8],
        ],
        oneway,
      ),
      road(
        [
          [700, 8],
          [0, 8],
        ],
        oneway,
      ),
      road(
        [
          [0, 8],
          [-700, 8],
        ],
        oneway,
      ),
      road(
        [
          [0, -800],
          [0, -8],
        ],
        { name: 'Stülerstraße' },
      ),
      road(
        [
          [0, -8],
          [0, 8],
        ],
        { name: 'Stülerstraße' },
      ),
      road(
        [
          [0, 8],
          [0, 800],
        ],
        { name: 'Stülerstraße' },
      ),
    ]
    const lines = hotspotLinesByMap(roadMapOf(carriageways), at(0), many(5, at(4, 4)))
    const on = ([x, y]: readonly [number, number]) => lines.some((line) => isOn(line, at(x, y)))
    expect(
      (
        [
          [-400, -8],
          [400, 8],
          [0, 400],
          [0, -400],
        ] as const
      ).map(on),
    ).toEqual([true, true, true, true])
    expect(
      (
        [
          [-400, 8],
          [400, -8],
        ] as const
      ).map(on),
    ).toEqual([false, false])
  })

  test('elsewhere are that of the road that most of them lie on, whichever is nearer', () => {
    const parallel = road(
      [
        [-700, 30],
        [700, 30],
      ],
      { name: 'Nebenstraße' },
    )
    const through = road(
      [
        [-700, 0],
        [700, 0],
      ],
      street,
    )
    const lines = hotspotLinesByMap(roadMapOf([through, parallel]), at(0, 12), [at(10, 31), at(-30, 28), at(0, 1)])
    expect(lines.map((line) => [isOn(line, at(300, 30)), isOn(line, at(300))])).toEqual([[true, false]])
    expect(hotspotLinesByMap(roadMapOf([]), at(0), [at(0)])).toEqual([])
  })

  test('have its other carriageway, if a fifth of them lies there', () => {
    const carriageways = [
      road(
        [
          [-700, -10],
          [700, -10],
        ],
        { ...street, isOneway: true },
      ),
      road(
        [
          [700, 10],
          [-700, 10],
        ],
        { ...street, isOneway: true },
      ),
    ]
    const linesFor = (others: number) =>
      hotspotLinesByMap(roadMapOf(carriageways), at(0, -8), [...many(6, at(3, -9)), ...many(others, at(3, 9))])
    expect([linesFor(2).length, linesFor(1).length]).toEqual([2, 1])
  })

  test('under a bridge are those of the road below: what crosses above is no crossing', () => {
    const bridge = road(
      [
        [0, -800],
        [0, 800],
      ],
      { name: 'Hochstraße', isBridge: true },
    )
    const lines = hotspotLinesByMap(
      roadMapOf([
        road(
          [
            [-700, 0],
            [700, 0],
          ],
          street,
        ),
        bridge,
      ]),
      at(3, 2),
      many(4, at(8, 1)),
    )
    expect(arms(lines)).toEqual(['west', 'east'])
  })
})
