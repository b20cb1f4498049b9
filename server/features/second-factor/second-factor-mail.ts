import * as z from 'zod'
import { mailJob } from '#server/jobs/jobs.ts'

/** To the owner: something happened to the account's second factor. */
export const secondFactorMail = mailJob(
  'second-factor-mail',
  z.object({ userId: z.string(), event: z.enum(['on', 'off', 'off-by-support', 'recovery-code-used']) }),
)
