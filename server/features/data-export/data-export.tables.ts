import { sql } from 'kysely'
import { dataExportLimits, dataExportServerLimits } from '#contract/data-export/data-export-limits.ts'
import type { DataExportState, DataExportStep } from '#contract/data-export/data-export.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  bigint,
  bytes,
  flag,
  instant,
  integer,
  owner,
  reasons,
  register,
  type Rows,
  smallint,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

export type DataExportTables = Rows<typeof dataExportRegister>

export const dataExportRegister = register(
  {
    id: 'data-export',
    group: 'account',
    title: 'Datei mit Ihren Daten',
    what: 'Wenn Sie sie unter „Meine Daten“ anfordern: eine ZIP-Datei mit allem, was hier steht, dazu wann sie angefordert und wohin der Link geschickt wurde; der Link selbst nur als Hash.',
    purpose: 'damit Sie sehen und mitnehmen, was über Sie gespeichert ist',
    basis: { article: 'c', duty: 'Auskunft und Datenübertragbarkeit (Art. 15 und 20 DSGVO)' },
    kept: `Die Datei ${days(dataExportLimits.keptDays)} oder bis Sie sie löschen; dass es sie gab, noch ${days(dataExportServerLimits.rememberedDays)} danach.`,
    seenBy: 'Wer den Link aus der E-Mail hat, solange er gilt.',
  },
  {
    data_exports: table(
      {
        part: 'Dateien mit Ihren Daten',
        whose: theirs,
        order: ['requested_at', 'id'],
        counted: 'dataExports',
        kept: { days: dataExportServerLimits.rememberedDays, by: 'ended_at' },
      },
      {
        id: text().not(reasons.inner),
        user_id: owner,
        /** `DELETED` by its owner; `HANDED_OUT` to support, which made the file itself. */
        state: text<DataExportState | 'DELETED' | 'HANDED_OUT'>().is('Stand'),
        /** How often it was begun. */
        attempts: smallint().byDefault.not(reasons.inner),
        /** Who works on it, and until when nobody else does. */
        worker: text().orNull.not(reasons.inner),
        working_until: instant().orNull.not(reasons.inner),
        percent: smallint().byDefault.not(reasons.inner),
        step: text<DataExportStep>().orNull.not(reasons.inner),
        step_name: text().orNull.not(reasons.inner),
        requested_by: text<'owner' | 'support'>().is('Angefordert durch'),
        requested_at: instant().is('Angefordert'),
        /** The owner wants what lies in their privacy zones left out. */
        without_privacy_zones: flag().byDefault.is('Ohne Orte in Privatzonen'),
        ready_at: instant().orNull.is('Fertig'),
        expires_at: instant().orNull.is('Gilt bis'),
        /** When its file was deleted, or it was given up. */
        ended_at: instant().orNull.is('Gelöscht'),
        /** Of the mailed link. It is valid while the address it went to is the account's. */
        token_hash: bytes().orNull.not(reasons.hash),
        bytes: bigint().orNull.is('Größe (Byte)', { kind: 'double precision', by: sql`bytes::float8` }),
        mailed_to: text().orNull.is('E-Mail an'),
        mail_queued_at: instant().orNull.not(reasons.inner),
        mail_begun_at: instant().orNull.is('E-Mail geschickt', { as: 'mailedAt' }),
      },
    ),
    /** The finished file, in order. */
    data_export_parts: table(
      { leftOut: 'sind der Export selbst' },
      {
        export_id: text(),
        number: integer(),
        content: bytes(),
      },
    ),
  },
)
