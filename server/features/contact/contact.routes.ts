import { contact } from '#contract/contact.ts'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import { contactEmail } from '#server/mail/emails.ts'
import type { Mailer } from '#server/mail/mailer.ts'

/** Sends at once, so that the sender learns whether it worked. Nothing of the message is stored. */
export function registerContactRoutes(
  api: Api,
  { mailer, supportMail }: { mailer: Mailer; supportMail: string },
): void {
  api.on(contact.send, async ({ body }) => {
    const fromProgram = body.website !== undefined && body.website !== ''
    if (fromProgram) return {}
    const sending = { replyTo: body.email, patienceMs: mailServerLimits.browserPatienceMs }
    await mailer.send(supportMail, contactEmail(body), sending).catch(couldNotSend)
    return {}
  })
}

function couldNotSend(cause: unknown): never {
  const problem = new Problem('UNAVAILABLE', {
    message: 'Ihre Nachricht konnte gerade nicht gesendet werden. Bitte versuchen Sie es in einigen Minuten erneut.',
  })
  problem.cause = cause
  throw problem
}
