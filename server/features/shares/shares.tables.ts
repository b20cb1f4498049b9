import { sharesServerLimits } from '#contract/shares/shares-limits.ts'
import type { ShareScope } from '#contract/shares/shares.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  bytes,
  instant,
  integer,
  owner,
  reasons,
  register,
  type Rows,
  table,
  text,
  texts,
  theirs,
} from '#server/db/schema/register.ts'

export type SharesTables = Rows<typeof sharesRegister>

export const sharesRegister = register(
  {
    id: 'shares',
    group: 'positions',
    title: 'Freigaben',
    what: 'Wem Sie welche Daten welches Geräts bis wann freigeben, wann zuletzt und wie oft sie abgerufen wurden; das Token nur als Hash.',
    purpose:
      'damit Dritte, etwa Versicherung oder Werkstatt, die Daten Ihres Geräts bekommen, wenn Sie es wollen (Verordnung (EU) 2023/2854, Art. 4 und 5)',
    basis: { article: 'a' },
    kept: `Bis ${days(sharesServerLimits.endedDays)} nach ihrem Ende. Sie enden, wann Sie wollen, spätestens nach einem Jahr, mit dem Widerruf Ihrer Einwilligung ins Tracking und mit dem Gerät.`,
    seenBy: 'Wem Sie das Token geben: die freigegebenen Daten, Positionen ohne die aus Ihren Privatzonen.',
  },
  {
    /** What owners give to third parties. */
    shares: table(
      {
        part: 'Freigaben',
        whose: theirs,
        order: ['created_at', 'id'],
        counted: 'shares',
        kept: [
          { days: sharesServerLimits.endedDays, by: 'ends_at' },
          { days: sharesServerLimits.endedDays, by: 'revoked_at' },
        ],
      },
      {
        id: text().is('Kennung'),
        user_id: owner,
        device_id: text().is('Gerät'),
        recipient: text().is('An'),
        scopes: texts<ShareScope>().is('Was'),
        token_hash: bytes().not(reasons.hash),
        created_at: instant().is('Angelegt'),
        ends_at: instant().is('Gilt bis'),
        revoked_at: instant().orNull.is('Beendet'),
        last_used_at: instant().orNull.is('Zuletzt abgerufen'),
        uses: integer().byDefault.is('Abrufe'),
      },
    ),
  },
)
