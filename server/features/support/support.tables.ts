import { supportServerLimits } from '#contract/limits/support-limits.ts'
import { days } from '#server/db/schema/data-records.ts'
import type { SupportKind } from '#domain/support/support-kinds.ts'
import {
  instant,
  numbered,
  ownerOrNobody,
  reasons,
  register,
  type Rows,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

export type SupportTables = Rows<typeof supportRegister>

export const supportRegister = register(
  {
    id: 'support',
    group: 'account',
    title: 'Was der Support tat',
    what: 'Welchen Schritt der Support wann für ein Konto tat, mit Grund, und wer es war; bei einem Gerät, das noch niemandem gehört, seine IMEI. Ist das Konto gelöscht, bleiben nur Schritt, Zeit und wer es war.',
    purpose: 'damit sich nachprüfen lässt, wer im Support was getan hat',
    basis: { article: 'f', interest: 'Nachprüfbarkeit von Eingriffen' },
    kept: `Bis ${days(supportServerLimits.loggedDays)} danach; was älter ist, wird jede Nacht gelöscht.`,
  },
  {
    support_actions: table(
      {
        part: 'Was der Support für Sie tat',
        whose: theirs,
        order: ['id'],
        kept: { days: supportServerLimits.loggedDays, by: 'at' },
      },
      {
        id: numbered().not(reasons.inner),
        at: instant().is('Wann'),
        operator: text().not('nennt eine andere Person'),
        kind: text<SupportKind>().is('Was'),
        /** Null where it was about no account, or that is gone. */
        user_id: ownerOrNobody,
        detail: text().orNull.is('Näheres'),
      },
    ),
  },
)
