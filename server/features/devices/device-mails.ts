import * as z from 'zod'
import { messageKind } from '#server/db/shared/messages.ts'
import { mailJob } from '#server/jobs/jobs.ts'

export const deviceAddedMail = mailJob('device-added-mail', z.object({ deviceId: z.string() }))
/** To the address that a device is offered to. Only it learns whether it has an account. About the device and the offer of it. */
export const deviceOfferMessage = messageKind('device-offer', z.tuple([z.string(), z.string()]))
/** The same of the version before. */
export const deviceOfferMail = mailJob('device-offer-mail', z.object({ deviceId: z.string(), email: z.string() }))
/** To the former owner. */
export const deviceHandedOverMail = mailJob(
  'device-handed-over-mail',
  z.object({ email: z.string(), model: z.string() }),
)
