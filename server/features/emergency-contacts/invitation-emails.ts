import { emergencyContactsLimits } from '#contract/emergency-contacts/emergency-contacts-limits.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

const { invitationDays } = emergencyContactsLimits

/** To an address that an owner names. Anybody can get one, so it has no text that its owner wrote. */
export function invitationEmail(invited: { ownerEmail: string; deviceModel: string }, link: string): Email {
  return write({
    subject: 'Möchten Sie Notfallkontakt für ein Fahrzeug sein?',
    paragraphs: [
      `${invited.ownerEmail} bittet Sie, Notfallkontakt für ein Fahrzeug mit dem Gerät ${invited.deviceModel} zu sein: Löst dessen Diebstahlalarm aus und antwortet niemand, bekommen Sie eine E-Mail mit Zeit und Ort.`,
    ],
    action: { label: 'Einladung ansehen', url: link },
    after: [
      `Sie brauchen kein Konto, und nichts geschieht, solange Sie nicht zusagen. Die Einladung gilt ${invitationDays} Tage; mit demselben Link hören Sie jederzeit wieder auf.`,
      'Sie kennen niemanden mit dieser Adresse? Dann lehnen Sie dort ab: Ihre Adresse wird sofort gelöscht.',
    ],
  })
}

/** To the owner of the account in which somebody was invited. Somebody else may have done it. */
export function invitedEmail(invited: { email: string; deviceName: string }, url: string): Email {
  return write({
    subject: `Notfallkontakt für „${invited.deviceName}“ eingeladen`,
    paragraphs: [
      `in Ihrem Konto bei Wegwarte wurde ${invited.email} als Notfallkontakt für „${invited.deviceName}“ eingeladen. Nach der Zusage bekommt diese Adresse Zeit und Ort eines Alarms, auf den niemand antwortet.`,
    ],
    action: { label: 'Notfallkontakte ansehen', url },
    after: [
      'Waren Sie das nicht? Dann entfernen Sie den Kontakt bitte dort, und ändern Sie danach Ihr Passwort.',
      'Waren Sie es selbst, brauchen Sie nichts zu tun.',
    ],
  })
}
