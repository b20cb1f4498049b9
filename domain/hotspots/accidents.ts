import type { Place } from '#contract/place.ts'

/** How bad the worst injury was: 1 killed, 2 seriously injured, 3 slightly injured. */
export type AccidentCategory = 1 | 2 | 3

/** An accident with a motorcycle, in the codes of the official record description (feeds, section 4). */
export interface Accident extends Place {
  year: number
  category: AccidentCategory
  /** UART, 0 to 9; null if unknown, as in the fields below. */
  kind: number | null
  /** UTYP1, 1 to 7. */
  type: number | null
  /** 0 day, 1 dusk, 2 dark. */
  light: number | null
  /** 0 dry, 1 wet, 2 wintry. */
  surface: number | null
}
