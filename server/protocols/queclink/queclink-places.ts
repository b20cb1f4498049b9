/*
 * Where each kind of report has its places (protocols, section 6, and the maker's documents of GL300, GV200, GV300 and GV500).
 * Fields count from the protocol's version, which is 0. Models put another field or two before or after a place. So a place
 * counts only where longitude, latitude and time all are what they have to be, and several only if all of them are.
 */

export type Fields = readonly string[]

/** Accuracy, speed, course, altitude, longitude, latitude and time; mobile cell, and an odometer or a reserved field. */
const offsets = { accuracy: 0, speed: 1, course: 2, altitude: 3, longitude: 4, latitude: 5, time: 6 }
/** From one place to the next. Some models append up to four fields. */
const strides = [12, 11, 13, 14, 15, 16]
const mostPlaces = 15

/** Version, number of the tracker, its name, a field of its own, report, and the number of places before the first one. */
const afterNumber = [6, 7]
const afterNames = [3]
const afterValue = [4]

/** Where the first place may be, and whether a number of places comes before it. */
interface Form {
  firstAt: readonly number[]
  isCounted: boolean
}

const counted = 'FRI ERI RTL NMR DIS DOG IGL PNL HBM IOB TOW SPD GEO SOS LBC'.split(' ')
const ofName = 'MPF MPN EPF EPN BTC JDR'.split(' ')
const ofValue = 'STT IGN IGF IDN IDF JDS STC BPL'.split(' ')

const kinds = new Map<string, Form>([
  ...counted.map((kind): [string, Form] => [kind, { firstAt: afterNumber, isCounted: true }]),
  ...ofName.map((kind): [string, Form] => [kind, { firstAt: afterNames, isCounted: false }]),
  ...ofValue.map((kind): [string, Form] => [kind, { firstAt: afterValue, isCounted: false }]),
  // Two documents differ.
  ['CRA', { firstAt: [...afterNames, ...afterValue], isCounted: false }],
])

export interface Places {
  /** Each begins with its accuracy, in the order in which the tracker measured them. */
  places: Fields[]
  /** The fields after the last one, down to the last of all. */
  after: Fields
  /** It has fewer places than it counts, or none where one has to be. */
  isShort: boolean
}

/** Null for kinds of which no place is known. */
export function placesIn(kind: string, fields: Fields): Places | null {
  const form = kinds.get(kind)
  if (form === undefined) return null
  const at = form.firstAt.find((start) => isPlace(fields, start))
  if (at === undefined) return { places: [], after: [], isShort: !isWithoutPlace(fields, form.firstAt) }
  const count = form.isCounted ? countOf(fields[at - 1]) : 1
  const startsBy = (stride: number) => Array.from({ length: count }, (_, index) => at + index * stride)
  const stride = strides.find((each) => startsBy(each).every((start) => isPlace(fields, start)))
  const starts = stride === undefined ? [at] : startsBy(stride)
  const [usual = 0] = strides
  const end = (starts.at(-1) ?? at) + (stride ?? usual)
  return {
    places: starts.map((start) => fields.slice(start, start + usual)),
    after: fields.slice(end),
    isShort: starts.length < count,
  }
}

export function partsOf(place: Fields): Record<keyof typeof offsets, string> {
  const part = (name: keyof typeof offsets) => place[offsets[name]] ?? ''
  return {
    accuracy: part('accuracy'),
    speed: part('speed'),
    course: part('course'),
    altitude: part('altitude'),
    longitude: part('longitude'),
    latitude: part('latitude'),
    time: part('time'),
  }
}

function isPlace(fields: Fields, start: number): boolean {
  const { longitude, latitude, time } = partsOf(fields.slice(start, start + offsets.time + 1))
  const areDegrees = [longitude, latitude].every((degrees) => /^-?\d{1,3}\.\d{1,8}$/.test(degrees))
  return areDegrees && /^\d{14}$/.test(time)
}

/** A tracker that has never had a fix leaves all of it empty. */
function isWithoutPlace(fields: Fields, starts: readonly number[]): boolean {
  return starts.some((start) => {
    const { longitude, latitude, time } = partsOf(fields.slice(start))
    return `${longitude}${latitude}${time}` === '' && fields.length > start + offsets.time
  })
}

/** A report with one place may say 0. */
function countOf(field: string | undefined): number {
  const count = /^\d{1,2}$/.test(field ?? '') ? Number(field) : 1
  return Math.max(1, Math.min(count, mostPlaces))
}
