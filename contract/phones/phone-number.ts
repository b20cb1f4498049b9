/** Countries whose numbers may be written as at home, with a 0 instead of the country's code. */
export const phoneCountries = ['DE', 'AT', 'CH'] as const
export type PhoneCountry = (typeof phoneCountries)[number]
