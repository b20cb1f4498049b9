import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

/** To the owner of an account in which a link for the police was made. Somebody else may have made it. */
export function dossierLinkEmail({ deviceName, url }: { deviceName: string; url: string }): Email {
  return write({
    subject: `Link für die Polizei zu „${deviceName}“`,
    paragraphs: [
      `in Ihrem Konto bei Wegwarte wurde ein Link für die Polizei angelegt. Wer ihn hat, sieht bis zu seinem Ablauf die Positionen von „${deviceName}“.`,
    ],
    action: { label: 'Zum Fall', url },
    after: [
      'Waren Sie das nicht? Dann sperren Sie den Link bitte dort, und ändern Sie danach Ihr Passwort: Ein neues Passwort allein sperrt den Link nicht.',
      'Waren Sie es selbst, brauchen Sie nichts zu tun.',
    ],
  })
}
