import type { Generated } from 'kysely'
import type { DossierState } from '#contract/dossier.ts'

export interface DossierTables {
  /** What the owner enters for the police. */
  dossiers: {
    device_id: string
    brand: string | null
    model: string | null
    colour: string | null
    plate: string | null
    frame_number: string | null
    last_seen_place: string | null
    last_seen_at: Date | null
    case_reference: string | null
    police_station: string | null
    owner_name: string | null
    owner_phone: string | null
    ownership_proof: string | null
    with_picture: boolean
    updated_at: Date
  }
  dossier_changes: {
    id: Generated<string>
    device_id: string
    state: DossierState
    /** Since when it is so, as the owner states. */
    since: Date
    /** When the owner stated it. */
    set_at: Date
  }
  dossier_links: {
    id: string
    device_id: string
    token_hash: Buffer
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
    last_opened_at: Date | null
    opened: Generated<number>
  }
}
