import { instant, integer, json, register, type Rows, table, text } from '#server/db/schema/register.ts'

export type FeedsTables = Rows<typeof feedsRegister>

export const feedsRegister = register(null, {
  feed_states: table(
    { impersonal: 'Stand der Importe offener Daten.' },
    {
      feed: text(),
      last_attempt_at: instant(),
      last_success_at: instant().orNull,
      last_error: text().orNull,
      /** How many attempts in a row have failed. */
      failures: integer().byDefault,
      /** The source asked for a pause until then. */
      not_before: instant().orNull,
      /** Counts of the last good import. */
      outcome: json<Record<string, number>>('jsonb').orNull.byDefault,
      /** The edition that is shown. */
      edition: integer().byDefault,
      /** Since when an import runs. */
      importing_since: instant().orNull,
      /** The source's name for the state that was imported last. */
      etag: text().orNull,
      /** How few of each kind the source named when that was not believed, and since when; null while it is believed. */
      doubt: json<Record<string, number>>('jsonb').orNull.byDefault,
      doubted_since: instant().orNull,
    },
  ),
})
