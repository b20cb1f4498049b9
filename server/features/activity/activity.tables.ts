import { activityLimits } from '#contract/activity/activity-limits.ts'
import type { ActivityActor, ActivityKind } from '#contract/activity/activity.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  bigint,
  instant,
  owner,
  reasons,
  register,
  type Rows,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

export type ActivityTables = Rows<typeof activityRegister>

export const activityRegister = register(
  {
    id: 'activity',
    group: 'account',
    title: 'Was im Konto geschah',
    what: 'Anmeldungen, geöffnete Links, geänderte Einstellungen, Schritte des Supports und Exporte, mit Zeit, Gerät und Browser; nie ein Ort. Sie lesen die Liste unter „Sicherheit“.',
    purpose: 'damit Sie merken, wenn jemand anders in Ihrem Konto war',
    basis: { article: 'f', interest: 'Sicherheit des Kontos' },
    kept: `Bis ${days(activityLimits.keptDays)} danach; was älter ist, wird jede Nacht gelöscht.`,
  },
  {
    /** Append-only: a trigger refuses changes. */
    activities: table(
      {
        part: 'Was in Ihrem Konto geschah',
        whose: theirs,
        order: ['id'],
        kept: { days: activityLimits.keptDays, by: 'at' },
      },
      {
        id: bigint().byDefault.not(reasons.inner),
        user_id: owner,
        at: instant().is('Wann'),
        actor: text<ActivityActor>().is('Wer'),
        kind: text<ActivityKind>().is('Was'),
        device_id: text().orNull.is('Gerät'),
        /** As it was then. */
        device_name: text().orNull.is('Name des Geräts'),
        detail: text().orNull.is('Näheres'),
      },
    ),
  },
)
