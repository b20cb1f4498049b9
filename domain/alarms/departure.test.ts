import { describe, expect, test } from 'vitest'
import { daySeconds, hourSeconds } from '#contract/base/time-units.ts'
import { distanceMetres, metresPerDegree } from '#domain/geo/geo.ts'
import type { Sharpness } from '#domain/guard-zones/guard-zones.ts'
import { follow, lostSight, weigh } from './departure.ts'
import { isInDoubt } from './movement.ts'
import { reachOf, type Wish } from './departure-evidence.ts'
import { movedByOwner, type Parked, parkedAt, toldOf, type Watched } from './parked.ts'
import type { Observation } from './sighting.ts'
import { felt } from './stirring.ts'
import { memoryOf, radiusOf, type TrackerMemory } from './tracker-memory.ts'

const home = { latitude: 49.0069, longitude: 8.4037 }
const start = Date.parse('2026-06-01T08:00:00Z')

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
const memory: TrackerMemory = {
  ...memoryOf({ accuracy: null }),
  variance: 100,
  knownSeconds: 100 * hourSeconds,
  knownFixes: 1000,
  isCalm: true,
}
const parkedHere: Parked = { ...parkedAt(at(0, [0, 0]), memory), weight: 30, fixes: 4 }
const parked: Watched = { parked: parkedHere, memory }
const newlyParked = newAt(at(0, [0, 0]))
/** Of a tracker that is met for the first time. */
function newAt(fix: Observation): Watched {
  const met = memoryOf(fix)
  return { parked: parkedAt(fix, met), memory: met }
}
/** The same vehicle, with something else known of its tracker. */
const withMemory = (known: Partial<TrackerMemory>): Watched => ({ ...parked, memory: { ...memory, ...known } })
/** The evidence that was shown last counts. */
const told = ({ parked: known, memory: kept }: Watched, place: Moment): Watched => ({
  parked: toldOf(known, at(0, place)),
  memory: kept,
})

interface Sequence {
  every: number
  moments: readonly Moment[]
  from?: Watched
  origin?: typeof home
  sharpness?: Wish
}

/** What each fix shows, and what is known after the last. */
function weighAll({ every, moments, from = parked, origin = home, sharpness = 'USUAL' }: Sequence) {
  let known = from
  const shown = moments.map((moment, index) => {
    const { evidence, ...watched } = weigh(known, at((index + 1) * every, moment, origin), sharpness)
    known = watched
    return evidence
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
        const { evidence, ...watched } = weigh(known, at(905 + index * 60, [east, north, said ?? requested]), 'USUAL')
        known = watched
        return evidence
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
      expect(known.parked.away).toBeNull()
    })

    test('stays in doubt however often requested fixes repeat the same error', () => {
      const same = Array.from({ length: 9 }, (_, index): Moment => [180 + (index % 3), index % 2])
      const { shown, known } = answered(...same)
      expect(shown).toEqual(none(9))
      expect(isInDoubt(known)).toBe(true)
      expect(answered(...same.map(([east, north]): Moment => [east, north, {}])).shown).toContain('STANDS_ELSEWHERE')
    })

    test('is waited for as long as before: a requested fix says nothing about how often its tracker reports', () => {
      expect(answered([181, 0], [179, 1]).known.memory.usualSeconds).toBe(doubtful.memory.usualSeconds)
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
      return strays.reduce<{ known: Watched; shown: unknown[] }>(
        (before, moment, index) => {
          const { evidence, ...next } = weigh(before.known, at(60 * (still + 1 + index), moment), 'USUAL')
          return { known: next, shown: [...before.shown, evidence] }
        },
        { known, shown: [] },
      ).shown
    }
    expect(shown(10)).toEqual([null, 'STIRRED'])
    expect(shown(40)).toEqual(none(2))
  })

  describe('whose tracker says in heartbeats that the ignition is on', () => {
    const heartbeat = (known: Watched, isOn: boolean, seconds: number): Watched => ({
      ...known,
      parked: felt(known.parked, isOn, at(seconds, [0, 0]).recordedAt),
    })
    const on = [30, 210].reduce((known, seconds) => heartbeat(known, true, seconds), parked)
    const away: Moment[] = [
      [60, 0],
      [60, 20],
    ]
    const shownFrom = (from: Watched, offset: number) => {
      const first = weigh(from, at(offset, [60, 0]), 'USUAL')
      return [first.evidence, weigh(first, at(offset + 60, [60, 20]), 'USUAL').evidence]
    }

    test('needs two fixes away, which say nothing of it', () => {
      expect(shownFrom(on, 240)).toEqual([null, 'STIRRED'])
      expect(weighAll({ every: 60, moments: away }).shown).toEqual(none(2))
    })

    test.each([
      ['it is off again', heartbeat(on, false, 230), 240],
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
    const from = withMemory({ usualAccuracy: 0.1 })
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
    expect(distanceMetres(known.parked, at(0, [150, 1]))).toBeLessThan(5)
  })

  test('whose tracker errs by more is watched less closely, whatever it tells', () => {
    const honest = weighAll({ every: 60, moments: wandering(8), from: newlyParked }).known
    const rough = weighAll({ every: 60, moments: wandering(25), from: newlyParked })
    expect(rough.shown).toEqual(none(200))
    expect(radiusOf(honest.memory)).toBeLessThan(15)
    expect(radiusOf(rough.known.memory)).toBeGreaterThan(25)
  })

  test('whose receiver holds its place shows nothing about its errors', () => {
    const moments = Array.from({ length: 100 }, (): Moment => [0, 0])
    const { known } = weighAll({ every: 60, moments, from: newlyParked })
    expect(known).toMatchObject({
      memory: { variance: newlyParked.memory.variance },
      parked: { weight: 1, fixes: 101 },
    })
  })

  test('whose receiver holds its place is told of by the first fix that is too far for an error', () => {
    const frozen = Array.from({ length: 10 }, (): Moment => [0, 0])
    const { known } = weighAll({ every: 60, moments: frozen, from: newlyParked })
    expect(weigh(known, at(900, [2200, 0]), 'USUAL').evidence).toBe('FAR')
    expect(weigh(newlyParked, at(300, [2200, 0]), 'USUAL').evidence).toBeNull()
  })

  test('first seen by a mobile cell is found by the first exact fixes', () => {
    const from = newAt(at(0, [0, 0, { accuracy: 2500 }]))
    const exact = { accuracy: 10 }
    const moments: Moment[] = [
      [1900, 0, exact],
      [1904, 3, exact],
      [1897, -2, exact],
      [1901, 2, exact],
    ]
    const { shown, known } = weighAll({ every: 60, moments, from })
    expect(shown).toEqual(none(4))
    expect(distanceMetres(known.parked, at(0, [1900, 0]))).toBeLessThan(20)
  })

  test('is not moved by a fix that tells it is rough', () => {
    const from = withMemory({ usualAccuracy: 10 })
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
    expect(known.parked).toMatchObject({ away: null, fixes: 5 })
  })

  test('is found across the antimeridian', () => {
    const origin = { latitude: -16.8, longitude: 179.9999 }
    const from = { memory, parked: { ...parkedAt(at(0, [0, 0], origin), memory), weight: 30, fixes: 4 } }
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
    const tomorrow = new Date(start + daySeconds * 1000)
    const ahead = { memory, parked: { ...parkedHere, lastAt: tomorrow, hereAt: tomorrow } }
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
  const known = told(departed, [600, 0])

  test('is shown again and again until its owner knows, then where it is elsewhere', () => {
    const moments: Moment[] = [
      [602, 0],
      [604, 0],
    ]
    expect(weighAll({ every: 120, moments, from: departed }).shown).toEqual(['FAR', 'FAR'])
    expect(weighAll({ every: 120, moments: [...moments, [720, 0]], from: known }).shown).toEqual([null, null, 'FAR'])
  })

  test('is back after two fixes, and watched there as before', () => {
    const back: Moment[] = [
      [2, 0],
      [0, 3],
    ]
    const again = weighAll({ every: 120, moments: [...back, [520, 0]], from: known })
    // What has come back before must be exceeded, unless its owner says that it was no error.
    expect(again.shown).toEqual(none(3))
    const own = { ...known, parked: movedByOwner(known.parked) }
    expect(weighAll({ every: 120, moments: [...back, [520, 0]], from: own }).shown).toEqual([null, null, 'FAR'])
    expect(again.known.parked.latitude).toBeCloseTo(home.latitude, 4)
    expect(weighAll({ every: 120, moments: back, from: departed }).known.parked.departed).toBeNull()
  })

  test('is parked anew where it has stood for ten minutes', () => {
    const stands: Moment[] = [
      [603, 0],
      [598, 2],
      [601, -4],
      [640, 70],
      [602, 1],
      [600, 0],
    ]
    // One fix elsewhere is borne; five are no stand yet.
    expect(weighAll({ every: 150, moments: stands.slice(0, 5), from: known }).known.parked.departed).not.toBeNull()
    const stood = weighAll({ every: 150, moments: stands, from: known })
    expect(stood.shown).toEqual(none(6))
    expect(stood.known.parked.departed).toBeNull()
    expect(distanceMetres(stood.known.parked, at(0, [600, 0]))).toBeLessThan(5)
    expect(stood.known.memory.variance).toBe(memory.variance)
  })

  test('is parked anew where it is seen three times within two hours', () => {
    const stood = weighAll({
      every: hourSeconds,
      moments: [
        [603, 0],
        [604, 0],
        [601, 2],
      ],
      from: known,
    })
    expect(stood.known.parked.departed).toBeNull()
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
      }).known.parked.departed,
    ).not.toBeNull()
  })
})

describe('a vehicle that its owner moves', () => {
  test('is parked where it was seen last, and its tracker errs as before', () => {
    const known = follow(follow(parked, at(60, [4000, 0])), at(120, [9000, 0]))
    expect(known).toMatchObject({ parked: { departed: null, away: null, fixes: 1 }, memory: { variance: 100 } })
    expect(distanceMetres(known.parked, at(0, [9000, 0]))).toBeLessThan(1)
  })
})

describe('of a tracker that has erred before', () => {
  const weekAgo = new Date(start - 7 * daySeconds * 1000)
  const strayed = withMemory({ usualSeconds: 60, strayedFarAt: weekAgo, farStrayFixes: 1 })
  const fooled = withMemory({ usualSeconds: 60, wariness: 1 })
  const trusted = { isTrusted: true, confirmed: 0, denied: 0 }
  const honest = withMemory({ usualSeconds: 60, speed: trusted, motion: trusted })
  const still = { speedKmh: 0, isStirred: false }
  const far: Moment[] = [
    [520, 0],
    [522, 3],
    [1100, 40],
  ]
  const onward = Array.from({ length: 5 }, (_, index): Moment => [60 * (index + 1), 10 * index])

  test.each<[string, Watched, Moment[], (string | null)[]]>([
    ['a far fix of one that has never strayed', parked, [[520, 0]], ['FAR']],
    ['the first two far fixes, after one that came back', strayed, far, [null, null, 'FAR']],
    [
      'a far fix that comes back again',
      strayed,
      [
        [520, 0],
        [4, 4],
      ],
      [null, null],
    ],
    [
      'a far fix that tells to stand, and comes back',
      honest,
      [
        [1200, 0, still],
        [4, 4, still],
      ],
      [null, null],
    ],
    [
      'a far fix that tells to stand, and stays',
      honest,
      [
        [1200, 0, still],
        [1202, 3, still],
      ],
      [null, 'FAR'],
    ],
    ['a far fix that tells to move', honest, [[1200, 0, { speedKmh: 6, isStirred: false }]], ['FAR']],
    ['two steps that lead away', parked, onward.slice(0, 2), [null, 'LEADS_AWAY']],
    [
      'two steps that lead away, after a false alarm nearby',
      fooled,
      onward.slice(0, 4),
      [null, null, null, 'LEADS_AWAY'],
    ],
  ])('%s', (_name, from, moments, expected) => {
    const { shown } = weighAll({ every: 60, moments: afterHome(...moments), from })
    expect(shown).toEqual([null, ...expected])
  })

  test('a displacement that came back once is waited for when it comes again', () => {
    const displaced = (metres: number) =>
      Array.from({ length: 18 }, (_, index): Moment => [metres + (index % 3), 5 + (index % 2)])
    const first = weighAll({ every: 10, moments: displaced(60) })
    expect(first.shown.indexOf('STANDS_ELSEWHERE')).toBe(12)
    const back = weighAll({
      every: 10,
      moments: [
        [2, 2],
        [1, 3],
      ],
      from: afterSeconds(told(first.known, [60, 5]), 180),
    })
    expect(back.known.memory).toMatchObject({ wariness: 1, straySeconds: 190 })
    const again = weighAll({ every: 10, moments: displaced(-70), from: afterSeconds(back.known, 7200) })
    expect(again.shown).toEqual(none(18))
    expect(again.known.parked.away?.isWithheld).toBe(true)
  })

  test('what was withheld and came back makes the memory as fresh as new', () => {
    const faded = withMemory({ usualSeconds: 10, wariness: 0.6 })
    const displaced = Array.from({ length: 18 }, (): Moment => [60, 5])
    const { known } = weighAll({ every: 10, moments: [...displaced, [1, 1]], from: faded })
    expect(known.memory.wariness).toBeCloseTo(1)
  })

  test('errors are forgotten: what has faded, or is four weeks old', () => {
    const month = 28 * daySeconds
    const later = weighAll({ every: month, moments: [[1, 1]], from: withMemory({ wariness: 2, strayMetres: 80 }) })
    expect(later.known.memory.wariness).toBeCloseTo(1)
    expect(later.known.memory.strayMetres).toBeCloseTo(40)
    const long = withMemory({ usualSeconds: 60, strayedFarAt: new Date(start - 1000 * month), farStrayFixes: 5 })
    expect(weighAll({ every: 60, moments: afterHome([520, 0]), from: long }).shown).toEqual([null, 'FAR'])
  })

  test('a far fix that told to drive, and came back, is waited for like any other far stray', () => {
    const resting = withMemory({ usualSeconds: 60, restingFixes: 10 })
    const driven: Moment = [1900, 0, { speedKmh: 60 }]
    const first = weighAll({ every: 60, moments: [driven], from: resting })
    expect(first.shown).toEqual(['DRIVES_OFF'])
    const { memory: after } = weighAll({
      every: 60,
      moments: [
        [1, 0],
        [0, 1],
      ],
      from: afterSeconds(told(first.known, driven), 60),
    }).known
    expect(after.farStrayFixes).toBe(1)
  })

  test('an accuracy of nothing leaves no number that is none', () => {
    const nothing = { accuracy: 0 }
    const { known } = weighAll({
      every: 60,
      moments: [
        [1, 0, nothing],
        [0, 1, nothing],
      ],
      from: newAt(at(0, [0, 0, nothing])),
    })
    expect(Object.values(known.memory).filter((value) => typeof value === 'number' && !Number.isFinite(value))).toEqual(
      [],
    )
    expect(Number.isFinite(known.parked.latitude)).toBe(true)
  })

  test('a long ride is no error: only what is back within the hour, or eight intervals, is', () => {
    const away = told(weighAll({ every: 60, moments: afterHome([520, 0]) }).known, [520, 0])
    const back = (seconds: number) =>
      weighAll({
        every: 60,
        moments: [
          [1, 0],
          [0, 1],
        ],
        from: afterSeconds(away, seconds),
      }).known.memory
    expect(back(600)).toMatchObject({ farStrayFixes: 1 })
    expect(back(3_700)).toMatchObject({ strayedFarAt: null })
  })
})

describe('a tracker that nobody knows yet', () => {
  test('is met with twice the variance, and a step more', () => {
    const away: Moment[] = [
      [60, 0],
      [120, 0],
      [180, 0],
    ]
    const shown = (known: Partial<TrackerMemory>) =>
      weighAll({ every: 60, moments: afterHome(...away), from: withMemory(known) }).shown
    expect(shown({})).toEqual([null, null, 'LEADS_AWAY', 'LEADS_AWAY'])
    expect(shown({ knownFixes: 0 })).toEqual([null, null, null, 'LEADS_AWAY'])
    expect(shown({ knownSeconds: 0 })).toEqual([null, null, null, 'LEADS_AWAY'])
    expect(reachOf(parkedHere, memory)).toBe(50)
    const unknown = { ...memory, variance: 400, knownSeconds: 0 }
    expect(reachOf(parkedHere, unknown)).toBeCloseTo(3.5 * Math.sqrt(400 * (1 + 1 / 30 + 1)))
  })
})

describe('a vehicle that is moved bit by bit', () => {
  /** 30 m every 40 minutes. */
  const creep = (steps: number) =>
    Array.from({ length: 40 * steps }, (_, index): Moment => [
      30 * Math.ceil((index + 1) / 40) + (index % 3),
      index % 2,
    ])
  const settledHere = weighAll({ every: 60, moments: afterHome([2, 1], [1, -2]) }).known

  test('is told of where the steps together lead from where it was parked', () => {
    const { shown } = weighAll({ every: 60, moments: creep(8), from: afterSeconds(settledHere, 180) })
    const at120Metres = 30 + 3 * 40
    expect(shown.findIndex((one) => one !== null)).toBe(at120Metres)
    expect(shown[at120Metres]).toBe('CREPT')
  })

  test('is shown as that again and again until its owner knows', () => {
    const { shown } = weighAll({ every: 60, moments: creep(5), from: afterSeconds(settledHere, 180) })
    expect(shown.slice(150)).toEqual(shown.slice(150).map(() => 'CREPT'))
  })

  test('stands, once that was told, where it is now', () => {
    const { shown, known } = weighAll({
      every: 60,
      moments: creep(5).slice(0, 151),
      from: afterSeconds(settledHere, 180),
    })
    expect(shown.at(-1)).toBe('CREPT')
    const { departed, origin, fixes } = told(known, [120, 0]).parked
    expect({ departed, origin, fixes }).toEqual({ departed: null, origin: null, fixes: 4 })
  })
})

describe('a vehicle whose tracker falls silent', () => {
  const at60 = withMemory({ usualSeconds: 60 })
  const lost = (known: Watched, seconds: number, activeSeconds = 0) => {
    const [{ lastAt }, later] = [
      known.parked,
      (after: number) => new Date(known.parked.lastAt.getTime() + after * 1000),
    ]
    const activeAt = activeSeconds === 0 ? lastAt : later(activeSeconds)
    return lostSight(known, activeAt, later(seconds))?.departed?.evidence ?? null
  }
  const after = (from: Watched, ...moments: Moment[]) => weighAll({ every: 60, moments, from }).known
  const strayed = withMemory({ usualSeconds: 60, strayedFarAt: new Date(start - 1000), farStrayFixes: 1 })

  test.each<[string, Watched, number, string]>([
    ['beside its place is waited for ten minutes', after(at60, [2, 1], [90, 0]), 600, 'LAST_SEEN_AWAY'],
    ['beyond errors is waited for two and a half reports', after(strayed, [2, 1], [520, 0]), 150, 'LAST_SEEN_AWAY'],
    [
      'after it said that it is moved, too',
      after(at60, [2, 1], [8, 3, { isStirred: true }]),
      600,
      'STIRRED_THEN_SILENT',
    ],
  ])('%s', (_name, known, seconds, evidence) => {
    expect([lost(known, seconds - 1), lost(known, seconds)]).toEqual([null, evidence])
  })

  test('after a word of movement and a jump that nobody can have driven, too', () => {
    const jumped = after(at60, [2, 1], [8, 3, { isStirred: true }], [50_000, 0])
    expect([lost(jumped, 599), lost(jumped, 600)]).toEqual([null, 'STIRRED_THEN_SILENT'])
  })

  test('after a word of movement is waited for as long as it has slept before, and not while it reports something', () => {
    const moved: Moment[] = [
      [2, 1],
      [8, 3, { isStirred: true }],
    ]
    const sleeper = after(withMemory({ usualSeconds: 60, silentSeconds: 3600 }), ...moved)
    expect([lost(sleeper, 5390), lost(sleeper, 5400)]).toEqual([null, 'STIRRED_THEN_SILENT'])
    expect([lost(after(at60, ...moved), 899, 300), lost(after(at60, ...moved), 900, 300)]).toEqual([
      null,
      'STIRRED_THEN_SILENT',
    ])
  })

  test('at its place, with no word of movement, is no movement', () => {
    expect(lost(after(at60, [2, 1], [8, 3]), 86_400)).toBeNull()
    const always = { ...at60, memory: { ...at60.memory, isCalm: false } }
    const moved = { isStirred: true }
    expect(lost(after(always, [2, 1, moved], [8, 3, moved]), 86_400)).toBeNull()
  })
})

describe('a tracker that tells to stand, fix after fix', () => {
  const resting = withMemory({ usualSeconds: 60, restingFixes: 10 })
  const first = (from: Watched, said: Said, wish: Wish = 'USUAL') =>
    weighAll({ every: 60, moments: afterHome([120, 0, said]), from, sharpness: wish }).shown.at(-1)

  test('is believed when its first fix away tells to drive', () => {
    expect(first(resting, { speedKmh: 30 })).toBe('DRIVES_OFF')
  })

  test.each<[string, Watched, Said, Wish?]>([
    ['drives no faster than strays seem to', resting, { speedKmh: 29 }],
    ['is too coarse', { ...resting, memory: { ...resting.memory, usualAccuracy: 5 } }, { speedKmh: 30, accuracy: 20 }],
    ['would have had to be faster', resting, { speedKmh: 30, accuracy: null }],
    [
      'comes from a tracker that told of speeds before',
      withMemory({ usualSeconds: 60, restingFixes: 9 }),
      { speedKmh: 50 },
    ],
    ['will be followed in seconds', withMemory({ usualSeconds: 10, restingFixes: 10 }), { speedKmh: 50 }],
    [
      'comes from a tracker that has erred before',
      withMemory({ usualSeconds: 60, restingFixes: 10, wariness: 1 }),
      { speedKmh: 50 },
    ],
    ['is where a quieter alarm is wished for', resting, { speedKmh: 50 }, 'QUIETER'],
  ])('waits for the next fix where that one %s', (name, from, said, wish) => {
    const metres = name.startsWith('would') ? 3000 : 120
    const { shown } = weighAll({ every: 60, moments: afterHome([metres, 0, said]), from, sharpness: wish ?? 'USUAL' })
    expect(shown.at(-1)).toBeNull()
  })
})

describe('what a tracker tells of its ways', () => {
  const leaves: Moment[] = [
    [90, 0],
    [190, 0],
  ]
  /** 500 m a minute: 30 km/h. */
  const way = (said: Said): Moment[] => Array.from({ length: 6 }, (_, index): Moment => [700 + 500 * index, 0, said])
  const after = (said: Said, from = parked) =>
    weighAll({ every: 60, moments: [...afterHome(...leaves), ...way(said)], from }).known.memory
  const believed = withMemory({
    speed: { isTrusted: true, confirmed: 0, denied: 0 },
    motion: { isTrusted: true, confirmed: 0, denied: 0 },
  })

  test.each<[string, Said, boolean, boolean]>([
    ['speeds that fit', { speedKmh: 30 }, true, false],
    ['speeds that do not fit', { speedKmh: 90 }, false, false],
    ['that it is moved', { isStirred: true }, false, true],
    ['always 0 and not moved', { speedKmh: 0, isStirred: false }, false, false],
  ])('is believed by three steps: %s', (_name, said, speed, motion) => {
    const memoryAfter = after(said)
    expect([memoryAfter.speed.isTrusted, memoryAfter.motion.isTrusted]).toEqual([speed, motion])
  })

  test('is doubted where a quarter of its steps were denied', () => {
    const denied = after({ speedKmh: 0, isStirred: false }, believed)
    expect([denied.speed.isTrusted, denied.motion.isTrusted]).toEqual([false, false])
    const silent = after({}, believed)
    expect([silent.speed.isTrusted, silent.motion.isTrusted]).toEqual([true, true])
  })

  test('shows nothing within a kilometre, unless its owner announced the ride', () => {
    const short = (wish: Wish) => {
      const moments: Moment[] = [
        [0, 1],
        [90, 0, { speedKmh: 10 }],
        ...[300, 510, 720, 930].map((metres): Moment => [metres, 0, { speedKmh: 12 }]),
      ]
      return weighAll({ every: 60, moments, sharpness: wish }).known.memory.speed.isTrusted
    }
    expect([short('USUAL'), short('RIDE')]).toEqual([false, true])
  })
})

/** The same, as if this many seconds had passed since its sequence began. */
function afterSeconds({ parked: known, memory: kept }: Watched, seconds: number): Watched {
  const back = (at: Date) => new Date(at.getTime() - seconds * 1000)
  const away = known.away && { ...known.away, firstAt: back(known.away.firstAt) }
  const departed = known.departed && {
    ...known.departed,
    since: back(known.departed.since),
    stand: { ...known.departed.stand, since: back(known.departed.stand.since) },
  }
  return {
    parked: { ...known, lastAt: back(known.lastAt), hereAt: back(known.hereAt), away, departed },
    memory: { ...kept, strayedFarAt: kept.strayedFarAt && back(kept.strayedFarAt) },
  }
}

/** Errors of this spread, the same in every run. */
function wandering(spread: number): Moment[] {
  return Array.from({ length: 200 }, (_, index) => {
    const [turn, radius] = [2.4 * index, spread * Math.sqrt(-2 * Math.log(((index * 0.618) % 1) * 0.99 + 0.005))]
    return [radius * Math.cos(turn), radius * Math.sin(turn)]
  })
}
