import { sql } from 'kysely'
import { purgeServerLimits } from '#contract/limits/purge-limits.ts'
import { bytes, instant, owner, register, type Rows, table, text, theirs } from '#server/db/schema/register.ts'

export type UploadTables = Rows<typeof picturesRegister>

export const picturesRegister = register(
  {
    id: 'pictures',
    group: 'account',
    title: 'Bild Ihres Fahrzeugs',
    what: 'Das Bild, das Sie hochladen: verkleinert und ohne Aufnahmeort.',
    purpose: 'damit Sie und, wenn Sie es wollen, die Polizei das Fahrzeug erkennen',
    basis: { article: 'b' },
    kept: `Bis Sie es ersetzen oder entfernen; eines, das Sie nicht verwenden, höchstens ${2 * purgeServerLimits.unchosenPictureHours} Stunden.`,
    seenBy: 'Alle, denen Sie eine Anzeige-Mappe mit dem Bild geben.',
  },
  {
    uploads: table(
      { part: 'Bilder', as: 'pictures', whose: theirs, order: ['created_at', 'id'], counted: 'pictures' },
      {
        id: text().is('Kennung'),
        user_id: owner,
        /** WebP. */
        picture: bytes().is('Datei', { as: 'file', kind: 'text', by: sql`'bilder/' || id || '.webp'` }),
        created_at: instant().is('Hochgeladen'),
      },
    ),
  },
)
