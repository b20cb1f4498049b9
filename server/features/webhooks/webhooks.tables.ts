import { sql } from 'kysely'
import { webhooksLimits } from '#contract/webhooks/webhooks-limits.ts'
import type { PauseReason, WebhookEvent } from '#contract/webhooks/webhooks.ts'
import {
  flag,
  instant,
  owner,
  reasons,
  register,
  type Rows,
  table,
  text,
  texts,
  theirs,
} from '#server/db/schema/register.ts'

export type WebhooksTables = Rows<typeof webhooksRegister>

export const webhooksRegister = register(
  {
    id: 'webhooks',
    group: 'account',
    title: 'Webhooks für Programme',
    what: 'An welche Adresse welche Ereignisse welcher Fahrzeuge gehen, ob mit Ort, und das Geheimnis, mit dem sie signiert werden.',
    purpose: 'damit Programme, die Sie benutzen, von Ereignissen erfahren',
    basis: { article: 'b' },
    kept: `Bis Sie den Webhook löschen, oder mit dem Konto; nach einem neuen Geheimnis gilt das bisherige noch ${webhooksLimits.formerSecretHours} Stunden.`,
    seenBy: 'Wer die Adresse betreibt, die Sie angeben: die Ereignisse, die Sie wählen.',
  },
  {
    /** Addresses of programs that get events. */
    webhooks: table(
      { part: 'Webhooks', whose: theirs, order: ['created_at', 'id'] },
      {
        id: text().not(reasons.inner),
        user_id: owner,
        url: text().is('Adresse'),
        events: texts<WebhookEvent>().is('Worüber'),
        places: flag().is('Mit Ort'),
        /** As it is: a signature needs it, and a key beside the database would protect nothing (decision 9). */
        secret: text().not(reasons.secret),
        former_secret: text().orNull.not(reasons.secret),
        former_secret_until: instant().orNull.not(reasons.inner),
        /** Null: the last delivery was taken, or there was none. */
        failing_since: instant().orNull.is('Nimmt nichts an seit'),
        paused: text<PauseReason>().orNull.is('Pausiert'),
        created_at: instant().is('Angelegt'),
      },
    ),
    /** Of which vehicles. */
    webhook_devices: table(
      {
        part: 'Fahrzeuge der Webhooks',
        whose: (userId) => sql`webhook_id in (select id from webhooks where webhooks.user_id = ${userId})`,
        order: ['webhook_id', 'device_id'],
      },
      { webhook_id: text().not(reasons.inner), device_id: text().is('Gerät') },
    ),
  },
)
