import { phonesLimits } from './phones-limits.ts'

/** Countries whose numbers may be written as at home, with a 0 instead of the country's code. */
export const phoneCountries = ['DE', 'AT', 'CH'] as const
export type PhoneCountry = (typeof phoneCountries)[number]

/*
 * Which numbers of a country reach a person, without the 0 before: its mobile and fixed numbers, and none that cost the
 * caller more or lead to a service (0137, 0180, 0800, 0900 …). Sources: Bundesnetzagentur, Struktur der Rufnummern;
 * RTR, KEM-V 2009; BAKOM, E.164-Nummerierungsplan.
 */
const plans: Readonly<Record<PhoneCountry, { code: string; reaching: RegExp }>> = {
  DE: { code: '49', reaching: /^(?:1[567]\d{8,9}|(?!700|800|900)[2-9]\d{5,10})$/ },
  AT: { code: '43', reaching: /^[1-7]\d{5,11}$/ },
  CH: { code: '41', reaching: /^(?:[2-7]\d|81|91)\d{7}$/ },
}

/** ITU, E.164: codes of no country, most of them for satellites and for numbers that cost the caller more. */
const ofNoCountry = /^(?:800|808|8[78]\d|979)/
const international = /^[1-9]\d{7,14}$/

/**
 * A telephone number in the form of E.164, such as +491701234567; null if it is none that a message can be sent to.
 * @param written as people write it: `0170 1234567`, `+49 (0)170/123 45 67`, `0049 170 1234567`.
 * @param country whose number it is if it begins with a single 0.
 */
export function internationalNumber(written: string, country: PhoneCountry): string | null {
  if (written.length > phonesLimits.numberLength) return null
  const bare = written.replaceAll(/[\s\u2010-\u2015/.()-]/g, '')
  const digits = withCountry(bare, country)
  if (digits === null || !international.test(digits) || ofNoCountry.test(digits)) return null
  const plan = Object.values(plans).find(({ code }) => digits.startsWith(code))
  if (plan === undefined) return `+${digits}`
  // `+49 (0)170`: the 0 is only for those who call from the same country.
  const national = digits.slice(plan.code.length).replace(/^0/, '')
  return plan.reaching.test(national) ? `+${plan.code}${national}` : null
}

function withCountry(bare: string, country: PhoneCountry): string | null {
  if (!/^\+?\d+$/.test(bare)) return null
  if (bare.startsWith('+')) return bare.slice(1)
  if (bare.startsWith('00')) return bare.slice(2)
  return bare.startsWith('0') ? plans[country].code + bare.slice(1) : null
}
