import * as z from 'zod/mini'
import { email } from '#contract/auth/auth.ts'
import { manyChanges, manyReads, type Rule } from '#contract/base/call-limit.ts'
import { shownVersion } from '#contract/consents/consents.ts'
import { changesSomething } from '#contract/base/change.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { deviceId, emergencyContactId } from '#contract/base/identity.ts'
import { phoneChannels } from '#contract/phones/phone-channel.ts'
import { instant } from '#contract/base/place.ts'
import { emergencyContactsLimits, emergencyContactsServerLimits } from './emergency-contacts-limits.ts'
import { dayMinutes } from '#contract/base/time-units.ts'

/**
 * `EXPIRED`: the invitation was not accepted in time. `LEFT`: declined, or accepted and left; nothing but that is known any
 * more.
 */
export const emergencyContactStates = ['INVITED', 'EXPIRED', 'ACCEPTED', 'LEFT'] as const
export type EmergencyContactState = (typeof emergencyContactStates)[number]

/** Somebody whom an owner has invited to be notified of a vehicle's alarms that nobody answers. */
export const emergencyContact = z
  .object({
    id: emergencyContactId,
    /** Null once they have left. */
    email: z.nullable(z.string()),
    state: z.enum(emergencyContactStates),
    invitedAt: instant,
    acceptedAt: z.nullable(instant),
    leftAt: z.nullable(instant),
    /** How their phone is reached, too; null if they have confirmed none. Its number is theirs alone. */
    phone: z.nullable(z.enum(phoneChannels)),
    /** Whether what they have agreed to says that they are called for help, too. */
    helps: z.boolean(),
  })
  .check(z.meta({ id: 'EmergencyContact' }))
export type EmergencyContact = z.output<typeof emergencyContact>

/**
 * A vehicle's chain: its contacts in their order, how long each waits for an answer of those before, and whether they are
 * also called for help.
 */
export const emergencyChain = z
  .object({ waitMinutes: z.number(), callsForHelp: z.boolean(), contacts: z.array(emergencyContact) })
  .check(z.meta({ id: 'EmergencyChain' }))
export type EmergencyChain = z.output<typeof emergencyChain>

/** What the link of an invitation shows, and of an alarm to a contact. Before it is accepted, no text that its owner wrote. */
export const invitation = z
  .object({
    state: z.enum(['INVITED', 'ACCEPTED']),
    ownerEmail: z.string(),
    deviceModel: z.string(),
    /** Null until it is accepted. */
    deviceName: z.nullable(z.string()),
    acceptedAt: z.nullable(instant),
  })
  .check(z.meta({ id: 'EmergencyInvitation' }))
export type Invitation = z.output<typeof invitation>

const waitMessage = 'Bitte wählen Sie, wie lange auf eine Antwort gewartet wird.'
const helpMessage = 'Bitte wählen Sie, ob Ihre Notfallkontakte auch bei einem Hilferuf benachrichtigt werden.'
const orderMessage = 'Bitte nennen Sie jeden Kontakt genau einmal.'

/** Counted by the feature: per account, and per invited address from all accounts together. */
const perAccount: Rule = {
  kind: 'emergency-invitation',
  max: emergencyContactsLimits.invitationsPerDay,
  minutes: dayMinutes,
}
const perAddress: Rule = {
  kind: 'emergency-invitation-to',
  max: emergencyContactsServerLimits.invitationsPerAddressPerDay,
  minutes: dayMinutes,
}

/** Absent: as it was. */
const emergencyChainChange = z
  .partial(
    z.object({
      waitMinutes: z.literal(emergencyContactsLimits.waitMinutes, waitMessage),
      callsForHelp: z.boolean(helpMessage),
      order: z
        .array(emergencyContactId, orderMessage)
        .check(z.maxLength(emergencyContactsLimits.perDevice, orderMessage)),
    }),
  )
  .check(changesSomething)
export type EmergencyChainChange = z.output<typeof emergencyChainChange>

const params = z.object({ deviceId })

export const emergencyContacts = {
  list: endpoint('GET', '/api/emergency-contacts/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyReads,
    summary: 'Wer nacheinander benachrichtigt wird, wenn auf einen Alarm niemand antwortet.',
    params,
    reply: emergencyChain,
  }),
  invite: endpoint('POST', '/api/emergency-contacts/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    stepUp: true,
    limit: { rules: { perAccount, perAddress } },
    summary: 'Einen Notfallkontakt per E-Mail einladen. Wer abgelaufen ist, wird neu eingeladen.',
    status: 201,
    params,
    body: z.object({ email }),
    reply: emergencyChain,
    problems: ['EMERGENCY_CONTACT_KNOWN', 'EMERGENCY_CONTACT_LEFT', 'EMERGENCY_CONTACT_LIMIT', 'DEMO_READ_ONLY'],
  }),
  change: endpoint('PUT', '/api/emergency-contacts/:deviceId', {
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary:
      'Die Reihenfolge der Notfallkontakte, die Wartezeit und die Wahl ändern, ob sie auch bei Hilferuf, Sturz und Unfall benachrichtigt werden. `order` nennt jeden Kontakt genau einmal. Was fehlt, bleibt.',
    params,
    body: emergencyChainChange,
    reply: emergencyChain,
    problems: ['EMERGENCY_CONTACTS_CHANGED', 'DEMO_READ_ONLY'],
  }),
  remove: endpoint('DELETE', '/api/emergency-contacts/:deviceId/:contactId', {
    repeat: 'again',
    access: 'owner',
    owns: { device: 'deviceId' },
    limit: manyChanges,
    summary: 'Einen Notfallkontakt entfernen, mit allem, was über ihn gespeichert ist.',
    params: z.object({ deviceId, contactId: emergencyContactId }),
    reply: emergencyChain,
    problems: ['DEMO_READ_ONLY'],
  }),
  invitation: endpoint('GET', '/api/emergency-contacts/invitation', {
    access: 'public',
    limit: manyReads,
    summary: 'Was der Link einer Einladung zeigt. Sein Schlüssel kommt als Bearer-Token, nie in der Adresse.',
    reply: invitation,
    problems: ['EMERGENCY_LINK_OVER'],
  }),
  accept: endpoint('POST', '/api/emergency-contacts/invitation/accept', {
    access: 'public',
    repeat: 'again',
    limit: manyChanges,
    summary: 'Die Einladung annehmen; der Schlüssel kommt als Bearer-Token. Ein zweites Mal ändert nichts.',
    body: z.object({
      /** The version of the text that was shown and agreed to. */
      version: shownVersion,
    }),
    reply: invitation,
    problems: ['EMERGENCY_LINK_OVER', 'CONSENT_TEXT_CHANGED'],
  }),
  leave: endpoint('POST', '/api/emergency-contacts/invitation/leave', {
    access: 'public',
    limit: manyChanges,
    summary:
      'Die Einladung ablehnen oder jederzeit aufhören, mit dem Schlüssel einer Einladung oder eines Alarms als Bearer-Token. Die Adresse wird gelöscht.',
    reply: nothing,
    problems: ['EMERGENCY_LINK_OVER'],
  }),
}
