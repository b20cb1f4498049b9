/*
 * Whether what hotspots expect is what comes. Places are sorted by what is expected and cut into fifths, because the places
 * chosen as the largest are those that can expect too much while the others expect too little: in sum that is not seen. A
 * place alone says nothing: whether none or two accidents come to it, both are within its chance.
 */

export interface JudgedPlace {
  /** In the traffic of the year that came. */
  expected: number
  came: number
}

export interface Fifth extends JudgedPlace {
  places: number
  /** Between which expected numbers what came is no surprise, with a certainty of 90 and 99 %. */
  within90: Interval
  within99: Interval
}

export interface Interval {
  least: number
  most: number
}

export interface Judgement {
  fifths: Fifth[]
  slope: Interval & { value: number }
  /** Why they are not calibrated; empty if they are. */
  misses: string[]
}

const slopeGoal = { least: 0.9, most: 1.1 }
const fifthsThatHold = 4
/** Of the standard normal distribution: 90 % are as near. */
const deviations90 = 1.645

export function judged(places: readonly JudgedPlace[]): Judgement {
  const fifths = fifthsOf(places)
  const slope = slopeOf(places)
  const hold90 = fifths.filter(({ expected, within90 }) => isWithin(expected, within90)).length
  const hold99 = fifths.filter(({ expected, within99 }) => isWithin(expected, within99)).length
  const misses = [
    ...(hold90 < fifthsThatHold ? [`${hold90} of ${fifths.length} fifths within 90 %`] : []),
    ...(hold99 < fifths.length ? [`${hold99} of ${fifths.length} fifths within 99 %`] : []),
    ...(slope.most < slopeGoal.least || slope.least > slopeGoal.most
      ? [`a slope of ${slope.value.toFixed(2)} (${slope.least.toFixed(2)} to ${slope.most.toFixed(2)})`]
      : []),
  ]
  return { fifths, slope, misses }
}

/** The most expected first. */
function fifthsOf(places: readonly JudgedPlace[]): Fifth[] {
  const sorted = places.toSorted((one, other) => other.expected - one.expected)
  return Array.from({ length: 5 }, (_, fifth) => {
    const own = sorted.slice(Math.round((sorted.length * fifth) / 5), Math.round((sorted.length * (fifth + 1)) / 5))
    const came = sum(own.map((place) => place.came))
    return {
      places: own.length,
      expected: sum(own.map(({ expected }) => expected)),
      came,
      within90: meansOf(came, 0.9),
      within99: meansOf(came, 0.99),
    }
  })
}

/** Of what came on what was expected: a line through both means, each place as sure as a Poisson count of what it expects. */
function slopeOf(places: readonly JudgedPlace[]): Judgement['slope'] {
  const weights = sum(places.map(({ expected }) => 1 / expected))
  const middle = {
    expected: places.length / weights,
    came: sum(places.map(({ expected, came }) => came / expected)) / weights,
  }
  const spread = sum(places.map(({ expected }) => (expected - middle.expected) ** 2 / expected))
  const together = sum(
    places.map(({ expected, came }) => ((expected - middle.expected) * (came - middle.came)) / expected),
  )
  const value = together / spread
  const chance = deviations90 / Math.sqrt(spread)
  return { value, least: value - chance, most: value + chance }
}

/** Which means of a Poisson distribution are not too small nor too large for a count (Garwood 1936). */
export function meansOf(count: number, certainty: number): Interval {
  const tail = (1 - certainty) / 2
  const most = count + 10 * Math.sqrt(count + 1) + 10
  return {
    least: count === 0 ? 0 : boundary(0, count, (mean) => 1 - chanceOfAtMost(count - 1, mean) > tail),
    most: boundary(count, most, (mean) => chanceOfAtMost(count, mean) < tail),
  }
}

/** Where `isAbove` begins to hold, by halving. */
function boundary(least: number, most: number, isAbove: (value: number) => boolean): number {
  let [low, high] = [least, most]
  for (let round = 0; round < 50; round += 1) {
    const middle = (low + high) / 2
    if (isAbove(middle)) high = middle
    else low = middle
  }
  return high
}

function chanceOfAtMost(count: number, mean: number): number {
  let [chance, ofCount] = [0, Math.exp(-mean)]
  for (let each = 0; each <= count; each += 1) {
    chance += ofCount
    ofCount *= mean / (each + 1)
  }
  return chance
}

function isWithin(value: number, { least, most }: Interval): boolean {
  return value >= least && value <= most
}

/** As if the top fifth expected so many times as much beside the bottom one, and as much in sum: what a judge must see. */
export function tilted(places: readonly JudgedPlace[], tilt: number): JudgedPlace[] {
  const sorted = places.toSorted((one, other) => other.expected - one.expected)
  const turned = sorted.map(({ expected, came }, index) => {
    const fifth = Math.min(4, Math.floor((5 * index) / sorted.length))
    return { expected: expected * tilt ** (0.5 - fifth / 4), came }
  })
  const level = sum(sorted.map(({ expected }) => expected)) / sum(turned.map(({ expected }) => expected))
  return turned.map(({ expected, came }) => ({ expected: expected * level, came }))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
