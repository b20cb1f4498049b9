import type { DeletionFigures } from '#contract/account-deletion.ts'
import type { Json } from './column-types.ts'

export interface AccountDeletionTables {
  /** Each time that an account was to be deleted; at most one of an account has not ended. */
  account_deletions: {
    id: string
    user_id: string
    /** The operator's support began it. */
    by_support: boolean
    /** The owner knows what is lost during a theft. */
    accepts_theft_loss: boolean
    asked_at: Date
    /** SHA-256 of the token that confirms it; it is made when its e-mail is written. */
    token_hash: Buffer | null
    /** Until when that token is valid. */
    expires_at: Date | null
    /** Since then the grace lasts, until `users.deletes_at`. */
    confirmed_at: Date | null
    /** SHA-256 of the token that keeps the account. */
    keep_token_hash: Buffer | null
    /** The account was kept, or another deletion was asked for. */
    ended_at: Date | null
    /** The e-mail that has to be sent. */
    email_due: 'LINK' | 'GRACE' | null
    email_begun_at: Date | null
  }
  /** What is known of a deleted account until its receipt was sent. */
  account_deletion_receipts: {
    id: string
    /** Null if nobody had confirmed it: then there is no receipt. */
    email: string | null
    /** Ids and addresses by which work for later names the account; it is forgotten first. */
    names: string[]
    figures: Json<DeletionFigures>
    deleted_at: Date
    email_begun_at: Date | null
  }
}
