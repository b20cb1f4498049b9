import * as z from 'zod'
import { mailJob } from '#server/jobs/jobs.ts'

/** Notifies the owner of an account that a program has got access to it. */
export const accessTokenMail = mailJob('access-token-mail', z.object({ accessTokenId: z.string() }))
