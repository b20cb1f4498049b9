import { sql } from 'kysely'
import { distributionServerLimits } from '#contract/limits/distribution-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import type { Queries } from '#server/db/connection/database.ts'

/*
 * Positions lie on one server, or each device's on one of several, by Citus
 * (docs/decisions/0064-positions-on-several-servers.md). Nothing else is distributed.
 */

export interface Distribution {
  /** The parts in which they lie. */
  shards: number
}

/** How positions are distributed; null: they lie on one server. */
export async function distributionOf(queries: Queries): Promise<Distribution | null> {
  const known = await sql<{ there: boolean }>`select to_regclass('pg_dist_partition') is not null as there`.execute(
    queries,
  )
  if (known.rows[0]?.there !== true) return null
  // https://docs.citusdata.com/en/stable/develop/api_metadata.html
  const { rows } = await sql<Distribution>`
    select (select count(*)::integer from pg_dist_shard as shard where shard.logicalrelid = divided.logicalrelid) as shards
    from pg_dist_partition as divided
    where divided.logicalrelid = to_regclass('positions') and partmethod = 'h'`.execute(queries)
  return rows[0] ?? null
}

/** What a process knows of it while it runs. */
export interface DistributionWatch {
  isDistributed(queries: Queries): Promise<boolean>
  /** A statement failed, perhaps because it is no longer so. */
  forget(): void
}

/** Looks now and then: an operator distributes while the product runs. */
export function watchDistribution(): DistributionWatch {
  let known: { isDistributed: boolean; lookAgainAt: number } | null = null
  return {
    async isDistributed(queries) {
      if (known === null || performance.now() >= known.lookAgainAt) {
        const lookAgainAt = performance.now() + distributionServerLimits.lookSeconds * secondMs
        known = { isDistributed: (await distributionOf(queries)) !== null, lookAgainAt }
      }
      return known.isDistributed
    },
    forget: () => void (known = null),
  }
}
