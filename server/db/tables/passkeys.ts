import type { ColumnType } from 'kysely'

export interface PasskeysTables {
  /** Keys that owners sign in with: the public half. */
  passkeys: {
    id: string
    user_id: string
    /** By which the authenticator knows the key. */
    credential_id: Buffer
    /** In COSE form. */
    public_key: Buffer
    /** How often the authenticator has used the key; 0: it does not count. */
    counter: ColumnType<string, number, number>
    /** How a browser reaches the authenticator. */
    transports: string[]
    can_be_backed_up: boolean
    backed_up: boolean
    name: string
    created_at: Date
    last_used_at: Date | null
  }
  /** What authenticators are asked to sign: each once, and within minutes. */
  passkey_challenges: {
    challenge_hash: Buffer
    purpose: 'registration' | 'sign-in' | 'step-up'
    /** Who is signed in there; null: nobody yet. */
    session_id: string | null
    expires_at: Date
  }
}
