import * as z from 'zod/mini'
import { manyChanges, manyReads, type Rule } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { instant } from '#contract/base/place.ts'
import { phoneChannels } from './phone-channel.ts'
import { phoneCountries } from './phone-number.ts'
import { phonesLimits, phonesServerLimits } from './phones-limits.ts'
import { dayMinutes } from '#contract/base/time-units.ts'

/** Of what is no number. */
export const numberMessage =
  'Bitte geben Sie Ihre Telefonnummer mit Vorwahl an, etwa 0170 1234567 oder +49 170 1234567. Sonderrufnummern sind nicht möglich.'
const codeMessage = `Bitte geben Sie die ${phonesLimits.codeDigits} Ziffern ein.`

/**
 * The number whose owner enters it. `country`: whose number it is, if it is written without a country's code. Only the server
 * knows the numbering plans.
 */
export const phoneForm = z.object({
  country: z.enum(phoneCountries, 'Bitte wählen Sie ein Land.'),
  number: z
    .string(numberMessage)
    .check(z.maxLength(phonesLimits.numberLength, numberMessage), z.regex(/\d/, numberMessage)),
  channel: z.enum(phoneChannels, 'Bitte wählen Sie SMS oder Anruf.'),
})

export type PhoneForm = z.output<typeof phoneForm>

export const phoneCodeForm = z.object({
  code: z.string(codeMessage).check(z.trim(), z.regex(new RegExp(`^\\d{${phonesLimits.codeDigits}}$`), codeMessage)),
})

/** Its last digits only. */
const ending = z.string()
const channel = z.enum(phoneChannels)

/** One's phone for alarms, and the one that a code was sent to and that is not confirmed yet. */
export const phoneState = z
  .object({
    /** `allowed`: false for one that nothing is sent to any more, because of its country or kind. */
    phone: z.nullable(z.object({ ending, channel, confirmedAt: instant, allowed: z.boolean() })),
    asked: z.nullable(z.object({ ending, channel, codeEndsAt: instant })),
  })
  .check(z.meta({ id: 'PhoneState' }))
export type PhoneState = z.output<typeof phoneState>

/** Counted by the feature: per account or contact, per number from all accounts together, and in all. */
const perPerson: Rule = { kind: 'phone-code', max: phonesServerLimits.codesPerPersonPerDay, minutes: dayMinutes }
const perNumber: Rule = { kind: 'phone-code-to', max: phonesServerLimits.codesPerNumberPerDay, minutes: dayMinutes }
const everybody: Rule = { kind: 'phone-code-all', max: phonesServerLimits.codesPerDay, minutes: dayMinutes }
const codeLimit = { rules: { perPerson, perNumber, everybody } } as const

export const phones = {
  show: endpoint('GET', '/api/phones', {
    access: 'verified',
    limit: manyReads,
    summary: 'Das eigene Telefon für Alarme, mit den letzten Ziffern der Nummer.',
    reply: phoneState,
  }),
  sendCode: endpoint('POST', '/api/phones/code', {
    access: 'verified',
    stepUp: true,
    limit: codeLimit,
    summary: 'Einen Code an die eigene Telefonnummer schicken, auf dem Weg, auf dem Alarme kommen sollen.',
    body: phoneForm,
    reply: phoneState,
    problems: ['PHONES_OFF', 'PHONE_NOT_REACHED', 'PASSWORDS_BUSY', 'DEMO_READ_ONLY'],
  }),
  confirm: endpoint('POST', '/api/phones/confirm', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Die Telefonnummer mit dem Code bestätigen. Erst danach gehen Alarme dorthin.',
    body: phoneCodeForm,
    reply: phoneState,
    problems: ['PHONE_CODE_WRONG', 'PHONE_CODE_OVER', 'PASSWORDS_BUSY', 'DEMO_READ_ONLY'],
  }),
  remove: endpoint('DELETE', '/api/phones', {
    repeat: 'again',
    access: 'verified',
    limit: manyChanges,
    summary: 'Die eigene Telefonnummer löschen.',
    reply: nothing,
    problems: ['DEMO_READ_ONLY'],
  }),
  ofContact: endpoint('GET', '/api/phones/contact', {
    access: 'public',
    limit: manyReads,
    summary: 'Das Telefon eines Notfallkontakts, mit dem Schlüssel aus einer E-Mail an ihn als Bearer-Token.',
    reply: phoneState,
    problems: ['EMERGENCY_LINK_OVER'],
  }),
  sendContactCode: endpoint('POST', '/api/phones/contact/code', {
    access: 'public',
    limit: codeLimit,
    summary:
      'Einen Code an die Nummer eines Notfallkontakts schicken, der zugesagt hat; der Schlüssel als Bearer-Token.',
    body: phoneForm,
    reply: phoneState,
    problems: ['EMERGENCY_LINK_OVER', 'PHONES_OFF', 'PHONE_NOT_REACHED', 'PASSWORDS_BUSY'],
  }),
  confirmContact: endpoint('POST', '/api/phones/contact/confirm', {
    access: 'public',
    limit: manyChanges,
    summary: 'Die Nummer eines Notfallkontakts mit dem Code bestätigen; der Schlüssel als Bearer-Token.',
    body: phoneCodeForm,
    reply: phoneState,
    problems: ['EMERGENCY_LINK_OVER', 'PHONE_CODE_WRONG', 'PHONE_CODE_OVER', 'PASSWORDS_BUSY'],
  }),
  removeOfContact: endpoint('DELETE', '/api/phones/contact', {
    repeat: 'again',
    access: 'public',
    limit: manyChanges,
    summary: 'Die Nummer eines Notfallkontakts löschen; der Schlüssel als Bearer-Token. E-Mails bekommt er weiter.',
    reply: nothing,
    problems: ['EMERGENCY_LINK_OVER'],
  }),
}
