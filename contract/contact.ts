import * as z from 'zod/mini'
import { email } from '#contract/auth/auth.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { oneLine } from '#contract/base/text.ts'
import { accountLimits } from './account/account-limits.ts'

export const contactMessage = z.object({
  name: oneLine(100, 'Der Name ist zu lang', 'Bitte geben Sie Ihren Namen an.').check(
    z.minLength(1, 'Bitte geben Sie Ihren Namen an.'),
  ),
  email,
  subject: oneLine(150, 'Der Betreff ist zu lang', 'Bitte geben Sie einen Betreff an.').check(
    z.minLength(1, 'Bitte geben Sie einen Betreff an.'),
  ),
  message: z
    .string('Bitte schreiben Sie uns, worum es geht.')
    .check(
      z.trim(),
      z.minLength(10, 'Bitte beschreiben Sie Ihr Anliegen etwas genauer.'),
      z.maxLength(accountLimits.contactMessageLength, 'Die Nachricht ist zu lang (höchstens 5.000 Zeichen).'),
    ),
  /** A field that people never see. Only a program fills it in; the answer looks the same, and nothing is sent. */
  website: z.optional(z.string().check(z.maxLength(500))),
})

export const contact = {
  send: endpoint('POST', '/api/contact', {
    access: 'public',
    limit: { kind: 'contact', per: 'network', max: accountLimits.contactMessagesPerHour, minutes: 60 },
    summary: 'Dem Support schreiben.',
    body: contactMessage,
    reply: nothing,
  }),
}
