import type { PauseReason } from '#contract/webhooks/webhooks.ts'
import { webhooksLimits } from '#contract/webhooks/webhooks-limits.ts'
import type { Email } from '#server/mail/mailer.ts'
import { write } from '#server/mail/emails.ts'
import { securityEmail, type Way } from '#server/mail/security-emails.ts'

/** To the owner of an account in which a webhook was made. Somebody else may have made it. @param host of its address. */
export function webhookMadeEmail(told: Told, way: Way): Email {
  return toldEmail({ subject: 'Ein Programm erfährt von Ereignissen Ihrer Fahrzeuge', what: 'angelegt', ...told }, way)
}

/** The same, where its address was changed, or places are told now. */
export function webhookChangedEmail(told: Told, way: Way): Email {
  return toldEmail({ subject: 'Ein Webhook wurde geändert', what: 'geändert', ...told }, way)
}

interface Told {
  host: string
  places: boolean
}

function toldEmail({ subject, what, host, places }: Told & { subject: string; what: string }, way: Way): Email {
  const told = places ? 'Ereignisse Ihrer Fahrzeuge mit Ort' : 'Ereignisse Ihrer Fahrzeuge ohne Ort'
  return securityEmail(
    {
      subject,
      said: [
        `in Ihrem Konto bei Wegwarte wurde ein Webhook ${what}. An ${host} gehen ${told}, solange er nicht pausiert ist.`,
        'Löschen können Sie ihn jederzeit unter „Konto“, „Webhooks“.',
      ],
    },
    way,
  )
}

const why: Readonly<Record<Exclude<PauseReason, 'CREDENTIALS'>, string>> = {
  FAILING: `hat ${webhooksLimits.failingDays} Tage lang nichts angenommen`,
  GONE: 'hat geantwortet, dass es die Adresse nicht mehr gibt (Status 410)',
}

/** To the owner of a webhook that is paused because its address takes nothing. */
export function webhookPausedEmail(
  { host, reason }: { host: string; reason: keyof typeof why },
  profileLink: string,
): Email {
  return write({
    subject: 'Ein Webhook ist pausiert',
    paragraphs: [
      `${host} ${why[reason]}. Deshalb schicken wir vorerst keine Ereignisse mehr dorthin. E-Mails und Push-Nachrichten an Sie kommen wie bisher.`,
      'Ist das Programm wieder erreichbar, setzen Sie den Webhook im Konto fort.',
    ],
    action: { label: 'Zu den Webhooks', url: profileLink },
  })
}
