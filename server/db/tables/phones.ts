import type { Generated } from 'kysely'
import type { PhoneChannel } from '#contract/phone-channel.ts'

export interface PhonesTables {
  /** Of an account or of an emergency contact. */
  phones: {
    user_id: string | null
    contact_id: string | null
    /** E.164. */
    number: string
    channel: PhoneChannel
    confirmed_at: Date
  }
  /** The number that a person wants to confirm. */
  phone_codes: {
    user_id: string | null
    contact_id: string | null
    number: string
    channel: PhoneChannel
    /** Argon2id: six digits are soon guessed from anything faster. */
    code_hash: string
    ends_at: Date
    /** How often a code was entered. */
    tries: Generated<number>
  }
}
