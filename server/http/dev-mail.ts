import type { FastifyInstance } from 'fastify'
import type { Delivered, Mailer } from '#server/mail/mailer.ts'

/** The page that shows the built-in mailbox, for a product without SMTP_URL. Never in production (config.ts). */
export function registerDevMail(app: FastifyInstance, mailer: Mailer): void {
  const hidden = { schema: { hide: true } }
  app.get('/dev/mail.json', hidden, async () => mailer.delivered())
  app.get('/dev/mail', hidden, async (_request, reply) => reply.type('text/html').send(page(mailer.delivered())))
}

function page(emails: readonly Delivered[]): string {
  const items = emails.toReversed().map(
    (email) => `<article><h2>${escape(email.subject)}</h2>
<p>An ${escape(email.to)}, <time>${escape(email.at)}</time></p><pre>${linked(escape(email.text))}</pre></article>`,
  )
  return `<!doctype html><html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Postfach</title><main><h1>Postfach</h1>
<p>Ohne Mailserver (SMTP_URL) liegen die E-Mails des Produkts hier, bis es beendet wird.</p>
${items.length === 0 ? '<p>Noch keine E-Mails.</p>' : items.join('\n')}</main></html>`
}

function linked(text: string): string {
  return text.replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
