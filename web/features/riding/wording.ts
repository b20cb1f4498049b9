import type { Warning } from '#domain/riding/warning.ts'
import { formatDistance } from '#web/kit/formats.ts'
import { hazardNames, ridingTexts, sideNames } from './texts.ts'

/** What is said: `Achtung: Hindernis, in 300 Metern, rechts.` Of what nobody has confirmed, that too. */
export function spokenWarning({ hazard, metres, side }: Warning): string {
  const place = side === 'ahead' ? '' : `, ${sideNames[side]}`
  const standing = hazard.isUnconfirmed === true ? `, ${ridingTexts.unconfirmed}` : ''
  return `Achtung: ${hazardNames[hazard.type]}${standing}, in ${spokenMetres(metres)} Metern${place}.`
}

/** What a sign shows: `300 m`, steady enough to be read. */
export function shownDistance(metres: number): string {
  return formatDistance(Math.max(10, Math.round(metres / 10) * 10))
}

/** Nobody needs more than this through a helmet. */
function spokenMetres(metres: number): number {
  const step = metres < 200 ? 20 : 50
  return Math.max(step, Math.round(metres / step) * step)
}
