import type { LicenceType } from '#contract/licences/licence-type.ts'
import type { ReminderDays } from '#contract/licences/licences-limits.ts'
import {
  flag,
  instant,
  integer,
  owner,
  ownerOrNobody,
  reasons,
  register,
  type Rows,
  smallint,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

export type LicencesTables = Rows<typeof licencesRegister>

export const licencesRegister = register(
  {
    id: 'licences',
    group: 'devices',
    title: 'Lizenzen',
    what: 'Art, Schlüssel, Laufzeit und welches Gerät sie nutzt; an welches Ende wir Sie wie lange vorher erinnert haben.',
    purpose: 'damit Sie nutzen können, was Sie gekauft haben, und rechtzeitig erfahren, dass es endet',
    basis: { article: 'b' },
    kept: 'Solange das Konto besteht.',
    seenBy: 'Die Mailserver auf dem Weg zu Ihrem Postfach.',
  },
  {
    licences: table(
      { part: 'Lizenzen', whose: theirs, order: ['id'], counted: 'licences' },
      {
        id: text().is('Kennung'),
        user_id: ownerOrNobody,
        licence_type: text<LicenceType>().is('Art', { as: 'type' }),
        licence_key: text().is('Lizenzschlüssel', { as: 'key' }),
        seats: integer().is('Geräteplätze'),
        days: integer().is('Tage'),
        created_at: instant().is('Ausgestellt'),
        demo: flag().not(reasons.inner),
        /** Null until the first activation starts its days. */
        expires_at: instant().orNull.is('Gilt bis'),
        /** It ended then, before its time. */
        revoked_at: instant().orNull.is('Vom Support beendet'),
        /** Its end until then, which it gets back; null where its time had not begun, or it is not revoked. */
        ends_before_revoked: instant().orNull.is('Galt davor bis'),
      },
    ),
    /** What owners were told about the end of a licence. */
    licence_reminders: table(
      { part: 'Erinnerungen an das Ende einer Lizenz', whose: theirs, order: ['licence_id', 'ends_at', 'days_before'] },
      {
        user_id: owner,
        licence_id: text().is('Lizenz'),
        ends_at: instant().is('Ende der Lizenz'),
        days_before: smallint<ReminderDays>().is('Tage davor'),
        created_at: instant().is('Fällig'),
        /** Of the version before, which sent from here. */
        state: text().byDefault.not(reasons.inner),
        begun_at: instant().orNull.byDefault.not(reasons.inner),
        ended_at: instant().orNull.byDefault.not(reasons.inner),
      },
    ),
  },
)
