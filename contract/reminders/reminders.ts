import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { changesSomething } from '#contract/base/change.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { remindersLimits } from './reminders-limits.ts'

/**
 * What an owner is told once about a device. `LICENCE`: tracking has ended because its licence has. `CONSENT`: its theft
 * alarm has ended because the consent to it has. `PAUSED`: it has been paused for long, until its owner ends that. `BLIND`: it
 * is guarded and no position arrives. `WEATHER`: a severe warning where it is parked. `SEASON` and `INSPECTION`: a date of its
 * vehicle.
 */
export const reminderKinds = ['LICENCE', 'CONSENT', 'PAUSED', 'BLIND', 'WEATHER', 'SEASON', 'INSPECTION'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** Kinds also as newer versions call them: one that is not known here stays as it is. */
const reminderWishes = z.object({
  /** What its owner does not want to be told, of any device, in any way. */
  unwanted: z
    .array(z.string().check(z.maxLength(remindersLimits.kindLength)))
    .check(z.maxLength(remindersLimits.mostKinds)),
})

/** Absent: as it was. */
const reminderWishesChange = z.partial(reminderWishes).check(changesSomething)

/** What pages of the version before show; pages of today ask for `message-wishes.ts`. */
export const reminders = {
  wishes: endpoint('GET', '/api/reminders', {
    access: 'verified',
    limit: manyReads,
    summary: 'Woran das Konto nicht erinnert werden will.',
    reply: reminderWishes,
  }),
  changeWishes: endpoint('PUT', '/api/reminders', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Erinnerungen aus- oder wieder einschalten. Was fehlt, bleibt.',
    body: reminderWishesChange,
    reply: reminderWishes,
  }),
}
