import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Addresses are kept in one spelling (NFC), in which the contract makes them be looked for (`contract/auth.ts`). One whose
 * spelling is another account's already stays as it is.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    update users set email = normalize(email, nfc) where email is not nfc normalized and not exists (
      select from users as other
      where other.id != users.id and lower(normalize(other.email, nfc)) = lower(normalize(users.email, nfc))
        and (other.email is nfc normalized or other.id < users.id))`.execute(db)
  await sql`
    update former_emails set email = normalize(email, nfc) where email is not nfc normalized and not exists (
      select from former_emails as other
      where other.user_id = former_emails.user_id and other.email != former_emails.email
        and normalize(other.email, nfc) = normalize(former_emails.email, nfc)
        and (other.email is nfc normalized or other.email < former_emails.email))`.execute(db)
  await sql`
    update users set pending_email = normalize(pending_email, nfc) where pending_email is not nfc normalized`.execute(
    db,
  )
  for (const table of ['email_tokens', 'emergency_contacts', 'device_offers']) {
    await sql`
      update ${sql.table(table)} set email = normalize(email, nfc) where email is not nfc normalized`.execute(db)
  }
}
