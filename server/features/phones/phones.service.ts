import { randomInt } from 'node:crypto'
import { phonesLimits } from '#contract/phones/phones-limits.ts'
import type { PhoneChannel } from '#contract/phones/phone-channel.ts'
import { numberMessage, type PhoneForm, phones, type PhoneState } from '#contract/phones/phones.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { contactState } from '#domain/emergency-contacts/contact-state.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Attempts } from '#server/db/transactions/attempts.ts'
import { codeMessage } from './code-message.ts'
import type { PhonePerson, PhonesStore } from './phones.store.ts'
import type { EmergencyContactsStore } from '#server/features/emergency-contacts/emergency-contacts.store.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { type AllowedCountries, isAllowed, type NumberRefusal, readNumber } from '#server/phone/numbering.ts'
import type { PhoneProvider } from '#server/phone/phone-provider.ts'
import { checkPassword, hashPassword } from '#server/platform/passwords.ts'
import { hashOf } from '#server/platform/secrets.ts'

export type PhonesService = ReturnType<typeof createPhonesService>

const { perPerson, perNumber, everybody } = phones.sendCode.limit.rules
const { codeDigits, codeMinutes, shownDigits } = phonesLimits

interface Parts {
  store: PhonesStore
  contacts: Pick<EmergencyContactsStore, 'byLink'>
  attempts: Pick<Attempts, 'takeTogether'>
  /** Null where nobody sends text messages. */
  provider: PhoneProvider | null
  clock: Clock
  newId(): string
  publicUrl: string
  countries: AllowedCountries
}

/** The phones on which people want alarms, and the codes that show that a number is theirs. */
export function createPhonesService({
  store,
  contacts,
  attempts,
  provider,
  clock,
  newId,
  publicUrl,
  countries,
}: Parts) {
  const host = new URL(publicUrl).hostname

  const show = async (person: PhonePerson): Promise<PhoneState> => {
    const { phone, asked } = await store.read(person, clock.now())
    return {
      phone: phone && {
        ...shown(phone),
        confirmedAt: phone.confirmedAt.toISOString(),
        allowed: isAllowed(phone.number, countries),
      },
      asked: asked && { ...shown(asked), codeEndsAt: asked.endsAt.toISOString() },
    }
  }

  return {
    ofUser: ({ user, sessionId }: SignedIn): PhonePerson => ({ userId: user.id, sessionId }),

    /** @throws {Problem} EMERGENCY_LINK_OVER if the contact has not accepted, or has left. */
    async ofLink(token: string | null): Promise<PhonePerson> {
      const contact = token === null ? null : await contacts.byLink(hashOf(token))
      if (contact === null || contactState(contact, clock.now()) !== 'ACCEPTED')
        throw new Problem('EMERGENCY_LINK_OVER')
      return { contactId: contact.id, deviceId: contact.deviceId }
    },

    show,

    /** The code is noted before it is sent: it can be entered as soon as it arrives. */
    async sendCode(person: PhonePerson, { number: written, country, channel }: PhoneForm): Promise<PhoneState> {
      if (provider === null) throw new Problem('PHONES_OFF')
      // Here a number is read, once: behind this point each is in the form of E.164.
      const read = readNumber(written, country, countries)
      if ('refused' in read) throw new Problem('VALIDATION_ERROR', { fields: { number: refusals[read.refused] } })
      const { number } = read
      const taken = await attempts.takeTogether({
        person: [perPerson, 'userId' in person ? person.userId : person.contactId],
        number: [perNumber, hashOf(number).toString('hex')],
        everybody: [everybody, 'all'],
      })
      if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
      const code = randomInt(10 ** codeDigits)
        .toString()
        .padStart(codeDigits, '0')
      const codeHash = await hashPassword(code, placeOf(person))
      const endsAt = new Date(clock.now().getTime() + codeMinutes * minuteMs)
      if (!(await store.ask(person, { number, channel, codeHash, endsAt }))) throw new Problem(goneCode(person))
      const text = codeMessage(channel, code, host)
      const outcome = await provider.send({ id: `phone-code.${newId()}`, channel, to: number, text })
      if (outcome !== 'TAKEN') {
        await store.unask(person, codeHash)
        throw new Problem('PHONE_NOT_REACHED')
      }
      return show(person)
    },

    async confirm(person: PhonePerson, code: string): Promise<PhoneState> {
      const now = clock.now()
      const codeHash = await store.takeTry(person, now)
      if (codeHash === null) throw new Problem('PHONE_CODE_OVER')
      if (!(await checkPassword(codeHash, code, placeOf(person))).right) throw new Problem('PHONE_CODE_WRONG')
      if (!(await store.confirm(person, codeHash, now))) throw new Problem('PHONE_CODE_OVER')
      return show(person)
    },

    remove: (person: PhonePerson): Promise<void> => store.remove(person, clock.now()),
  }
}

const refusals: Readonly<Record<NumberRefusal, string>> = {
  FORM: numberMessage,
  KIND: 'Das ist eine Sonderrufnummer. Bitte geben Sie eine Mobil- oder Festnetznummer an.',
  COUNTRY: 'An Nummern dieses Landes oder Netzes schicken wir nichts. Bitte geben Sie eine andere Nummer an.',
}

function shown({ number, channel }: { number: string; channel: PhoneChannel }) {
  return { ending: number.slice(-shownDigits), channel }
}

const placeOf = (person: PhonePerson) => ({ line: 'userId' in person ? person.userId : person.contactId, first: true })

function goneCode(person: PhonePerson) {
  return 'userId' in person ? 'UNAUTHORIZED' : 'EMERGENCY_LINK_OVER'
}
