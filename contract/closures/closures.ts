import * as z from 'zod/mini'
import { closuresLimits } from './closures-limits.ts'

/** Who may ride: everybody, those who have their aim there, nobody with a motorcycle; `unread`: nobody can tell. */
export const roadAccess = z.enum(['open', 'destination', 'closed', 'unread'])
export type RoadAccess = z.output<typeof roadAccess>

/** What holds on a road under a condition in OpenStreetMap's words, or always (null). */
export const closureRule = z.object({
  access: roadAccess,
  condition: z.nullable(z.string().check(z.maxLength(closuresLimits.conditionLength))),
})
export type ClosureRule = z.output<typeof closureRule>

/** The first rule whose condition holds decides; if none does, the road is open. */
export const closureRules = z.array(closureRule).check(z.maxLength(closuresLimits.rules))
