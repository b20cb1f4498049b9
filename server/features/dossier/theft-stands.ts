import * as z from 'zod'
import { job } from '#server/jobs/jobs.ts'

/** From a theft that its owner has not taken back everything follows. `at`: when it was stated. */
export const theftStands = job('theft-stands', z.object({ deviceId: z.string(), at: z.string() }))
