import { warningLevels } from '#contract/weather.ts'
import type { Hazard } from '#domain/riding/hazards.ts'
import type { WeatherAhead } from '#domain/riding/weather-ahead.ts'
import type { Warning } from '#domain/riding/warning.ts'
import { formatDistance } from '#web/texts/formats.ts'
import { conditionMarks, conditionWords, hazardNames, ridingTexts, sideNames, weatherNames } from './texts.ts'

/** What is said: `Achtung: Hindernis, in 300 Metern, rechts.` Of what nobody has confirmed, that too. */
export function spokenWarning(warning: Warning): string {
  const { hazard, metres, side } = warning
  const place = side === 'ahead' ? '' : `, ${sideNames[side]}`
  const standing = standingOf(hazard)
  return `Achtung: ${nameOf(warning)}${standing === null ? '' : `, ${standing}`}, in ${spokenMetres(metres)} Metern${place}.`
}

/** What speaks against a hazard; null: nothing does. */
export function standingOf({ isUnconfirmed, isDoubted }: Hazard): string | null {
  if (isUnconfirmed === true) return ridingTexts.unconfirmed
  return isDoubted === true ? ridingTexts.doubted : null
}

/** `Unfallschwerpunkt bei Nässe`: with the reason for which it is told now. */
export function nameOf({ hazard, reasons }: Pick<Warning, 'hazard' | 'reasons'>): string {
  const name = hazardNames[hazard.type]
  if (reasons === null) return name
  return `${name} ${reasons.conditions.map((condition) => conditionWords[condition]).join(' und ')}`
}

/** `Unfallschwerpunkt · Nässe`: what a warning says below its distance. */
export function shownName({ hazard, reasons }: Pick<Warning, 'hazard' | 'reasons'>): string {
  const name = hazardNames[hazard.type]
  if (reasons === null) return name
  return `${name} · ${reasons.conditions.map((condition) => conditionMarks[condition]).join(', ')}`
}

/** What is said: `Unwetter in der Nähe: Gewitter, Stufe 3, in 4 Kilometern.` */
export function spokenWeather({ area: { kind, level }, metres }: WeatherAhead): string {
  const what = `${weatherNames[kind]}, Stufe ${level}`
  if (metres === 0) return `Hier gilt eine Unwetterwarnung: ${what}.`
  const kilometres = Math.max(1, Math.round(metres / 1000))
  return `Unwetter in der Nähe: ${what}, in ${kilometres === 1 ? 'einem Kilometer' : `${kilometres} Kilometern`}.`
}

/** `Gewitter, Stufe 3 von 4 · hier` */
export function shownWeather({ area: { kind, level }, metres }: WeatherAhead): string {
  const where = metres === 0 ? 'hier' : `in der Nähe, ab ${shownDistance(metres)}`
  return `${weatherNames[kind]}, Stufe ${level} von ${warningLevels.length} · ${where}`
}

/** What a warning shows: `300 m`, steady enough to be read. */
export function shownDistance(metres: number): string {
  return formatDistance(Math.max(10, Math.round(metres / 10) * 10))
}

/** Nobody needs more than this through a helmet. */
function spokenMetres(metres: number): number {
  const step = metres < 200 ? 20 : 50
  return Math.max(step, Math.round(metres / step) * step)
}
