import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { changesSomething } from '#contract/base/change.ts'
import { endpoint } from '#contract/base/endpoint.ts'

/**
 * What an owner is told once about a device. `LICENCE`: tracking has ended because its licence has. `CONSENT`: its theft
 * alarm has ended because the consent to it has. `PAUSED`: it has been paused for long, until its owner ends that. `BLIND`: it
 * is guarded and no position arrives. `WEATHER`: a severe warning where it is parked. `SEASON` and `INSPECTION`: a date of its
 * vehicle.
 */
export const reminderKinds = ['LICENCE', 'CONSENT', 'PAUSED', 'BLIND', 'WEATHER', 'SEASON', 'INSPECTION'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** That protection has ended is always told. */
export const unwantableReminders = ['WEATHER', 'PAUSED', 'BLIND', 'INSPECTION', 'SEASON'] as const
export type UnwantableReminder = (typeof unwantableReminders)[number]

const reminderWishes = z.object({
  /** What its owner does not want to be told, of any device. */
  unwanted: z.array(z.enum(unwantableReminders)).check(z.maxLength(unwantableReminders.length)),
})

/** Absent: as it was. */
const reminderWishesChange = z.partial(reminderWishes).check(changesSomething)

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
