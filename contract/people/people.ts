import * as z from 'zod/mini'
import { email, mailedToken } from '#contract/auth/auth.ts'
import { manyChanges, manyReads, type Rule } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { deviceId, personId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { oneLine } from '#contract/base/text.ts'
import { dayMinutes } from '#contract/base/time-units.ts'
import { usageType } from '#contract/devices/devices.ts'
import { peopleLimits, peopleServerLimits } from './people-limits.ts'
import { personRoles } from './vehicle-role.ts'

/** `EXPIRED`: the invitation was not accepted in time. `ENDED`: the time that the owner gave is over. */
export const personStates = ['INVITED', 'EXPIRED', 'ACCEPTED', 'ENDED'] as const
export type PersonState = (typeof personStates)[number]

/** Somebody whom an owner has invited to a vehicle. */
export const person = z
  .object({
    id: personId,
    /** In the owner's words. */
    name: z.string(),
    email: z.string(),
    role: z.enum(personRoles),
    state: z.enum(personStates),
    invitedAt: instant,
    acceptedAt: z.nullable(instant),
    /** Null: until its owner or they end it. */
    endsAt: z.nullable(instant),
    /** About what no message reaches them in any way, of those that they would get: `THEFT` or `HELP`. Never why. */
    untold: z.nullish(z.array(z.string())),
  })
  .check(z.meta({ id: 'Person' }))
export type Person = z.output<typeof person>

/** A vehicle of somebody else, by what the caller is to it. */
export const othersVehicle = z
  .object({
    deviceId,
    deviceName: z.string(),
    usageType,
    ownerEmail: z.string(),
    role: z.enum(personRoles),
    endsAt: z.nullable(instant),
  })
  .check(z.meta({ id: 'OthersVehicle' }))
export type OthersVehicle = z.output<typeof othersVehicle>

const nameMessage = 'Bitte nennen Sie die Person mit höchstens 60 Zeichen, etwa „Anna“.'

/** What the owner enters. */
export const personEntry = z.object({
  name: oneLine(peopleLimits.nameLength, nameMessage, nameMessage).check(z.minLength(1, nameMessage)),
  email,
  role: z.enum(personRoles, 'Bitte wählen Sie, was die Person sehen und tun darf.'),
  /** Absent: until somebody ends it. */
  endsAt: z.optional(instant),
})
export type PersonEntry = z.output<typeof personEntry>

/** Counted by the feature: per account, and per invited address from all accounts together. */
const perAccount: Rule = { kind: 'person-invitation', max: peopleLimits.invitationsPerDay, minutes: dayMinutes }
const perAddress: Rule = {
  kind: 'person-invitation-to',
  max: peopleServerLimits.invitationsPerAddressPerDay,
  minutes: dayMinutes,
}

const params = z.object({ deviceId })
const list = z.object({ people: z.array(person) })

export const people = {
  list: endpoint('GET', '/api/people/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyReads,
    summary: 'Wer außer dem Besitzer ein Fahrzeug oder dessen Alarme sieht.',
    params,
    reply: list,
  }),
  invite: endpoint('POST', '/api/people/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    stepUp: true,
    limit: { rules: { perAccount, perAddress } },
    summary:
      'Eine Person per E-Mail zu einem Fahrzeug einladen. Was abgelaufen oder zu Ende ist, wird neu eingeladen. Die Antwort verrät nicht, ob es zu der Adresse ein Konto gibt.',
    status: 201,
    params,
    body: personEntry,
    reply: list,
    problems: ['PERSON_KNOWN', 'PERSON_LIMIT', 'DEMO_READ_ONLY'],
  }),
  remove: endpoint('DELETE', '/api/people/:deviceId/:personId', {
    repeat: 'again',
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary: 'Eine Person oder ihre Einladung entfernen: Sie sieht sofort nichts mehr.',
    params: z.object({ deviceId, personId }),
    reply: list,
    problems: ['DEMO_READ_ONLY'],
  }),
  accept: endpoint('POST', '/api/people/invitation/accept', {
    access: 'verified',
    limit: manyChanges,
    summary:
      'Mit dem Token aus der E-Mail eine Einladung annehmen, mit dem Konto der Adresse, an die sie ging. Er gilt einmal.',
    body: z.object({ token: mailedToken }),
    reply: othersVehicle,
    problems: ['PERSON_INVITATION_OVER', 'PERSON_INVITATION_USED', 'PERSON_INVITATION_FOREIGN', 'DEMO_READ_ONLY'],
  }),
  vehicles: endpoint('GET', '/api/people/vehicles', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die Fahrzeuge anderer, zu denen man eingeladen ist und zugesagt hat.',
    reply: z.object({ vehicles: z.array(othersVehicle) }),
  }),
  leave: endpoint('DELETE', '/api/people/vehicles/:deviceId', {
    repeat: 'until-gone',
    access: 'owner',
    owns: { device: 'deviceId', by: 'WATCHER' },
    limit: manyChanges,
    summary: 'Das Fahrzeug eines anderen nicht mehr sehen.',
    params,
    reply: nothing,
    problems: ['DEMO_READ_ONLY'],
  }),
}
