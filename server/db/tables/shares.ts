import type { Generated } from 'kysely'
import type { ShareScope } from '#contract/shares.ts'

export interface SharesTables {
  /** What owners give to third parties. */
  shares: {
    id: string
    user_id: string
    device_id: string
    recipient: string
    scopes: ShareScope[]
    token_hash: Buffer
    created_at: Date
    ends_at: Date
    revoked_at: Date | null
    last_used_at: Date | null
    uses: Generated<number>
  }
}
