export interface SecondFactorTables {
  second_factors: {
    user_id: string
    /** The app knows it, too: the codes are made of it. */
    secret: Buffer
    created_at: Date
    /** Null: it was shown, and no code was entered yet. */
    confirmed_at: Date | null
    /** The newest period of which a code was used. */
    last_period: number | null
    /** The support has switched it off then, and the e-mail about it is still to be sent. */
    support_removed_at: Date | null
  }
  recovery_codes: {
    /** SHA-256 of the account's id and the code. */
    code_hash: Buffer
    user_id: string
    used_at: Date | null
  }
}
