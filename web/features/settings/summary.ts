import { type PoiCategory, poiTypesByCategory } from '#contract/pois/pois.ts'
import type { CategorySettings } from '#contract/settings/settings.ts'
import { configurationTexts } from './texts.ts'
import { formatNumber } from '#web/texts/formats.ts'

const texts = configurationTexts.category

/** What a category does, in one line: `500 m vorher · Ton und Licht · 2 von 17 Arten aus`. */
export function summaryOf(category: PoiCategory, settings: CategorySettings): string {
  if (!settings.enabled) return texts.off
  const typesOff = settings.disabledTypes.length
  const all = poiTypesByCategory[category].length
  const types = typesOff === 0 ? null : texts.typesOff(formatNumber(typesOff), formatNumber(all))
  return [distanceOf(settings), signalsOf(settings), types].filter((part) => part !== null).join(separator)
}

/** The dot ends a line rather than beginning one. */
const separator = '\u00a0· '

function distanceOf({ measure, metres, seconds }: CategorySettings): string | null {
  const value = measure === 'metres' ? metres : seconds
  if (Number.isNaN(value)) return null
  return measure === 'metres' ? texts.metresBefore(formatNumber(value)) : texts.secondsBefore(formatNumber(value))
}

function signalsOf({ acoustic, visual }: CategorySettings): string {
  if (acoustic) return visual ? texts.bothSignals : texts.acousticOnly
  return visual ? texts.visualOnly : texts.noSignal
}
