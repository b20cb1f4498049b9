import type { Place } from '#contract/base/place.ts'

/*
 * The demo world (design, section 3): everything in it is made by a formula and dated from the present, so that it looks
 * alive at every start and contains nobody's data.
 */

/** The id of the demo account. */
export const demoUserId = 'demo'
export const demoEmail = 'demo@wegwarte.example'
/** The `source` of every POI and warning of the demo world. */
export const demoSource = 'demo'
/** Shown wherever something of the demo world is shown. */
export const demoLabel = 'Beispieldaten'

/** What a user sees belongs to one world only: sample data and real data never appear side by side. */
export type World = 'real' | 'demo'

export const karlsruhe: Place = { latitude: 49.0069, longitude: 8.4037 }
/** At 49° north one degree of longitude is this fraction of a degree of latitude. */
export const longitudeScale = Math.cos((karlsruhe.latitude * Math.PI) / 180)
