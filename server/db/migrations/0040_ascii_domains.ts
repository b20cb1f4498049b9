import { domainToASCII } from 'node:url'
import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * Addresses are kept with the spelling of their domain that the contract makes of both (`contract/auth.ts`). One whose other
 * spelling is another account's already stays as it is: nobody can tell which of both is right.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select email from users where email ~ '[^[:ascii:]]'
    union select pending_email from users where pending_email ~ '[^[:ascii:]]'
    union select email from email_tokens where email ~ '[^[:ascii:]]'`.execute(db)
  for (const { email } of rows) {
    const at = email.lastIndexOf('@') + 1
    const domain = domainToASCII(email.slice(at))
    if (domain === '') continue
    const spelled = email.slice(0, at) + domain
    await sql`
      update users set email = ${spelled} where email = ${email}
        and not exists (select from users others where lower(others.email) = lower(${spelled}::text))`.execute(db)
    await sql`update users set pending_email = ${spelled} where pending_email = ${email}`.execute(db)
    await sql`update email_tokens set email = ${spelled} where email = ${email}`.execute(db)
  }
}
