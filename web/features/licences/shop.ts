import { type LicenceType, licenceTypes } from '#contract/licences/licence-type.ts'

/** Where a first licence is bought: the shop's page of the smallest type that it sells; null if it sells none. */
export function shopFor(shopUrls: Partial<Record<LicenceType, string>>): string | null {
  const type = licenceTypes.find((one) => shopUrls[one] !== undefined)
  return type === undefined ? null : (shopUrls[type] ?? null)
}
