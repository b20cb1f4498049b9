import type { Generated } from 'kysely'

export interface EmergencyContactsTables {
  /** How long each contact of a device waits for those before; without a row as at first. */
  emergency_chains: {
    device_id: string
    wait_minutes: number
    /** Whether its contacts are also called for help. */
    calls_for_help: Generated<boolean>
  }
  emergency_contacts: {
    id: string
    device_id: string
    /** Null once they have left. */
    email: string | null
    /** SHA-256 of the address in small letters: whoever left is not invited again at once. */
    email_hash: Buffer
    position: number
    invited_at: Date
    invitation_ends_at: Date
    accepted_at: Date | null
    /** Of the text that was agreed to. */
    agreement_version: number | null
    left_at: Date | null
  }
  /** In invitations and alarms: by these a contact accepts and leaves. */
  emergency_contact_links: {
    token_hash: Buffer
    contact_id: string
    created_at: Date
  }
}
