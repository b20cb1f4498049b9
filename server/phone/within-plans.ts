import { type AllowedCountries, isAllowed } from './numbering.ts'
import type { PhoneProvider } from './phone-provider.ts'

/** Whatever has stored a number: nothing goes to one that costs more, or is of a country that the operator does not allow. */
export function withinPlans(provider: PhoneProvider, countries: AllowedCountries): PhoneProvider {
  return { send: async (message) => (isAllowed(message.to, countries) ? provider.send(message) : 'REFUSED') }
}
