import type { Generated } from 'kysely'
import type { ActivityActor, ActivityKind } from '#contract/activity.ts'

export interface ActivityTables {
  /** Append-only: a trigger refuses changes. */
  activities: {
    id: Generated<string>
    user_id: string
    at: Date
    actor: ActivityActor
    kind: ActivityKind
    device_id: string | null
    /** As it was then. */
    device_name: string | null
    detail: string | null
  }
}
