import { type PoiCategory, poiCategories } from '#contract/pois/pois.ts'
import { categorySettings, warningSettings } from '#contract/settings/settings.ts'
import type { Draft } from './settings-form.ts'

/** A field that cannot be saved as it is, and where it is. */
export type WrongField = { category: PoiCategory; field: Measure } | { category: null; field: 'from' | 'to' }
export type Measure = 'metres' | 'seconds'

/** The first field, in the order of the screen, that the server would refuse. */
export function firstWrongField({ settings }: Draft): WrongField | null {
  for (const category of poiCategories) {
    const { measure } = settings.categories[category]
    if (distanceProblem(measure, settings.categories[category][measure]) !== null) return { category, field: measure }
  }
  const wrongTime = (['from', 'to'] as const).find((field) => timeProblem(field, settings.quietHours[field]) !== null)
  return wrongTime === undefined ? null : { category: null, field: wrongTime }
}

/** What is wrong with a distance, in the contract's words, or null. */
export function distanceProblem(measure: Measure, value: number): string | null {
  return messageIn(categorySettings.shape[measure].safeParse(value))
}

/** What is wrong with the beginning or end of the quiet hours, in the contract's words, or null. */
export function timeProblem(field: 'from' | 'to', value: string): string | null {
  return messageIn(warningSettings.shape.quietHours.shape[field].safeParse(value))
}

/** The id of a field in the document, so that it can be pointed to. */
export function fieldId({ category, field }: WrongField): string {
  return `settings-${category ?? 'quiet'}-${field}`
}

interface Parsed {
  error?: { issues: readonly { message: string }[] } | undefined
}

function messageIn({ error }: Parsed): string | null {
  return error?.issues[0]?.message ?? null
}
