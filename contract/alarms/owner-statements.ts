import * as z from 'zod/mini'
import { instant } from '#contract/base/place.ts'

/** What the last statement of an owner makes of a vehicle: they miss it since then, or it is back. */
export const missed = z.object({ kind: z.literal('MISSED'), stated: z.enum(['SUSPICIOUS', 'STOLEN']), since: instant })
export const back = z.object({ kind: z.literal('BACK'), since: instant })
