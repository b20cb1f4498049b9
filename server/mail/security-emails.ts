import { accountLimits } from '#contract/account/account-limits.ts'
import { germanTimeInWords } from '#domain/time/fix-time.ts'
import { write } from './emails.ts'
import type { Email } from './mailer.ts'

/*
 * What the owner of an account must hear of at once. Each e-mail has the link „Das war ich nicht“, by which the reader of
 * it locks everybody out.
 */

/** Changes of credentials that are reported by e-mail. */
export const credentialChanges = {
  password: {
    subject: 'Ihr Passwort wurde geändert',
    said: 'das Passwort Ihres Kontos bei Wegwarte wurde geändert. Alle anderen Browser sind abgemeldet.',
  },
  email: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    said: 'Ihr Konto bei Wegwarte hat jetzt eine andere E-Mail-Adresse. An diese hier schreiben wir nicht mehr.',
  },
  'passkey-added': {
    subject: 'Ein Passkey wurde hinzugefügt',
    said: 'zu Ihrem Konto bei Wegwarte gehört ein neuer Passkey. Mit ihm kann man sich ohne Passwort anmelden.',
  },
  'passkey-removed': {
    subject: 'Ein Passkey wurde entfernt',
    said: 'aus Ihrem Konto bei Wegwarte wurde ein Passkey entfernt. Mit ihm kann sich niemand mehr anmelden; Ihr Passwort gilt weiter.',
  },
} as const satisfies Record<string, { subject: string; said: string }>

export type CredentialChange = keyof typeof credentialChanges
export const credentialChangeNames = [
  'password',
  'email',
  'passkey-added',
  'passkey-removed',
] as const satisfies readonly CredentialChange[]

/** @param way the link; null when the address has not been the account's for long. */
export function credentialChangeEmail(change: CredentialChange, way: Way): Email {
  const { subject, said } = credentialChanges[change]
  return securityEmail({ subject, said: [said] }, way)
}

/** @param signIn.browser `Firefox auf Windows`. */
export function newBrowserEmail(signIn: { browser: string; at: Date }, way: Way): Email {
  return securityEmail(
    {
      subject: 'Neue Anmeldung in Ihrem Konto',
      said: [
        `in Ihrem Konto bei Wegwarte hat sich ein Browser angemeldet, den wir nicht kennen: ${signIn.browser}, am ${germanTimeInWords(signIn.at)}.`,
        'Auch Ihr eigener Browser gilt als neu, wenn Sie seine Daten gelöscht haben oder ein privates Fenster benutzen.',
      ],
    },
    way,
  )
}

/** The state of a change of address when the notice about it is sent. */
export type EmailChangeState = 'pending' | 'confirmed' | 'over'

const noticeOf = {
  pending: {
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    outcome: 'Sie gilt, sobald sie bestätigt ist.',
  },
  confirmed: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    outcome: 'Sie ist bestätigt und gilt jetzt anstelle dieser.',
  },
  over: {
    subject: 'Ihre E-Mail-Adresse sollte geändert werden',
    outcome: 'Sie wurde nicht übernommen: Es bleibt bei der bisherigen.',
  },
} as const satisfies Record<EmailChangeState, object>

/**
 * To the address that the account had when the change was requested, so that its owner notices a change by somebody else.
 */
export function addressChangeNoticeEmail(
  { newEmail, state, bySupport }: { newEmail: string; state: EmailChangeState; bySupport: boolean },
  way: Way,
): Email {
  const { subject, outcome } = noticeOf[state]
  const asked = bySupport
    ? `der Support hat für Ihr Konto die neue E-Mail-Adresse ${newEmail} eingetragen.`
    : `für Ihr Konto wurde die neue E-Mail-Adresse ${newEmail} angegeben.`
  return securityEmail({ subject, said: [`${asked} ${outcome}`] }, way)
}

/** „Das war ich nicht“, and where to find help without it. */
export interface Way {
  secureLink: string | null
  supportLink: string
}

export function securityEmail(
  { subject, said }: { subject: string; said: string[] },
  { secureLink, supportLink }: Way,
): Email {
  if (secureLink === null)
    return write({
      subject,
      paragraphs: [...said, 'Waren Sie das nicht? Dann wenden Sie sich bitte an den Support.'],
      action: { label: 'Zum Support', url: supportLink },
    })
  return write({
    subject,
    paragraphs: [...said, 'Waren Sie das nicht? Dann sperren Sie hier alle aus. Danach setzen Sie ein neues Passwort.'],
    action: { label: 'Das war ich nicht', url: secureLink },
    after: [
      `Der Link gilt ${accountLimits.secureLinkDays} Tage und nur einmal. Beim Öffnen geschieht noch nichts: Auf der Seite steht, was ein Druck auf den Knopf bewirkt.`,
      'Waren Sie es selbst, brauchen Sie nichts zu tun.',
    ],
  })
}
