import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { changesSomething } from '#contract/base/change.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { guardZonesLimits } from './guard-zones-limits.ts'
import { guardZoneId } from '#contract/base/identity.ts'
import { storedZoneFields, zoneFields } from '#contract/base/zone.ts'

const weekdaysMessage = 'Bitte wählen Sie mindestens einen Tag.'
const timeMessage = 'Bitte geben Sie eine Uhrzeit an, etwa 22:00.'
const sameTimeMessage = 'Beginn und Ende sind gleich. Für den ganzen Tag wählen Sie „immer“.'

/**
 * How readily the alarm is raised in a zone. `SHARPER`: at the first sign, also a knock. `QUIETER`: only at what is certain,
 * and never at a knock.
 */
export const zoneSharpnesses = ['SHARPER', 'QUIETER'] as const
const zoneSharpness = z.enum(zoneSharpnesses, 'Bitte wählen Sie, ob der Alarm hier schärfer oder ruhiger wacht.')
export type ZoneSharpness = z.output<typeof zoneSharpness>

const clockTime = z.string(timeMessage).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, timeMessage))

/**
 * When a zone holds, by the clock in Germany. From a time until one that is not later it goes on past midnight; its weekday
 * (1: Monday, 7: Sunday) is that of its beginning.
 */
export const zoneSchedule = z
  .object({
    weekdays: z
      .array(z.int(weekdaysMessage).check(z.gte(1, weekdaysMessage), z.lte(7, weekdaysMessage)), weekdaysMessage)
      .check(
        z.minLength(1, weekdaysMessage),
        z.maxLength(7, weekdaysMessage),
        z.refine((days) => new Set(days).size === days.length, weekdaysMessage),
      ),
    from: clockTime,
    to: clockTime,
  })
  .check(z.refine(({ from, to }) => from !== to, { error: sameTimeMessage, path: ['to'] }))
export type ZoneSchedule = z.output<typeof zoneSchedule>

/** What the owner enters. It holds for each vehicle of the account that stands this close to the centre. */
const entered = z.object({
  ...zoneFields(guardZonesLimits),
  sharpness: zoneSharpness,
  /** Null: always. */
  schedule: z.nullable(zoneSchedule),
})
export const guardZoneEntry = entered.check(z.meta({ id: 'GuardZoneEntry' }))
export type GuardZoneEntry = z.output<typeof guardZoneEntry>

/** Absent: as it was. */
const guardZoneChange = z.partial(entered).check(changesSomething, z.meta({ id: 'GuardZoneChange' }))

export const guardZone = z
  .object({
    id: guardZoneId,
    ...storedZoneFields,
    sharpness: z.enum(zoneSharpnesses),
    schedule: z.nullable(z.object({ weekdays: z.array(z.number()), from: z.string(), to: z.string() })),
  })
  .check(z.meta({ id: 'GuardZone' }))
export type GuardZone = z.output<typeof guardZone>

const params = z.object({ zoneId: guardZoneId })

export const guardZones = {
  list: endpoint('GET', '/api/guard-zones', {
    access: 'verified',
    limit: manyReads,
    summary: 'Wo der Alarm anders wacht: die Zonen des Kontos, die älteste zuerst.',
    reply: z.object({ zones: z.array(guardZone) }),
  }),
  create: endpoint('POST', '/api/guard-zones', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Eine Zone anlegen, in der der Alarm schärfer oder ruhiger wacht.',
    status: 201,
    body: guardZoneEntry,
    reply: guardZone,
    problems: ['GUARD_ZONE_LIMIT', 'DEMO_READ_ONLY'],
  }),
  change: endpoint('PUT', '/api/guard-zones/:zoneId', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Name, Ort, Umkreis, Schärfe und Zeiten einer Zone ändern. Was fehlt, bleibt.',
    params,
    body: guardZoneChange,
    reply: guardZone,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  remove: endpoint('DELETE', '/api/guard-zones/:zoneId', {
    repeat: 'until-gone',
    access: 'verified',
    limit: manyChanges,
    summary: 'Eine Zone löschen: Der Alarm wacht dort wieder wie überall.',
    params,
    reply: nothing,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
}
