import { describe, expect, test } from 'vitest'
import { daySeconds, hourSeconds } from '#contract/time-units.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import type { Sharpness } from '#domain/guard-zones/guard-zones.ts'
import {
  felt,
  follow,
  isInDoubt,
  type Observation,
  type Parked,
  parkedAt,
  radiusOf,
  toldOf,
  weigh,
} from './departure.ts'

const home = { latitude: 49.0069, longitude: 8.4037 }
const start = Date.parse('2026-06-01T08:00:00Z')
const metresPerDegree = 111_195

type Said = Omit<Observation, 'latitude' | 'longitude' | 'recordedAt' | 'accuracy'> & { accuracy?: number | null }
type Moment = readonly [east: number, north: number, said?: Said]

/** A fix this many metres from home. */
function at(seconds: number, [east, north, said]: Moment, origin = home): Observation {
  const longitude = origin.longitude + east / (metresPerDegree * Math.cos((origin.latitude * Math.PI) / 180))
  return {
    latitude: origin.latitude + north / metresPerDegree,
    longitude: longitude > 180 ? longitude - 360 : longitude,
    accuracy: null,
    recordedAt: new Date(start + seconds * 1000),
    ...said,
  }
}

/** Long parked at home: √S = 10 m, so that R = 50, F = 332 and Q = 41 m. */
const parked: Parked = { ...parkedAt(at(0, [0, 0])), weight: 30, variance: 100, fixes: 4 }
const newlyParked = parkedAt(at(0, [0, 0]))

interface Sequence {
  every: number
  moments: readonly Moment[]
  from?: Parked
  origin?: typeof home
  sharpness?: Sharpness
}

/** What each fix shows, and what is known after the last. */
function weighAll({ every, moments, from = parked, origin = home, sharpness = 'USUAL' }: Sequence) {
  let known = from
  const shown = moments.map((moment, index) => {
    const weighed = weigh(known, at((index + 1) * every, moment, origin), sharpness)
    known = weighed.parked
    return weighed.evidence
  })
  return { shown, known }
}

const none = (count: number) => Array.from({ length: count }, () => null)
/** With a fix at the place before. */
const afterHome = (...moments: Moment[]): Moment[] => [[0, 1], ...moments]

describe('a parked vehicle', () => {
  test.each<[string, number, Moment[], (string | null)[]]>([
    ['wanders within errors', 60, [[12, -9]], []],
    [
      'strays once by 180 m',
      60,
      [
        [180, 0],
        [5, 3],
      ],
      [],
    ],
    [
      'strays three times to the same place',
      60,
      [
        [180, 0],
        [188, -6],
        [175, 8],
        [4, 2],
      ],
      [],
    ],
    [
      'stands elsewhere',
      60,
      [
        [180, 0],
        [188, -6],
        [175, 8],
        [182, 3],
      ],
      [...none(3), 'STANDS_ELSEWHERE'],
    ],
    [
      'leads away in two fixes',
      60,
      [
        [90, 0],
        [160, 20],
      ],
      [null, 'LEADS_AWAY'],
    ],
    ['is too far for an error', 60, [[520, 0]], ['FAR']],
    [
      'strays far, and is back too soon for a vehicle',
      10,
      [
        [520, 0],
        [3, 1],
      ],
      [],
    ],
    [
      'leads away in fixes 10 s apart',
      10,
      [
        [70, 0],
        [150, 0],
      ],
      [null, 'LEADS_AWAY'],
    ],
    [
      'strays in two directions',
      10,
      [
        [200, 0],
        [0, 220],
        [2, 4],
      ],
      [],
    ],
    [
      'is away six times, wherever',
      60,
      [
        [90, 0],
        [0, 95],
        [-92, 0],
        [0, -90],
        [94, 0],
        [0, 91],
      ],
      [...none(5), 'STAYS_AWAY'],
    ],
    [
      'drives, as its receiver measures',
      10,
      [
        [70, 0, { speedKmh: 20 }],
        [70, 48, { speedKmh: 18 }],
      ],
      [null, 'DRIVES'],
    ],
    [
      'seems to drive, and does not move',
      10,
      [
        [70, 0, { speedKmh: 20 }],
        [72, 3, { speedKmh: 18 }],
        [0, 0],
      ],
      [],
    ],
    [
      'seems to drive a way that its speed does not make',
      10,
      [
        [90, 0, { speedKmh: 12 }],
        [20, 200, { speedKmh: 12 }],
        [0, 0],
      ],
      [],
    ],
    [
      'is told to be faster than any vehicle',
      60,
      [
        [9000, 0],
        [0, 2],
      ],
      [],
    ],
  ])('%s', (_name, every, moments, expected) => {
    const { shown } = weighAll({ every, moments: afterHome(...moments) })
    expect(shown).toEqual([null, ...expected, ...none(moments.length - expected.length)])
  })

  describe('whose owner wishes for', () => {
    const shownTo = (sharpness: Sharpness, ...moments: Moment[]) =>
      weighAll({ every: 60, moments: afterHome(...moments), sharpness }).shown

    test('a sharper alarm is told of one fix away while the tracker says that it is moved', () => {
      const moments: Moment[] = [
        [2, 0, { isStirred: true }],
        [90, 0, { isStirred: true }],
      ]
      expect(shownTo('SHARPER', ...moments)).toEqual([null, null, 'STIRRED'])
      expect(shownTo('USUAL', ...moments)).toEqual(none(3))
    })

    test('a sharper alarm is not told of fixes away alone, nor of a knock at the place', () => {
      expect(shownTo('SHARPER', [90, 0], [0, 95], [2, 1])).toEqual(none(4))
      expect(shownTo('SHARPER', [2, 0, { isStirred: true }], [3, 1])).toEqual(none(3))
    })

    test('a quieter alarm is told of what is certain, however far one fix is', () => {
      const far: Moment = [520, 0]
      expect(shownTo('QUIETER', far, [3, 0])).toEqual(none(3))
      expect(shownTo('USUAL', far, [3, 0])).toEqual([null, 'FAR', null])
      expect(shownTo('QUIETER', far, [900, 40])).toEqual([null, null, 'LEADS_AWAY'])
    })
  })

  describe('of which one fix is away', () => {
    const requested = { isRequested: true }
    const reports: Moment[] = [
      [3, 1],
      [0, -2],
      [180, 0],
    ]
    const doubtful = weighAll({ every: 300, moments: reports }).known
    const answered = (...moments: Moment[]) => {
      let known = doubtful
      const shown = moments.map(([east, north, said], index) => {
        const weighed = weigh(known, at(905 + index * 60, [east, north, said ?? requested]), 'USUAL')
        known = weighed.parked
        return weighed.evidence
      })
      return { shown, known }
    }

    test('is in doubt, unless its tracker reports often', () => {
      expect(isInDoubt(doubtful)).toBe(true)
      expect(isInDoubt(weighAll({ every: 300, moments: reports.slice(0, 2) }).known)).toBe(false)
      expect(isInDoubt(weighAll({ every: 10, moments: reports, from: newlyParked }).known)).toBe(false)
    })

    test('has departed if a requested fix leads on', () => {
      const { shown, known } = answered([230, 10])
      expect(shown).toEqual(['LEADS_AWAY'])
      expect(isInDoubt(known)).toBe(false)
    })

    test('stands if a requested fix is back', () => {
      const { shown, known } = answered([4, -3])
      expect(shown).toEqual(none(1))
      expect(known.away).toBeNull()
    })

    test('stays in doubt however often requested fixes repeat the same error', () => {
      const same = Array.from({ length: 9 }, (_, index): Moment => [180 + (index % 3), index % 2])
      const { shown, known } = answered(...same)
      expect(shown).toEqual(none(9))
      expect(isInDoubt(known)).toBe(true)
      expect(answered(...same.map(([east, north]): Moment => [east, north, {}])).shown).toContain('STANDS_ELSEWHERE')
    })

    test('is waited for as long as before: a requested fix says nothing about how often its tracker reports', () => {
      expect(answered([181, 0], [179, 1]).known.usualSeconds).toBe(doubtful.usualSeconds)
    })
  })

  const moved = { isStirred: true }
  test('that is moved by the word of its tracker needs two fixes away', () => {
    const shown = (...moments: Moment[]) => weighAll({ every: 60, moments }).shown
    expect(shown([10, 0, moved], [60, 0, moved], [60, 20, moved])).toEqual([null, null, 'STIRRED'])
    expect(shown([10, 0], [60, 0], [60, 20])).toEqual(none(3))
  })

  test('whose tracker always says that it is moved is judged by its places alone', () => {
    const shown = (still: number) => {
      const { known } = weighAll({ every: 60, moments: Array.from({ length: still }, (): Moment => [1, 0, moved]) })
      const strays: Moment[] = [
        [90, 0, moved],
        [92, 3, moved],
      ]
      return strays.reduce<{ known: Parked; shown: unknown[] }>(
        (before, moment, index) => {
          const { parked: next, evidence } = weigh(before.known, at(60 * (still + 1 + index), moment), 'USUAL')
          return { known: next, shown: [...before.shown, evidence] }
        },
        { known, shown: [] },
      ).shown
    }
    expect(shown(10)).toEqual([null, 'STIRRED'])
    expect(shown(40)).toEqual(none(2))
  })

  describe('whose tracker says in heartbeats that the ignition is on', () => {
    const on = [30, 210].reduce((known, seconds) => felt(known, true, at(seconds, [0, 0]).recordedAt), parked)
    const away: Moment[] = [
      [60, 0],
      [60, 20],
    ]
    const shownFrom = (from: Parked, offset: number) => {
      const first = weigh(from, at(offset, [60, 0]), 'USUAL')
      return [first.evidence, weigh(first.parked, at(offset + 60, [60, 20]), 'USUAL').evidence]
    }

    test('needs two fixes away, which say nothing of it', () => {
      expect(shownFrom(on, 240)).toEqual([null, 'STIRRED'])
      expect(weighAll({ every: 60, moments: away }).shown).toEqual(none(2))
    })

    test.each([
      ['it is off again', felt(on, false, at(230, [0, 0]).recordedAt), 240],
      ['that was long ago', on, 900],
    ])('is judged by its places alone if %s', (_why, from, offset) => {
      expect(shownFrom(from, offset)).toEqual(none(2))
    })
  })

  test('that is driven away, by speed and the word of its tracker, needs one fix away', () => {
    const driven = { speedKmh: 40, isStirred: true }
    const shown = (...moments: Moment[]) => weighAll({ every: 10, moments }).shown
    expect(shown([20, 0, driven], [130, 0, driven])).toEqual([null, 'DRIVES'])
    expect(shown([20, 0, { speedKmh: 40 }], [130, 0, { speedKmh: 40 }])).toEqual(none(2))
    expect(shown([20, 0, driven], [130, 0, moved])).toEqual(none(2))
    // It is moved, and its receiver jumps there and back across the place.
    expect(shown([-45, 0, driven], [60, 0, driven])).toEqual(none(2))
  })

  test('whose tracker tells to be exact to centimetres is not blind beside an ordinary fix', () => {
    const from = { ...parked, usualAccuracy: 0.1 }
    const moments: Moment[] = [
      [0, 1, { accuracy: 0.1 }],
      [520, 0, { accuracy: 5 }],
    ]
    expect(weighAll({ every: 60, moments, from }).shown).toEqual([null, 'FAR'])
  })

  test('that was knocked is not moved, though a fix strays at the time', () => {
    const { shown } = weighAll({
      every: 60,
      moments: [
        [0, 1],
        [180, 0, moved],
        [182, 0, moved],
        [3, 0],
      ],
    })
    expect(shown).toEqual(none(4))
  })

  test('is where most of its first fixes are: the first one itself can be the error', () => {
    const moments: Moment[] = [
      [150, 0],
      [152, 4],
      [149, -3],
      [151, 2],
      [150, 0],
    ]
    const { shown, known } = weighAll({ every: 60, moments, from: newlyParked })
    expect(shown).toEqual(none(5))
    expect(distanceMetres(known, at(0, [150, 1]))).toBeLessThan(5)
  })

  test('whose tracker errs by more is watched less closely, whatever it tells', () => {
    const honest = weighAll({ every: 60, moments: wandering(8), from: newlyParked }).known
    const rough = weighAll({ every: 60, moments: wandering(25), from: newlyParked })
    expect(rough.shown).toEqual(none(200))
    expect(radiusOf(honest)).toBeLessThan(15)
    expect(radiusOf(rough.known)).toBeGreaterThan(25)
  })

  test('whose receiver holds its place shows nothing about its errors', () => {
    const moments = Array.from({ length: 100 }, (): Moment => [0, 0])
    const { known } = weighAll({ every: 60, moments, from: newlyParked })
    expect(known).toMatchObject({ variance: newlyParked.variance, weight: 1, fixes: 101 })
  })

  test('whose receiver holds its place is told of by the first fix that is too far for an error', () => {
    const frozen = Array.from({ length: 10 }, (): Moment => [0, 0])
    const { known } = weighAll({ every: 60, moments: frozen, from: newlyParked })
    expect(weigh(known, at(900, [2200, 0]), 'USUAL').evidence).toBe('FAR')
    expect(weigh(newlyParked, at(300, [2200, 0]), 'USUAL').evidence).toBeNull()
  })

  test('first seen by a mobile cell is found by the first exact fixes', () => {
    const from = parkedAt(at(0, [0, 0, { accuracy: 2500 }]))
    const exact = { accuracy: 10 }
    const moments: Moment[] = [
      [1900, 0, exact],
      [1904, 3, exact],
      [1897, -2, exact],
      [1901, 2, exact],
    ]
    const { shown, known } = weighAll({ every: 60, moments, from })
    expect(shown).toEqual(none(4))
    expect(distanceMetres(known, at(0, [1900, 0]))).toBeLessThan(20)
  })

  test('is not moved by a fix that tells it is rough', () => {
    const from = { ...parked, usualAccuracy: 10 }
    const rough = { accuracy: 1000 }
    const { shown, known } = weighAll({
      every: 60,
      moments: [
        [0, 1, { accuracy: 10 }],
        [900, 0, rough],
        [900, 9, rough],
      ],
      from,
    })
    expect(shown).toEqual(none(3))
    expect(known).toMatchObject({ away: null, fixes: 5 })
  })

  test('is found across the antimeridian', () => {
    const origin = { latitude: -16.8, longitude: 179.9999 }
    const from = { ...parkedAt(at(0, [0, 0], origin)), weight: 30, variance: 100, fixes: 4 }
    expect(
      weighAll({
        every: 60,
        moments: [
          [15, 0],
          [18, 2],
        ],
        from,
        origin,
      }).shown,
    ).toEqual(none(2))
    expect(
      weighAll({
        every: 60,
        moments: [
          [90, 0],
          [180, 0],
        ],
        from,
        origin,
      }).shown,
    ).toEqual([null, 'LEADS_AWAY'])
  })

  test('is watched on though the clock of its tracker was ahead', () => {
    const ahead = {
      ...parked,
      lastAt: new Date(start + daySeconds * 1000),
      hereAt: new Date(start + daySeconds * 1000),
    }
    expect(
      weighAll({
        every: 60,
        moments: [
          [90, 0],
          [160, 20],
        ],
        from: ahead,
      }).shown,
    ).toEqual([null, 'LEADS_AWAY'])
  })
})

describe('a vehicle that has departed', () => {
  const departed = weighAll({ every: 60, moments: [[600, 0]] }).known
  const told = toldOf(departed, at(60, [600, 0]))

  test('is shown again and again until its owner knows, then where it is elsewhere', () => {
    const moments: Moment[] = [
      [602, 0],
      [604, 0],
    ]
    expect(weighAll({ every: 120, moments, from: departed }).shown).toEqual(['FAR', 'FAR'])
    expect(weighAll({ every: 120, moments: [...moments, [720, 0]], from: told }).shown).toEqual([null, null, 'FAR'])
  })

  test('is back after two fixes, and watched there as before', () => {
    const back: Moment[] = [
      [2, 0],
      [0, 3],
    ]
    const { shown, known } = weighAll({ every: 120, moments: [...back, [520, 0]], from: told })
    expect(shown).toEqual([null, null, 'FAR'])
    expect(known.latitude).toBeCloseTo(home.latitude, 4)
    expect(weighAll({ every: 120, moments: back, from: departed }).known.departed).toBeNull()
  })

  test('is parked anew where it has stood for ten minutes', () => {
    const stood = weighAll({
      every: 240,
      moments: [
        [603, 0],
        [598, 2],
        [601, -4],
      ],
      from: told,
    })
    expect(stood.shown).toEqual(none(3))
    expect(stood.known.departed).toBeNull()
    expect(distanceMetres(stood.known, at(0, [600, 0]))).toBeLessThan(5)
    expect(stood.known.variance).toBe(told.variance)
  })

  test('is parked anew where it is seen twice an hour apart', () => {
    const { known } = weighAll({
      every: hourSeconds,
      moments: [
        [603, 0],
        [604, 0],
      ],
      from: told,
    })
    expect(known.departed).toBeNull()
  })

  test('is not parked anew while its owner does not know', () => {
    expect(
      weighAll({
        every: 3600,
        moments: [
          [603, 0],
          [604, 0],
        ],
        from: departed,
      }).known.departed,
    ).not.toBeNull()
  })
})

describe('a vehicle that its owner moves', () => {
  test('is parked where it was seen last, and its tracker errs as before', () => {
    const known = follow(follow(parked, at(60, [4000, 0])), at(120, [9000, 0]))
    expect(known).toMatchObject({ departed: null, away: null, fixes: 1, variance: parked.variance })
    expect(distanceMetres(known, at(0, [9000, 0]))).toBeLessThan(1)
  })
})

/** Errors of this spread, the same in every run. */
function wandering(spread: number): Moment[] {
  return Array.from({ length: 200 }, (_, index) => {
    const [turn, radius] = [2.4 * index, spread * Math.sqrt(-2 * Math.log(((index * 0.618) % 1) * 0.99 + 0.005))]
    return [radius * Math.cos(turn), radius * Math.sin(turn)]
  })
}
