import { accountLimits } from '#contract/account/account-limits.ts'
import type { Email } from './mailer.ts'

interface Link {
  label: string
  url: string
}

interface Draft {
  subject: string
  /** What its reader wants to know first: before the greeting, and large. */
  headline?: string
  paragraphs: string[]
  /** What it lists, each with where to go. */
  items?: readonly { title: string; text: string; action: Link }[]
  /** A button in HTML, an address on a line of its own in text. */
  action?: Link
  /** Less important ones, a line each. A telephone number is called by a `tel:` address. */
  furtherActions?: readonly Link[]
  after?: string[]
  /** What few read: limits, and why it came. */
  smallPrint?: string[]
}

/** The link for a new account. */
export function verificationEmail(link: string): Email {
  return write({
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      'willkommen bei Wegwarte! Mit einem Klick bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört. Danach geht es mit Ihrem Passwort und der IMEI Ihres Geräts weiter.',
    ],
    action: { label: 'E-Mail-Adresse bestätigen', url: link },
    after: [
      `Der Link gilt ${accountLimits.emailTokenHours} Stunden. Ist er abgelaufen, fordern Sie auf der Seite, die er öffnet, einen neuen an.`,
      'Sie haben sich nicht registriert? Dann brauchen Sie nichts zu tun: Ohne Bestätigung lässt sich das Konto nicht nutzen.',
    ],
  })
}

const resetHours = accountLimits.passwordResetTokenHours

/** For somebody who has forgotten the password. */
export function passwordResetEmail(link: string): Email {
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
export function addressChangeEmail(link: string, bySupport: boolean): Email {
  const signedIn = bySupport
    ? 'werden alle Browser abgemeldet'
    : 'bleiben Sie angemeldet, wo Sie sie angegeben haben; alle anderen Browser werden abgemeldet'
  return write({
    subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
    paragraphs: ['Ihr Konto bei Wegwarte soll künftig diese E-Mail-Adresse haben. Mit einem Klick gilt sie:'],
    action: { label: 'Neue E-Mail-Adresse bestätigen', url: link },
    after: [
      `Der Link gilt ${accountLimits.emailTokenHours} Stunden. Bis Sie ihn öffnen, melden Sie sich wie bisher an. Gilt die neue Adresse, ${signedIn}.`,
      'Sie haben das nicht veranlasst? Dann brauchen Sie nichts zu tun.',
    ],
  })
}

/** To an address that somebody wants to use although it has an account. Only its owner learns about it. */
export function addressTakenEmail(signInLink: string): Email {
  return write({
    subject: 'Diese E-Mail-Adresse hat schon ein Konto',
    paragraphs: [
      'jemand wollte diese E-Mail-Adresse für ein anderes Konto bei Wegwarte eintragen. Sie gehört aber schon zu Ihrem Konto, und dabei bleibt es.',
      'Waren Sie das? Dann melden Sie sich mit dieser Adresse an. Wenn nicht, brauchen Sie nichts zu tun.',
    ],
    action: { label: 'Zur Anmeldung', url: signInLink },
  })
}

/** To the operator's support, from the contact form. */
export function contactEmail(message: { name: string; email: string; subject: string; message: string }): Email {
  return write({
    subject: `Kontakt: ${message.subject}`,
    paragraphs: [`${message.name} <${message.email}> schreibt über das Kontaktformular:`, message.message],
  })
}

/** An e-mail in our usual form: greeting, paragraphs, one action, closing. */
export function write(draft: Draft): Email {
  const { subject, headline, paragraphs, items = [], action, furtherActions = [], after = [], smallPrint = [] } = draft
  const farewell = 'Gute Fahrt\nIhr Wegwarte-Team'
  const text = [
    ...(headline === undefined ? [] : [headline]),
    'Guten Tag,',
    ...paragraphs,
    ...items.map(({ title, text, action: { label, url } }) => `${title}\n${text}\n${label}:\n${url}`),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ...furtherActions.map(({ label, url }) => (url.startsWith('tel:') ? label : `${label}:\n${url}`)),
    ...after,
    ...smallPrint,
    farewell,
  ].join('\n\n')
  const html = [
    '<!doctype html><html lang="de"><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
    `<title>${escape(subject)}</title>`,
    '<body style="font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem">',
    ...(headline === undefined ? [] : [`<p style="font-size:1.375rem;font-weight:600">${escape(headline)}</p>`]),
    ...['Guten Tag,', ...paragraphs].map(paragraph),
    ...items.map(item),
    ...(action === undefined ? [] : [button(action)]),
    ...furtherActions.map(link),
    ...after.map(paragraph),
    ...smallPrint.map((text) => `<p><small style="color:#6b727b">${escape(text)}</small></p>`),
    paragraph(farewell),
    '</body></html>',
  ].join('\n')
  return { subject, text: `${text}\n`, html }
}

function paragraph(text: string): string {
  return `<p>${escape(text).replaceAll('\n', '<br>')}</p>`
}

function item({ title, text, action: { label, url } }: NonNullable<Draft['items']>[number]): string {
  const lines = [`<strong>${escape(title)}</strong>`, escape(text), `<a href="${escape(url)}">${escape(label)}</a>`]
  return `<p>${lines.join('<br>')}</p>`
}

function button({ label, url }: Link): string {
  const style =
    'display:inline-block;padding:.75rem 1.25rem;border-radius:.5rem;background:#3f4fb5;color:#fff;text-decoration:none'
  return `<p><a href="${escape(url)}" style="${style}">${escape(label)}</a></p><p><small>${escape(url)}</small></p>`
}

function link({ label, url }: Link): string {
  return `<p><a href="${escape(url)}">${escape(label)}</a></p>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
