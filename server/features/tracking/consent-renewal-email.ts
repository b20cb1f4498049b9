import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { germanTimeInWords } from '#domain/time/fix-time.ts'
import { renewBy } from '#domain/tracking/tracking-consent.ts'
import type { AskedDevice } from './consent-renewal.store.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

/** Says that the text of a consent is new, until when tracking goes on without an answer, and what ends then. */
export function consentRenewalEmail(devices: readonly AskedDevice[], publicUrl: string): Email {
  const names = listOf(devices.map(({ name }) => `„${name}“`))
  const earliest = devices.reduce<Date | null>((first, { askedAt }) => {
    const end = renewBy(askedAt)
    return first === null || end < first ? end : first
  }, null)
  const [device] = devices
  if (earliest === null || device === undefined) throw new RangeError('an e-mail about no device')
  const alarm = devices.some(({ mode }) => mode !== 'MOVEMENT') ? ', und der Diebstahlalarm ist dann aus' : ''
  return write({
    subject: 'Bitte willigen Sie noch einmal in das Tracking ein',
    paragraphs: [
      `wir haben den Text neu geschrieben, mit dem Sie in das Tracking einwilligen. Das betrifft ${names}.`,
      `Bis zum ${germanTimeInWords(earliest)} läuft das Tracking weiter wie bisher. Willigen Sie bis dahin nicht neu ein, endet es, als hätten Sie widerrufen: Es werden keine Positionen mehr aufgezeichnet${alarm}.`,
    ],
    action: {
      label: 'Den neuen Text lesen',
      url: `${publicUrl}/tracking?${new URLSearchParams({ device: device.id }).toString()}`,
    },
    after: [
      `Wenn Sie nichts mehr aufzeichnen möchten, müssen Sie nichts tun. Was schon gespeichert ist, bleibt, bis Sie es löschen oder es ${trackingLimits.retentionDays} Tage alt ist.`,
    ],
  })
}

function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} und ${last}` : last
}
