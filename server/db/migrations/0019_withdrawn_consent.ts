import { type Kysely, sql } from 'kysely'

/**
 * When consent was last withdrawn: what it allowed others to see ends then, and does not begin anew with a new consent.
 * Of former withdrawals only traces are left: no consent, or one that is younger than a link for the police.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table tracking_settings add column consent_withdrawn_at timestamptz`.execute(db)
  await sql`
    update dossier_links set revoked_at = now() from tracking_settings settings
    where settings.device_id = dossier_links.device_id and revoked_at is null
      and (not settings.consent_given or settings.consent_at > dossier_links.created_at)`.execute(db)
}
