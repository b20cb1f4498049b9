import type { Device } from '#contract/devices/devices.ts'
import type { LicenceStatus } from '#contract/licences/licences.ts'
import { daysLeft, licenceStatus } from '#domain/licences/licences.ts'
import { licenceTermTexts } from '#web/texts/licences.ts'
import { cardTexts } from './texts.ts'

/** What a device may do, as its card shows it. */
export interface LicenceState {
  state: LicenceStatus | 'unlicensed'
  words: string
  detail: string
}

export function licenceState({ activeLicense }: Pick<Device, 'activeLicense'>, now: Date): LicenceState {
  if (activeLicense === null) {
    return { state: 'unlicensed', words: cardTexts.unlicensed, detail: cardTexts.unlicensedAdvice }
  }
  const { licenseType, expiresAt } = activeLicense
  const state = licenceStatus(new Date(expiresAt), now)
  // It was valid when the list was loaded, and has ended since.
  if (state === 'expired') return { state, words: cardTexts.unlicensed, detail: licenceTermTexts.since(expiresAt) }
  const detail =
    state === 'expiring'
      ? licenceTermTexts.until(expiresAt, daysLeft(new Date(expiresAt), now))
      : cardTexts.until(expiresAt)
  return { state, words: cardTexts.licence(licenseType), detail }
}
