/* How H02 writes its values (protocols, sections 5.1 to 5.3). Each function returns null for what it cannot read. */

/** `hhmmss` and `ddmmyy`, UTC. */
export function fixTimeOf(time: string, date: string): Date | null {
  const [, hour, minute, second] = /^(\d\d)(\d\d)(\d\d)$/.exec(time) ?? []
  const [, day, month, year] = /^(\d\d)(\d\d)(\d\d)$/.exec(date) ?? []
  const written = `20${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const at = new Date(written)
  // JavaScript turns 31 February into March; a tracker that sends it has a broken clock.
  return !Number.isNaN(at.getTime()) && at.toISOString() === written ? at : null
}

/** `ddmm.mmmm`, the same without its point, or `dd-mm.mmmm`; leading zeros and a sign are optional. */
export function degreesOf(written: string, most: number): number | null {
  const dashed = /^-?(\d{1,3})-(\d{1,2}(?:\.\d{1,8})?)$/.exec(written)
  const joined = /^-?(\d{0,3}?)(\d{1,2}\.\d{1,8})$/.exec(written) ?? /^-?(\d{2,3})(\d{6})$/.exec(written)
  const [, degrees, minutes] = dashed ?? joined ?? []
  if (degrees === undefined || minutes === undefined) return null
  const wholeMinutes = minutes.length === 6 && !minutes.includes('.') ? Number(minutes) / 10_000 : Number(minutes)
  const value = Number(degrees) + wholeMinutes / 60
  return wholeMinutes < 60 && value <= most ? value : null
}

const levels = [null, 0, 10, 20, 60, 80, 100]

/** Percent: of six levels, as it is, or from 0xF1 on the last six. */
export function batteryOf(byte: number): number | null {
  if (byte < levels.length) return levels[byte] ?? null
  if (byte <= 100) return byte
  return byte >= 0xf1 && byte <= 0xf6 ? byte - 0xf0 : null
}

/** Protocols, section 8; the documents contradict each other about many bits. */
const alarmBits: readonly (readonly [bit: number, word: string])[] = [
  [0, 'vibration'],
  [18, 'tow'],
  [19, 'powerCut'],
  [5, 'jamming'],
  [6, 'jamming'],
  [16, 'jamming'],
  [1, 'sos'],
  [2, 'overspeed'],
]

/**
 * @param status 32 bits, numbered from the lowest. A bit that is 0 means that its condition holds; every frame repeats it.
 */
export function statesOf(status: number): string[] {
  const words = alarmBits.filter(([bit]) => ((status >>> bit) & 1) === 0).map(([, word]) => word)
  return [...new Set(words)]
}
