import type { Place } from '#contract/base/place.ts'

/*
 * A line as a short text: the steps from place to place in 100,000ths of a degree (about a metre), by the public format
 * „Encoded Polyline“. A number is cut into groups of five bits, the lowest first, each a character from „?“ on.
 */

export function textOfLine(line: readonly Place[]): string {
  let text = ''
  let [latitude, longitude] = [0, 0]
  for (const place of line) {
    const [north, east] = [Math.round(place.latitude * stepsPerDegree), Math.round(place.longitude * stepsPerDegree)]
    text += textOfNumber(north - latitude) + textOfNumber(east - longitude)
    ;[latitude, longitude] = [north, east]
  }
  return text
}

/**
 * The places of a line; none for a text that is no line.
 * @param perDegree how many steps a degree has; some routers write a million.
 */
export function lineOfText(text: string, perDegree = stepsPerDegree): Place[] {
  const line: Place[] = []
  let [latitude, longitude, bits, shift] = [0, 0, 0, 0]
  let isNorth = true
  for (let at = 0; at < text.length; at += 1) {
    const group = text.charCodeAt(at) - firstCharacter
    if (group < 0 || group > 63 || shift > longestShift) return []
    bits |= (group & 31) << shift
    shift += 5
    if (group & goesOn) continue
    const step = bits & 1 ? ~(bits >>> 1) : bits >>> 1
    if (isNorth) latitude += step
    else {
      longitude += step
      line.push({ latitude: latitude / perDegree, longitude: longitude / perDegree })
    }
    ;[bits, shift, isNorth] = [0, 0, !isNorth]
  }
  return isNorth && shift === 0 ? line : []
}

/** The sign is the lowest bit. */
function textOfNumber(number: number): string {
  let bits = number < 0 ? ~(number << 1) : number << 1
  let text = ''
  for (; bits > 31; bits >>>= 5) text += String.fromCharCode(((bits & 31) | goesOn) + firstCharacter)
  return text + String.fromCharCode(bits + firstCharacter)
}

const stepsPerDegree = 100_000
const firstCharacter = 63
const goesOn = 32
/** More groups than a longitude takes. */
const longestShift = 25
