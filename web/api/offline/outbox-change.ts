import * as z from 'zod/mini'
import { deviceDetails } from '#contract/devices/devices.ts'
import { instant } from '#contract/base/place.ts'
import { newReport, reportType, voterNearness } from '#contract/poi-reports/poi-reports.ts'
import { ledSettings, warningSettings } from '#contract/settings/settings.ts'

/*
 * Changes that were made without a connection, as this browser keeps them until they are sent. What was there before is kept
 * with them: only so can anybody tell later whether somebody else has changed the same.
 */

/** What an owner can change of a device. A version that kept a change may not have known every field: only two are certain. */
export const deviceFields = z.extend(z.partial(deviceDetails), {
  deviceName: deviceDetails.shape.deviceName,
  usageType: deviceDetails.shape.usageType,
})

/** Settings of an account, which has no lamps, or of a device. */
export const settingsDraft = z.object({ settings: warningSettings, led: z.nullable(ledSettings) })

export const outboxChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device'), id: z.string(), base: deviceFields, mine: deviceFields }),
  z.object({
    kind: z.literal('settings'),
    /** The account, by its id, or a device, by its IMEI. */
    of: z.enum(['account', 'device']),
    id: z.string(),
    base: settingsDraft,
    mine: settingsDraft,
  }),
  z.object({ kind: z.literal('report'), report: newReport }),
  /** That a report is still right, or no more. */
  z.object({
    kind: z.literal('vote'),
    id: z.string(),
    poiType: reportType,
    confirms: z.boolean(),
    seenAt: instant,
    // Unless the voter shared it.
    nearness: z.optional(voterNearness),
  }),
  /** That the owner of a device, by its id, rides. `at`: when they tapped it. */
  z.object({ kind: z.literal('ride'), id: z.string(), at: instant }),
  /** That it is stolen, as of `at`. `since`: since when, if they named it. */
  z.object({ kind: z.literal('theft'), id: z.string(), at: instant, since: z.optional(instant) }),
  /** What another version of the app has kept and this one cannot read. It is shown, and stays as it is kept. */
  z.object({ kind: z.literal('unreadable'), value: z.unknown() }),
])
export type OutboxChange = z.output<typeof outboxChange>

/**
 * Why a change was not made, once the server has answered.
 * - `changed`: others have changed the same meanwhile.
 * - `gone`: there is nothing any more to change.
 * - `refused`: the server's words say why.
 * - `unreadable`: this version of the app cannot read it.
 */
export const stuck = z.discriminatedUnion('why', [
  z.object({ why: z.literal('changed'), theirs: z.unknown() }),
  z.object({ why: z.literal('gone') }),
  z.object({ why: z.literal('refused'), message: z.string() }),
  z.object({ why: z.literal('unreadable') }),
])
export type Stuck = z.output<typeof stuck>

export const storedEntry = z.object({ change: outboxChange, stuck: z.nullable(stuck) })

/** A change that waits, or that its user has to decide about. Names sort by when it was made. */
export interface OutboxEntry extends z.output<typeof storedEntry> {
  name: string
  /** When it was made, by the browser's clock (milliseconds since 1970). */
  at: number
}

/** What became of a change that was sent. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'stuck'; stuck: Stuck }
  | { kind: 'no connection' }
  /** The server has asked for time, or failed. */
  | { kind: 'later'; seconds: number }
