import { emergencyContactsLimits } from '#contract/emergency-contacts/emergency-contacts-limits.ts'
import {
  type EmergencyChain,
  type EmergencyChainChange,
  emergencyContacts,
  type Invitation,
} from '#contract/emergency-contacts/emergency-contacts.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { agreementVersion, helpVersion } from '#domain/emergency-contacts/agreement.ts'
import { contactState } from '#domain/emergency-contacts/contact-state.ts'
import { mailboxOf } from '#domain/emergency-contacts/mailbox.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Attempts } from '#server/db/transactions/attempts.ts'
import type { EmergencyContactsStore, LinkedContact } from './emergency-contacts.store.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { hashOf } from '#server/platform/secrets.ts'

export type EmergencyContactsService = ReturnType<typeof createEmergencyContactsService>

const { perAccount, perAddress } = emergencyContacts.invite.limit.rules
const refusals = {
  known: 'EMERGENCY_CONTACT_KNOWN',
  left: 'EMERGENCY_CONTACT_LEFT',
  full: 'EMERGENCY_CONTACT_LIMIT',
  gone: 'NOT_FOUND',
  'signed out': 'UNAUTHORIZED',
} as const

interface Parts {
  store: EmergencyContactsStore
  attempts: Pick<Attempts, 'takeTogether'>
  clock: Clock
  newId(): string
}

/** Whom owners invite for the time in which nobody answers an alarm, and what those decide by their links. */
export function createEmergencyContactsService({ store, attempts, clock, newId }: Parts) {
  const show = async (deviceId: string): Promise<EmergencyChain> => {
    const { waitMinutes, callsForHelp, contacts } = await store.chain(deviceId)
    const now = clock.now()
    return {
      waitMinutes,
      callsForHelp,
      contacts: contacts.map((contact) => ({
        id: contact.id,
        email: contact.email,
        state: contactState(contact, now),
        invitedAt: contact.invitedAt.toISOString(),
        acceptedAt: contact.acceptedAt?.toISOString() ?? null,
        leftAt: contact.leftAt?.toISOString() ?? null,
        phone: contact.phone,
        helps: (contact.agreementVersion ?? 0) >= helpVersion,
      })),
    }
  }

  return {
    show,

    /** Whether the address has an account, here or at all, shows nowhere. */
    async invite({ user, sessionId }: SignedIn, deviceId: string, email: string): Promise<EmergencyChain> {
      const mailbox = mailboxOf(email)
      if (mailbox === mailboxOf(user.email)) {
        throw new Problem('VALIDATION_ERROR', {
          fields: { email: 'Das ist Ihre eigene Adresse. Sie bekommen jeden Alarm ohnehin zuerst.' },
        })
      }
      const taken = await attempts.takeTogether({
        account: [perAccount, user.id],
        address: [perAddress, hashOf(mailbox).toString('hex')],
      })
      if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
      const at = clock.now()
      const endsAt = new Date(at.getTime() + emergencyContactsLimits.invitationDays * dayMs)
      const invited = await store.invite({ id: newId(), userId: user.id, sessionId, deviceId, email, at, endsAt })
      if (invited.outcome !== 'invited') {
        // Nothing was sent.
        await taken.undo()
        throw new Problem(refusals[invited.outcome])
      }
      return show(deviceId)
    },

    async change(userId: string, deviceId: string, change: EmergencyChainChange): Promise<EmergencyChain> {
      const outcome = await store.change({ userId, deviceId, ...change, at: clock.now() })
      if (outcome === 'gone') throw new Problem('NOT_FOUND')
      if (outcome === 'changed') throw new Problem('EMERGENCY_CONTACTS_CHANGED')
      return show(deviceId)
    },

    async remove(deviceId: string, contactId: string): Promise<EmergencyChain> {
      await store.remove({ deviceId, contactId, at: clock.now() })
      return show(deviceId)
    },

    async invitation(token: string | null): Promise<Invitation> {
      const contact = token === null ? null : await store.byLink(hashOf(token))
      return shownTo(contact ?? 'over', clock.now())
    },

    async accept(token: string | null, version: number): Promise<Invitation> {
      if (version !== agreementVersion) throw new Problem('CONSENT_TEXT_CHANGED')
      const now = clock.now()
      return shownTo(token === null ? 'over' : await store.accept(hashOf(token), version, now), now)
    },

    async leave(token: string | null): Promise<void> {
      const outcome = token === null ? 'over' : await store.leave(hashOf(token), clock.now())
      if (outcome === 'over') throw new Problem('EMERGENCY_LINK_OVER')
    },
  }
}

/** @throws {Problem} EMERGENCY_LINK_OVER where there is nothing to accept or to leave. */
function shownTo(contact: LinkedContact | 'over', now: Date): Invitation {
  const state = contact === 'over' ? 'LEFT' : contactState(contact, now)
  if (contact === 'over' || state === 'LEFT' || state === 'EXPIRED') throw new Problem('EMERGENCY_LINK_OVER')
  const { ownerEmail, deviceModel, deviceName, acceptedAt } = contact
  return {
    state,
    ownerEmail,
    deviceModel,
    // Before it is accepted, strangers see no text of somebody whom they may not know.
    deviceName: state === 'ACCEPTED' ? deviceName : null,
    acceptedAt: acceptedAt?.toISOString() ?? null,
  }
}
