import { remindersServerLimits } from '#contract/reminders/reminders-limits.ts'
import type { ReminderKind } from '#contract/reminders/reminders.ts'
import { days } from '#server/db/schema/data-records.ts'
import { instant, owner, reasons, register, type Rows, table, text, theirs } from '#server/db/schema/register.ts'

export type RemindersTables = Rows<typeof remindersRegister>

export const remindersRegister = register(
  {
    id: 'reminders',
    group: 'devices',
    title: 'Erinnerungen',
    what: 'Woran wir Sie bei welchem Gerät erinnert haben: dass Tracking oder Alarm endete oder noch pausiert, dass keine Positionen ankommen, Saison, Hauptuntersuchung und Unwetter, wo das Fahrzeug steht; ohne Ort. Und welche davon Sie nicht möchten.',
    purpose: 'damit Sie es erfahren, und jedes nur einmal',
    basis: { article: 'b' },
    kept: `Höchstens ${days(remindersServerLimits.keptDays + 1)} oder bis Sie das Gerät entfernen oder übergeben; was Sie nicht möchten, solange das Konto besteht.`,
    seenBy: 'Die Mailserver auf dem Weg zu Ihrem Postfach.',
  },
  {
    /** What owners were told about a device, once for each occasion. */
    reminders: table(
      {
        part: 'Erinnerungen',
        whose: theirs,
        order: ['device_id', 'kind', 'occasion'],
        kept: { days: remindersServerLimits.keptDays, by: 'created_at' },
      },
      {
        user_id: owner,
        device_id: text().is('Gerät'),
        kind: text<ReminderKind>().is('Art'),
        /** What made it due: what is the same occasion is told once. */
        occasion: text().is('Anlass'),
        created_at: instant().is('Fällig'),
        /** Of the version before, which sent from here. */
        state: text().byDefault.not(reasons.inner),
        begun_at: instant().orNull.byDefault.not(reasons.inner),
        ended_at: instant().orNull.byDefault.not(reasons.inner),
      },
    ),
    unwanted_reminders: table(
      { part: 'Nicht gewünschte Erinnerungen', whose: theirs, order: ['kind'] },
      {
        user_id: owner,
        kind: text<ReminderKind>().is('Art'),
        since: instant().is('Seit'),
      },
    ),
  },
)
