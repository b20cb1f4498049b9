import { accountDeletionLimits } from '#contract/account-deletion/account-deletion-limits.ts'
import type { DeletionFigures } from '#contract/account-deletion/account-deletion.ts'
import { figureWords } from '#domain/account-deletion/figure-words.ts'
import { germanTimeInWords } from '#domain/time/fix-time.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

const { linkHours, graceDays } = accountDeletionLimits

/** To the account's address: the link behind which its deletion is confirmed. */
export function deletionLinkEmail(link: string): Email {
  return write({
    subject: 'Bitte bestätigen Sie die Löschung Ihres Kontos',
    paragraphs: [
      'für Ihr Konto bei Wegwarte wurde die Löschung verlangt. Noch geschieht nichts: Sie beginnt erst, wenn Sie sie auf der folgenden Seite bestätigen.',
    ],
    action: { label: 'Zur Bestätigung', url: link },
    after: [
      `Der Link gilt ${linkHours} Stunden. Nach der Bestätigung bleibt das Konto noch ${graceDays} Tage, in denen Sie es doch behalten können.`,
      'Waren Sie das nicht? Dann bestätigen Sie nichts, und ändern Sie bitte Ihr Passwort: Jemand war in Ihrem Konto angemeldet.',
    ],
  })
}

/** To the account's address, when the grace has begun: until when everything goes on, and how to keep it. */
export function deletionGraceEmail(grace: { deletesAt: Date; bySupport: boolean; keepLink: string }): Email {
  const end = germanTimeInWords(grace.deletesAt)
  return write({
    subject: `Ihr Konto wird in ${graceDays} Tagen gelöscht`,
    paragraphs: [
      grace.bySupport
        ? 'unser Support hat begonnen, Ihr Konto bei Wegwarte zu löschen.'
        : 'Sie haben bestätigt, dass Ihr Konto bei Wegwarte gelöscht wird.',
      `Es wird gelöscht am ${end}. Bis dahin läuft alles weiter: Tracking, Diebstahlalarm und Links für die Polizei. Mit der Löschung enden sie, auch während eines Diebstahls.`,
      'Möchten Sie das Konto doch behalten? Dafür brauchen Sie sich nicht anzumelden:',
    ],
    action: { label: 'Doch behalten', url: grace.keepLink },
    after: ['Was Sie mitnehmen möchten, laden Sie bitte vorher herunter. Danach stellt es niemand wieder her.'],
  })
}

/** The last e-mail to an address: what was deleted, and when. */
export function deletionReceiptEmail({ figures, deletedAt }: { figures: DeletionFigures; deletedAt: Date }): Email {
  const gone = figureWords(figures)
  return write({
    subject: 'Ihr Konto ist gelöscht',
    paragraphs: [
      `Ihr Konto bei Wegwarte wurde gelöscht am ${germanTimeInWords(deletedAt)}, mit allem, was dazugehört${gone.length === 0 ? '.' : ':'}`,
      ...(gone.length === 0 ? [] : [gone.map((words) => `– ${words}`).join('\n')]),
      'Ihre Geräte sind frei und können neu registriert werden. Lizenzen, die noch laufen, gehören niemandem mehr: Mit ihrem Schlüssel lassen sie sich in einem anderen Konto nutzen.',
      'Sicherungskopien der Datenbank, die der Betreiber vorher angelegt hat, enthalten es noch, bis sie ablaufen.',
    ],
    after: ['Das ist unsere letzte E-Mail an Sie. Auch diese Adresse ist nun vergessen.'],
  })
}
