import {
  type CountryCode,
  isSupportedCountry,
  type NumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import type { PhoneCountry } from '#contract/phones/phone-number.ts'

/** Countries whose numbers get messages. */
export type AllowedCountries = ReadonlySet<string>

/** `FORM`: no number of any plan. `COUNTRY`: of one that is not allowed, or of none, such as satellites. `KIND`: it costs more, or is a service. */
export type NumberRefusal = 'FORM' | 'COUNTRY' | 'KIND'

/** Numbers that reach a person at the usual price. */
const personal: readonly NumberType[] = ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE', 'VOIP']

/**
 * A telephone number in the form of E.164, such as +491701234567, or why no message is sent to it.
 * @param written as people write it: `0170 1234567`, `+49 (0)170/123 45 67`, `0049 170 1234567`.
 * @param country whose number it is if it begins with a single 0.
 */
export function readNumber(
  written: string,
  country: PhoneCountry,
  allowed: AllowedCountries,
): { number: string } | { refused: NumberRefusal } {
  const read = parsePhoneNumberFromString(written, country)
  if (read === undefined || !read.isValid()) return { refused: 'FORM' }
  if (!personal.includes(read.getType())) return { refused: 'KIND' }
  if (read.country === undefined || !allowed.has(read.country)) return { refused: 'COUNTRY' }
  return { number: read.number }
}

/** Whether messages are sent to a number in the form of E.164: plans and settings change after it was confirmed. */
export function isAllowed(number: string, allowed: AllowedCountries): boolean {
  return 'number' in readNumber(number, 'DE', allowed)
}

export function isCountry(code: string): code is CountryCode {
  return isSupportedCountry(code)
}
