import { dataExportLimits } from '#contract/data-export/data-export-limits.ts'
import { germanTimeOClock } from '#domain/time/fix-time.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

/** An owner's export can be downloaded. */
export function exportReadyEmail({ link, page, expiresAt }: { link: string; page: string; expiresAt: Date }): Email {
  return write({
    subject: 'Ihre Daten liegen bereit',
    paragraphs: [
      'die Datei mit Ihren Daten ist fertig. Sie zeigt, wo Sie waren: Bitte geben Sie den Link nicht weiter.',
    ],
    action: { label: 'Zur Datei', url: link },
    after: [
      `Der Link gilt ${dataExportLimits.keptDays} Tage, bis ${germanTimeOClock(expiresAt)}. Danach ist die Datei gelöscht.`,
      `Haben Sie das nicht angefordert? Dann löschen Sie die Datei bitte unter „Meine Daten“ (${page}) und ändern Sie Ihr Passwort.`,
    ],
  })
}

/** Support has made an export. */
export function exportHandedOutEmail({ supportPage }: { supportPage: string }): Email {
  return write({
    subject: 'Unser Support hat Ihre Daten exportiert',
    paragraphs: [
      'unser Support hat eine Datei mit allem erstellt, was zu Ihrem Konto gespeichert ist, auch mit den Positionen Ihrer Geräte.',
      'Haben Sie darum gebeten? Dann brauchen Sie nichts zu tun.',
      'Wenn nicht, sagen Sie uns bitte gleich Bescheid.',
    ],
    action: { label: 'Zum Support', url: supportPage },
  })
}
