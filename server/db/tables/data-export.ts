import type { Generated } from 'kysely'
import type { DataExportState, DataExportStep } from '#contract/data-export.ts'

export interface DataExportTables {
  data_exports: {
    id: string
    user_id: string
    requested_by: 'owner' | 'support'
    requested_at: Date
    /** The owner wants what lies in their privacy zones left out. */
    without_privacy_zones: Generated<boolean>
    /** `DELETED` by its owner; `HANDED_OUT` to support, which made the file itself. */
    state: DataExportState | 'DELETED' | 'HANDED_OUT'
    /** How often it was begun. */
    attempts: Generated<number>
    /** Who works on it, and until when nobody else does. */
    worker: string | null
    working_until: Date | null
    percent: Generated<number>
    step: DataExportStep | null
    step_name: string | null
    bytes: string | null
    ready_at: Date | null
    expires_at: Date | null
    /** When its file was deleted, or it was given up. */
    ended_at: Date | null
    /** Of the mailed link. It is valid while the address it went to is the account's. */
    token_hash: Buffer | null
    mailed_to: string | null
    mail_queued_at: Date | null
    mail_begun_at: Date | null
  }
  /** The finished file, in order. */
  data_export_parts: {
    export_id: string
    number: number
    content: Buffer
  }
}
