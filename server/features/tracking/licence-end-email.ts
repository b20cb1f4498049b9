import { limits } from '#contract/limits.ts'
import { germanTimeInWords } from '#domain/fix-time.ts'
import type { EndedRecording } from './licence-end.store.ts'
import { write } from '#server/mail/letters.ts'
import type { Letter } from '#server/mail/mailer.ts'

/** Says that a device is no longer recorded, nor guarded, because it has no licence, and how to change that. */
export function licenceEndEmail(recording: EndedRecording, publicUrl: string): Letter {
  const { deviceId, deviceName, mode, endedAt } = recording
  const alarm = mode === 'MOVEMENT' ? '' : ', und der Diebstahlalarm ist aus'
  const since = `seit dem ${germanTimeInWords(endedAt)}`
  return write({
    subject: `Das Tracking von „${deviceName}“ ist beendet`,
    paragraphs: [
      `„${deviceName}“ hat ${since} keine gültige Lizenz mehr. Deshalb ist das Tracking beendet: Es werden keine Positionen mehr aufgezeichnet${alarm}.`,
      'Weisen Sie dem Gerät eine gültige Lizenz zu, und aktivieren Sie danach das Tracking: Von selbst beginnt es nicht wieder.',
    ],
    action: { label: 'Lizenz zuweisen oder verlängern', url: `${publicUrl}/devicesandlicenses` },
    furtherAction: {
      label: 'Danach das Tracking aktivieren',
      url: `${publicUrl}/tracking?${new URLSearchParams({ device: deviceId }).toString()}`,
    },
    after: [`Was schon aufgezeichnet ist, bleibt, bis es ${limits.tracking.retentionDays} Tage alt ist.`],
  })
}
