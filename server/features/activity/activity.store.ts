import { activityLimits } from '#contract/activity/activity-limits.ts'
import type { ActivityEntry } from '#contract/activity/activity.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'

export type ActivityStore = ReturnType<typeof createActivityStore>

/** Reads what happened in an account; `server/db/shared/activity-log.ts` writes it. */
export function createActivityStore(database: Database) {
  return {
    /** Newest first: the entries before one, or the newest ones. */
    async page(
      userId: string,
      { before, now }: { before: string | null; now: Date },
    ): Promise<{ entries: ActivityEntry[]; next: string | null }> {
      const rows = await database
        .selectFrom('activities')
        .selectAll()
        .where('user_id', '=', userId)
        .where('at', '>=', keptSince(now))
        .$if(before !== null, (query) => query.where('id', '<', before))
        .orderBy('id', 'desc')
        .limit(activityLimits.pageRows + 1)
        .execute()
      const entries = rows.slice(0, activityLimits.pageRows).map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        actor: row.actor,
        kind: row.kind,
        deviceId: row.device_id,
        deviceName: row.device_name,
        detail: row.detail,
      }))
      const hasMore = rows.length > entries.length
      return { entries, next: hasMore ? (entries.at(-1)?.id ?? null) : null }
    },
  }
}

function keptSince(now: Date): Date {
  return new Date(now.getTime() - activityLimits.keptDays * dayMs)
}
