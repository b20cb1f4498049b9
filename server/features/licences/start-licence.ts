import { licencesLimits } from '#contract/licences/licences-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { Writing } from '#server/db/transactions/locks.ts'

export type StartLicence = typeof startLicence

/**
 * The free START licence comes with the first device a user ever registers, once (specification, section 9). The account is
 * held.
 * @returns its id, or null if the user had one before.
 */
export async function startLicence(
  writing: Writing,
  request: { licence: { id: string; key: string }; userId: string; now: Date },
): Promise<string | null> {
  const had = await writing
    .selectFrom('licences')
    .select('id')
    .where('user_id', '=', request.userId)
    .where('licence_type', '=', 'START')
    .executeTakeFirst()
  if (had !== undefined) return null
  const days = licencesLimits.startDays
  await writing
    .insertInto('licences')
    .values({
      id: request.licence.id,
      user_id: request.userId,
      licence_type: 'START',
      licence_key: request.licence.key,
      seats: 1,
      days,
      expires_at: new Date(request.now.getTime() + days * dayMs),
      created_at: request.now,
      demo: false,
    })
    .execute()
  return request.licence.id
}
