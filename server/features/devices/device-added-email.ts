import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

/** To the owner of an account when a device was added to it, because somebody else may have done that. */
export function deviceAddedEmail({ name, publicUrl }: { name: string; publicUrl: string }): Email {
  return write({
    subject: `„${name}“ gehört jetzt zu Ihrem Konto`,
    paragraphs: [`zu Ihrem Konto bei Wegwarte wurde ein Gerät hinzugefügt: „${name}“.`],
    action: { label: 'Ihre Geräte ansehen', url: `${publicUrl}/devicesandlicenses` },
    after: [
      'Waren Sie das nicht? Dann entfernen Sie das Gerät bitte wieder, und ändern Sie Ihr Passwort: Vielleicht nutzt jemand anderes Ihr Konto.',
      'Waren Sie es selbst, brauchen Sie nichts zu tun.',
    ],
  })
}
