import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { germanTimeInWords } from '#domain/time/fix-time.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

/** A device that is no longer recorded because its licence has ended. */
export interface EndedRecording {
  deviceId: string
  deviceName: string
  mode: TrackingMode | null
  endedAt: Date
  lastActiveAt: Date | null
}

/** Says what has stopped with a licence, whether the device still reports, where to renew, and what to do then. */
export function licenceEndEmail(
  recording: EndedRecording,
  addresses: { publicUrl: string; shopUrl: string | null },
  now: Date,
): Email {
  const { deviceId, deviceName, mode, endedAt } = recording
  const alarm = mode === 'MOVEMENT' ? '' : ', und der Diebstahlalarm ist aus'
  const since = `seit dem ${germanTimeInWords(endedAt)}`
  return write({
    subject: `Das Tracking von „${deviceName}“ ist beendet`,
    paragraphs: [
      `„${deviceName}“ hat ${since} keine gültige Lizenz mehr. Deshalb ist das Tracking beendet: Es werden keine Positionen mehr aufgezeichnet${alarm}.`,
      signOfLife(recording, now),
      'Weisen Sie dem Gerät eine gültige Lizenz zu, und aktivieren Sie danach das Tracking: Von selbst beginnt es nicht wieder.',
    ],
    action: { label: 'Lizenz zuweisen oder verlängern', url: `${addresses.publicUrl}/devicesandlicenses` },
    furtherActions: [
      ...(addresses.shopUrl === null ? [] : [{ label: 'Im Shop verlängern', url: addresses.shopUrl }]),
      {
        label: 'Danach das Tracking aktivieren',
        url: `${addresses.publicUrl}/tracking?${new URLSearchParams({ device: deviceId }).toString()}`,
      },
    ],
    after: [`Was schon aufgezeichnet ist, bleibt, bis es ${trackingLimits.retentionDays} Tage alt ist.`],
  })
}

/** Renewing a dead device would be no use. */
function signOfLife({ lastActiveAt }: EndedRecording, now: Date): string {
  if (lastActiveAt === null) return 'Das Gerät hat sich noch nie gemeldet. Bitte prüfen Sie es, bevor Sie verlängern.'
  const at = germanTimeInWords(lastActiveAt)
  const isAlive = now.getTime() - lastActiveAt.getTime() < devicesLimits.silentHours * hourMs
  if (isAlive) return `Das Gerät selbst arbeitet: zuletzt gemeldet am ${at}.`
  return `Das Gerät hat sich zuletzt am ${at} gemeldet. Bitte prüfen Sie es, bevor Sie verlängern.`
}
