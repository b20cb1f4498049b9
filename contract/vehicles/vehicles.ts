import * as z from 'zod/mini'
import { helpKinds, movementEvidences, pauseKinds, theftKinds } from '#contract/alarms/alarms.ts'
import { back, missed } from '#contract/alarms/owner-statements.ts'
import { manyReads } from '#contract/base/call-limit.ts'
import { device, usageType } from '#contract/devices/devices.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { position } from '#contract/history/history.ts'
import { alarmId, deviceId } from '#contract/base/identity.ts'
import { instant, placeName } from '#contract/base/place.ts'
import { trackingMode } from '#contract/tracking/tracking.ts'

/**
 * Why the theft alarm of a vehicle is off. `NO_LICENCE`: the device has none that is valid. `NOT_TRACKED`: its owner has
 * not switched tracking on. `MODE`: the mode raises no alarms. `BLIND`: it is on and sees nothing, because the positions
 * that come cannot be used.
 */
export const guardOffReasons = ['NO_LICENCE', 'NOT_TRACKED', 'MODE', 'BLIND'] as const
export type GuardOffReason = (typeof guardOffReasons)[number]

/** Why nothing is known of a vehicle: its alarm is off, or its tracker is `SILENT` for longer than usual. */
export const unwatchedReasons = [...guardOffReasons, 'SILENT'] as const

const guardOfVehicle = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ARMED') }),
  z.object({ kind: z.literal('PAUSED'), pause: z.enum(pauseKinds), until: z.nullable(instant) }),
  z.object({ kind: z.literal('OFF'), why: z.enum(guardOffReasons) }),
])
export type VehicleGuard = z.output<typeof guardOfVehicle>

/**
 * What a vehicle does, as far as its positions say. `STANDING`: since it came to where it was last seen. `MOVING`: since it
 * set off. `LAST_MOVING`: it was riding when it was last heard, and that is a while ago.
 */
export const motionKinds = ['STANDING', 'MOVING', 'LAST_MOVING'] as const
const motion = z.object({
  kind: z.enum(motionKinds),
  since: instant,
  /** False: at least since then, because nothing older is known. */
  exact: z.boolean(),
})
export type VehicleMotion = z.output<typeof motion>

/** What makes a device of use: it reports, its positions are stored, and its owner knows that alarms arrive. */
export const setupSteps = ['TRACKER', 'TRACKING', 'TEST_ALARM'] as const
export type SetupStep = (typeof setupSteps)[number]

/**
 * What was sent about an alarm: when its e-mail goes or was taken, whether it failed, and when the first browser got its message.
 * Of its emergency contacts, when the first was told, or is to be. Absent: the server is of the version before.
 */
const sentAboutAlarm = z.object({
  emailDueAt: z.nullable(instant),
  emailedAt: z.nullable(instant),
  emailFailed: z.boolean(),
  pushedAt: z.nullable(instant),
  contactDueAt: z.optional(z.nullable(instant)),
  contactToldAt: z.optional(z.nullable(instant)),
})

/**
 * The one state of a vehicle (domain/vehicles/vehicle-condition.ts), which everything reads that speaks of it. `STANDING`: armed,
 * where it was parked. `OWN_WORD`: its owner has paused the alarm, or answered it. `UNEXPLAINED`: it was last seen away from its
 * place, and the next position will tell. `ALARM`: one that may mean theft, and that its owner has not answered. `MISSED`: its
 * owner has stated that it is stolen, or may be. `BACK`: stolen before. `UNWATCHED`: nothing sees it.
 */
const condition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('STANDING') }),
  z.object({ kind: z.literal('OWN_WORD') }),
  /** `since`: when it was last seen where it was parked. */
  z.object({ kind: z.literal('UNEXPLAINED'), since: instant }),
  z.object({
    kind: z.literal('ALARM'),
    alarmId,
    alarmKind: z.enum(theftKinds),
    /** When the movement that it belongs to began; of other alarms when it was measured. */
    since: instant,
    /** By what a movement was recognised, as surely as is known; null of other alarms. Absent: the server is of the version before. */
    evidence: z.optional(z.nullable(z.enum(movementEvidences))),
    /** How many positions are stored from then on. */
    positions: z.number(),
    sent: sentAboutAlarm,
  }),
  missed,
  back,
  z.object({ kind: z.literal('UNWATCHED'), why: z.enum(unwatchedReasons) }),
])
export type VehicleCondition = z.output<typeof condition>

export const vehicleState = z
  .object({
    deviceId,
    deviceName: z.string(),
    usageType,
    vehiclePlate: z.nullable(z.string()),
    demo: z.boolean(),
    /** A sign of life within the last minutes. */
    isOnline: z.boolean(),
    lastActiveAt: z.nullable(instant),
    /** The mode in which it is recorded; null while it is not. */
    trackingMode: z.nullable(trackingMode),
    /** The newest by its fix time; null if none is stored. */
    position: z.nullable(position),
    /** Of the position. */
    placeName,
    /** Null if no position is stored. */
    motion: z.nullable(motion),
    /** The weather warnings in force where it was last seen, by their ids. */
    weatherWarnings: z.array(z.string()),
    guard: guardOfVehicle,
    /** The last call for help of a day that the owner has not answered. */
    callForHelp: z.nullable(z.object({ alarmId, kind: z.enum(helpKinds), at: instant })),
    condition,
    battery: device.shape.battery,
    externalPower: device.shape.externalPower,
    /** Null without a licence that is valid. */
    licenceEndsAt: z.nullable(instant),
    season: device.shape.season,
    inspectionDue: device.shape.inspectionDue,
    /**
     * Those that this device needs, in order. `failed`: of the test alarm, whether the last one's e-mail was refused. Absent:
     * another step, or the server is of the version before.
     */
    setup: z.array(z.object({ step: z.enum(setupSteps), done: z.boolean(), failed: z.optional(z.boolean()) })),
  })
  .check(z.meta({ id: 'VehicleState' }))
export type VehicleState = z.output<typeof vehicleState>

export const vehicles = {
  states: endpoint('GET', '/api/vehicle-states', {
    access: 'verified',
    limit: manyReads,
    summary:
      'Wie es um jedes eigene Fahrzeug steht: wo es ist, ob es steht, ob der Alarm scharf ist und was zu tun ist.',
    reply: z.array(vehicleState),
  }),
}
