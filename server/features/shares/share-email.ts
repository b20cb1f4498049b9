import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

/** To the owner of an account in which a share was made. Somebody else may have made it. */
export function shareEmail(share: { deviceName: string; recipient: string; url: string }): Email {
  const { deviceName, recipient, url } = share
  return write({
    subject: `Daten von „${deviceName}“ sind freigegeben`,
    paragraphs: [
      `in Ihrem Konto bei Wegwarte wurde eine Freigabe angelegt: „${recipient}“ kann damit Daten von „${deviceName}“ abrufen, bis sie endet.`,
    ],
    action: { label: 'Freigaben ansehen', url },
    after: [
      'Waren Sie das nicht? Dann beenden Sie die Freigabe bitte dort, und ändern Sie danach Ihr Passwort: Ein neues Passwort allein beendet sie nicht.',
      'Waren Sie es selbst, brauchen Sie nichts zu tun.',
    ],
  })
}
