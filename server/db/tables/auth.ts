export interface AuthTables {
  users: {
    id: string
    email: string
    password_hash: string
    created_at: Date
    email_verified_at: Date | null
    imei_verified_at: Date | null
    /** When somebody who can read the mailbox last set or confirmed the password. */
    password_confirmed_at: Date | null
    disabled_at: Date | null
    /** When the operator last took both verifications back. */
    unverified_at: Date | null
    pending_email: string | null
    /** The session in which it was given. */
    pending_email_session_id: string | null
    /** When the last e-mail of an alarm to the present address came back. */
    email_returned_at: Date | null
    /** When the account will be deleted, unless its owner keeps it. */
    deletes_at: Date | null
    /** The vehicle's picture, one of `uploads`. */
    picture_id: string | null
    demo: boolean
  }
  sessions: {
    id: string
    user_id: string
    token_hash: Buffer
    /** SHA-256 of the key that a browser makes of its token to sign out later; null until the session was used. */
    sign_out_hash: Buffer | null
    client: string
    created_at: Date
    last_used_at: Date
    expires_at: Date
    /** When its owner last proved who they are, by what counts for the account now. */
    confirmed_at: Date | null
  }
  /** The networks from which an account was signed in to, as versions before stored them. Nobody reads them any more. */
  known_networks: {
    user_id: string
    /** SHA-256 of the account's id and the network. */
    network_hash: Buffer
    last_used_at: Date
  }
  /** The browsers from which an account was signed in to. */
  known_browsers: {
    user_id: string
    /** SHA-256 of the account's id and the browser's key or name. */
    browser_hash: Buffer
    last_used_at: Date
  }
  /** The addresses that an account had before. */
  former_emails: {
    user_id: string
    email: string
    replaced_at: Date
  }
  email_tokens: {
    token_hash: Buffer
    user_id: string
    purpose: 'verify-email' | 'change-email' | 'secure-account' | 'password-reset' | 'own-ride'
    /** The address the token was sent to. */
    email: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
    /** The alarm that it answers. */
    alarm_id: string | null
  }
}
