import * as z from 'zod'
import { mailJob } from '#server/jobs/jobs.ts'

/** Notifies the owner of a link that was made. */
export const dossierLinkMail = mailJob('dossier-link-mail', z.object({ deviceId: z.string() }))
