import type { ConsentPurpose, ConsentState } from '#contract/consents/consents.ts'
import type { Instant } from '#contract/base/place.ts'

/** What each purpose of consent is called. */
export const purposeNames: Record<ConsentPurpose, string> = {
  'theft-alarm': 'Diebstahlalarm',
  'movement-profile': 'Bewegungsprofil',
  'police-folder': 'Link für die Polizei',
  sharing: 'Freigabe für Dritte',
  reports: 'Meldungen auf der Karte',
  'own-tours': 'Eigene Touren länger speichern',
}

const moment = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' })
const time = new Intl.DateTimeFormat('de-DE', { timeStyle: 'short', timeZone: 'Europe/Berlin' })

/** `am 22. November 2026 um 14:03 Uhr erteilt, Fassung 2` */
export function saidInWords({ given, at, version }: { given: boolean; at: Instant; version: number }): string {
  const date = new Date(at)
  return `am ${moment.format(date)} um ${time.format(date)} Uhr ${given ? 'erteilt' : 'widerrufen'}, Fassung ${version}`
}

/** `Diebstahlalarm: am 22. November 2026 um 14:03 Uhr erteilt, Fassung 2.` */
export function lastWordOf(last: {
  purpose: ConsentPurpose
  state: ConsentState
  at: Instant
  version: number
}): string {
  return `${purposeNames[last.purpose]}: ${saidInWords({ ...last, given: last.state !== 'withdrawn' })}.`
}
