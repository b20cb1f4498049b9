import { sql } from 'kysely'
import { hiddenPoisLimits } from '#contract/hidden-pois/hidden-pois-limits.ts'
import { instant, owner, register, type Rows, table, text, theirs } from '#server/db/schema/register.ts'

export type HiddenPoisTables = Rows<typeof hiddenPoisRegister>

export const hiddenPoisRegister = register(
  {
    id: 'hidden-pois',
    group: 'map',
    title: 'Ausgeblendete POIs',
    what: `Welche POIs Sie für sich ausgeblendet haben und wann, höchstens ${hiddenPoisLimits.most}.`,
    purpose: 'damit Sie nicht sehen, was Sie nicht sehen wollen',
    basis: { article: 'b' },
    kept: 'Bis Sie sie wieder zeigen, höchstens so lange, wie es den POI gibt.',
  },
  {
    /** POIs that a user does not want to see. */
    hidden_pois: table(
      {
        part: 'Ausgeblendete POIs',
        whose: theirs,
        order: ['hidden_at', 'poi_id'],
        kept: { only: sql`not exists (select from pois where pois.id = poi_id)` },
      },
      {
        user_id: owner,
        poi_id: text().is('POI'),
        hidden_at: instant().is('Ausgeblendet'),
      },
    ),
  },
)
