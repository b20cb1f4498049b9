import * as z from 'zod'
import { mailJob } from '#server/jobs/jobs.ts'

/** Notifies the owner of an account that a webhook was made or changed, or is paused. */
export const webhookMail = mailJob(
  'webhook-mail',
  z.object({
    webhookId: z.string(),
    what: z.enum(['made', 'changed', 'paused']),
    /** When it was changed. */
    at: z.iso.datetime().optional(),
  }),
)
