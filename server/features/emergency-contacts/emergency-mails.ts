import * as z from 'zod'
import { mailJob } from '#server/jobs/jobs.ts'

const which = z.object({ contactId: z.string() })
/** To whom is invited. Writing it makes the token. */
export const emergencyInvitationMail = mailJob('emergency-invitation-mail', which)
/** To the owner. */
export const emergencyInvitedMail = mailJob('emergency-invited-mail', which)
