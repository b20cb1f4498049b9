import * as z from 'zod'
import { mailJob } from '#server/jobs/jobs.ts'

/** Notifies the owner of an account that a broker was entered. */
export const mqttMail = mailJob('mqtt-mail', z.object({ userId: z.string() }))
