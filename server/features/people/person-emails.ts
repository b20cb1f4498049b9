import { peopleLimits } from '#contract/people/people-limits.ts'
import type { PersonRole } from '#contract/people/vehicle-role.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

const { invitationDays } = peopleLimits

const rights = {
  DRIVER:
    'Sie sehen, wo das Fahrzeug gerade ist, melden Ihre Fahrten mit „Ich fahre“ an, bekommen seine Alarme und beantworten sie',
  WATCHER: 'Sie bekommen die Alarme des Fahrzeugs, nicht, wo es ist',
} as const satisfies Record<PersonRole, string>

/** To an address that an owner names. Anybody can get one, so it has no text that its owner wrote. */
export function personInvitationEmail(
  invited: { ownerEmail: string; deviceModel: string; role: PersonRole },
  link: string,
): Email {
  return write({
    subject: 'Sie sind zu einem Fahrzeug eingeladen',
    paragraphs: [
      `${invited.ownerEmail} lädt Sie bei Wegwarte zu einem Fahrzeug mit dem Gerät ${invited.deviceModel} ein. ${rights[invited.role]}.`,
    ],
    action: { label: 'Einladung ansehen', url: link },
    after: [
      `Die Einladung gilt ${invitationDays} Tage und einmal. Sie brauchen dafür ein bestätigtes Konto mit dieser Adresse. Welche Alarme Sie per E-Mail und Push bekommen, wählen Sie selbst, und Sie können jederzeit wieder gehen.`,
      'Sie kennen niemanden mit dieser Adresse? Dann brauchen Sie nichts zu tun.',
    ],
  })
}

/** To the owner of the account in which somebody was invited. Somebody else may have done it. */
export function personInvitedEmail(
  invited: { email: string; deviceName: string; role: PersonRole },
  url: string,
): Email {
  return write({
    subject: `Zu „${invited.deviceName}“ eingeladen: ${invited.email}`,
    paragraphs: [
      invited.role === 'DRIVER'
        ? `in Ihrem Konto bei Wegwarte wurde ${invited.email} zu „${invited.deviceName}“ eingeladen. Nach der Zusage sieht diese Person, wo das Fahrzeug gerade ist, auch in Ihren Privatzonen, bekommt Alarme und beantwortet sie.`
        : `in Ihrem Konto bei Wegwarte wurde ${invited.email} zu „${invited.deviceName}“ eingeladen. Nach der Zusage bekommt diese Person die Alarme des Fahrzeugs.`,
      'Welche davon per E-Mail und Push kommen, wählt die Person selbst. Erreicht sie bei Diebstahl oder Hilferuf keine Nachricht, steht das bei „Personen“.',
    ],
    action: { label: 'Personen ansehen', url },
    after: [
      'Waren Sie das nicht? Dann entfernen Sie die Person bitte dort, und ändern Sie danach Ihr Passwort.',
      'Waren Sie es selbst, brauchen Sie nichts zu tun.',
    ],
  })
}
