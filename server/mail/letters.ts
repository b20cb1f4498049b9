import { limits } from '#contract/limits.ts'
import type { Letter } from '#server/mail/mailer.ts'

interface Draft {
  subject: string
  paragraphs: string[]
  /** A button in HTML, an address on a line of its own in text. */
  action?: { label: string; url: string }
  /** A second one, less important. */
  furtherAction?: { label: string; url: string }
  after?: string[]
}

/** The link of a fresh account. */
export function verificationLetter(link: string): Letter {
  return write({
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      'willkommen bei Wegwarte! Mit einem Klick bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört. Danach geht es mit Ihrem Passwort und der IMEI Ihres Geräts weiter.',
    ],
    action: { label: 'E-Mail-Adresse bestätigen', url: link },
    after: [
      `Der Link gilt ${limits.account.emailTokenHours} Stunden. Ist er abgelaufen, fordern Sie auf der Seite, die er öffnet, einen neuen an.`,
      'Sie haben sich nicht registriert? Dann brauchen Sie nichts zu tun: Ohne Bestätigung lässt sich das Konto nicht nutzen.',
    ],
  })
}

const resetHours = limits.account.passwordResetTokenHours

/** For somebody who has forgotten the password. */
export function passwordResetLetter(link: string): Letter {
  return write({
    subject: 'Neues Passwort setzen',
    paragraphs: ['für Ihr Konto wurde ein neues Passwort angefordert. Hier legen Sie es fest:'],
    action: { label: 'Neues Passwort setzen', url: link },
    after: [
      `Der Link gilt ${resetHours} Stunden und nur einmal. Alle Browser, in denen Sie angemeldet sind, werden dabei abgemeldet.`,
      'Sie haben das nicht angefordert? Dann bleibt alles, wie es ist.',
    ],
  })
}

/** To a new address that somebody wants to use. */
export function emailChangeLetter(link: string): Letter {
  return write({
    subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
    paragraphs: ['Ihr Konto bei Wegwarte soll künftig diese E-Mail-Adresse haben. Mit einem Klick gilt sie:'],
    action: { label: 'Neue E-Mail-Adresse bestätigen', url: link },
    after: [
      `Der Link gilt ${limits.account.emailTokenHours} Stunden. Bis Sie ihn öffnen, melden Sie sich wie bisher an. Gilt die neue Adresse, werden alle anderen Browser abgemeldet.`,
      'Sie haben das nicht veranlasst? Dann brauchen Sie nichts zu tun.',
    ],
  })
}

/** To an address that somebody wants to use, though it has an account: its owner alone learns of it. */
export function emailTakenLetter(signInLink: string): Letter {
  return write({
    subject: 'Diese E-Mail-Adresse hat schon ein Konto',
    paragraphs: [
      'jemand wollte diese E-Mail-Adresse für ein anderes Konto bei Wegwarte eintragen. Sie gehört aber schon zu Ihrem Konto, und dabei bleibt es.',
      'Waren Sie das? Dann melden Sie sich mit dieser Adresse an. Wenn nicht, brauchen Sie nichts zu tun.',
    ],
    action: { label: 'Zur Anmeldung', url: signInLink },
  })
}

/** What has become of a change when the notice about it leaves. */
export type EmailChangeState = { pending: true; cancelLink: string } | { pending: false; confirmed: boolean }

/** To the address that the account had when the change was asked for, so that its owner notices one that is not theirs. */
export function emailChangeNoticeLetter(newEmail: string, state: EmailChangeState, supportLink: string): Letter {
  const asked = `für Ihr Konto wurde die neue E-Mail-Adresse ${newEmail} angegeben.`
  if (state.pending)
    return write({
      subject: 'Ihre E-Mail-Adresse soll geändert werden',
      paragraphs: [
        `${asked} Sie gilt, sobald sie bestätigt ist.`,
        'Waren Sie das nicht? Dann brechen Sie die Änderung hier ab. Dabei werden alle Browser abgemeldet, und Sie setzen ein neues Passwort.',
      ],
      action: { label: 'Das war ich nicht', url: state.cancelLink },
      after: ['Waren Sie es selbst, brauchen Sie nichts zu tun.'],
    })
  return write({
    subject: state.confirmed ? 'Ihre E-Mail-Adresse wurde geändert' : 'Ihre E-Mail-Adresse sollte geändert werden',
    paragraphs: [
      state.confirmed
        ? `${asked} Sie ist bestätigt und gilt jetzt anstelle dieser.`
        : `${asked} Sie wurde nicht übernommen: Es bleibt bei der bisherigen.`,
      'Waren Sie das nicht? Dann kennt jemand Ihr Passwort. Bitte wenden Sie sich an den Support.',
    ],
    action: { label: 'Zum Support', url: supportLink },
  })
}

/** After a new password, by whomever it was set. */
export function passwordChangedLetter(resetLink: string): Letter {
  return write({
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      'das Passwort Ihres Kontos bei Wegwarte wurde geändert. Alle anderen Browser sind abgemeldet.',
      'Waren Sie das nicht? Dann setzen Sie bitte sofort ein neues Passwort:',
    ],
    action: { label: 'Neues Passwort setzen', url: resetLink },
    after: ['Waren Sie es selbst, brauchen Sie nichts zu tun.'],
  })
}

/** To the operator's support, from the contact form. */
export function contactLetter(message: { name: string; email: string; subject: string; message: string }): Letter {
  return write({
    subject: `Kontakt: ${message.subject}`,
    paragraphs: [`${message.name} <${message.email}> schreibt über das Kontaktformular:`, message.message],
  })
}

/** A letter in the house's form: greeting, paragraphs, one action, farewell. */
export function write(draft: Draft): Letter {
  const { subject, paragraphs, action, furtherAction, after = [] } = draft
  const farewell = 'Gute Fahrt\nIhr Wegwarte-Team'
  const text = [
    'Guten Tag,',
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...(furtherAction === undefined ? [] : [`${furtherAction.label}:\n${furtherAction.url}`]),
    ...after,
    farewell,
  ].join('\n\n')
  const html = [
    '<!doctype html><html lang="de"><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
    `<title>${escape(subject)}</title>`,
    '<body style="font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem">',
    ...['Guten Tag,', ...paragraphs].map(paragraph),
    ...(action === undefined ? [] : [button(action)]),
    ...(furtherAction === undefined ? [] : [link(furtherAction)]),
    ...after.map(paragraph),
    paragraph(farewell),
    '</body></html>',
  ].join('\n')
  return { subject, text: `${text}\n`, html }
}

function paragraph(text: string): string {
  return `<p>${escape(text).replaceAll('\n', '<br>')}</p>`
}

function button({ label, url }: { label: string; url: string }): string {
  const style =
    'display:inline-block;padding:.75rem 1.25rem;border-radius:.5rem;background:#3f4fb5;color:#fff;text-decoration:none'
  return `<p><a href="${escape(url)}" style="${style}">${escape(label)}</a></p><p><small>${escape(url)}</small></p>`
}

function link({ label, url }: { label: string; url: string }): string {
  return `<p>${escape(label)}:<br><a href="${escape(url)}">${escape(url)}</a></p>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
