import type { ConsentActor, ConsentPurpose } from '#contract/consents/consents.ts'
import type { ConsentEntry } from '#domain/consents/consents.ts'
import { consentText } from '#domain/consents/texts.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { hashOf } from '#server/platform/secrets.ts'

export interface SaidConsent {
  userId: string
  /** Both null where it is about the account. */
  deviceId: string | null
  deviceName: string | null
  purpose: ConsentPurpose
  /** Of the text that was shown. */
  version: number
  given: boolean
  actor: ConsentActor
  at: Date
}

/** Writes down that consent was given or withdrawn, with the hash of the text. @throws {RangeError} for no such text. */
export async function recordConsent(queries: Queries, said: SaidConsent): Promise<void> {
  const { userId, deviceId, deviceName, purpose, version, given, actor, at } = said
  const text = consentText(purpose, version)
  if (text === null) throw new RangeError(`there is no version ${version} of the text of ${purpose}`)
  await queries
    .insertInto('consents')
    .values({
      user_id: userId,
      device_id: deviceId,
      device_name: deviceName,
      purpose,
      version,
      text_hash: hashOf(text),
      given,
      actor,
      at,
    })
    .execute()
}

/**
 * Writes down that consent is withdrawn, if it was given for the device and not withdrawn since, with the text that it was
 * given to. Returns whether it was.
 */
export async function withdrawOfDevice(
  queries: Queries,
  withdrawn: Omit<SaidConsent, 'version' | 'given'> & { deviceId: string },
): Promise<boolean> {
  const last = await lastOfDevice(queries, withdrawn.deviceId, withdrawn.purpose)
  if (last?.given !== true) return false
  await recordConsent(queries, { ...withdrawn, version: last.version, given: false })
  return true
}

/** The last word of an account about a purpose that concerns no device; null if nothing was ever said. */
export async function lastOfAccount(
  queries: Queries,
  userId: string,
  purpose: ConsentPurpose,
): Promise<ConsentEntry | null> {
  const row = await queries
    .selectFrom('consents')
    .select(['purpose', 'version', 'given', 'actor', 'at'])
    .where('user_id', '=', userId)
    .where('device_id', 'is', null)
    .where('purpose', '=', purpose)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The last word about a purpose of a device; null if nothing was ever said. */
export async function lastOfDevice(
  queries: Queries,
  deviceId: string,
  purpose: ConsentPurpose,
): Promise<ConsentEntry | null> {
  const row = await queries
    .selectFrom('consents')
    .select(['purpose', 'version', 'given', 'actor', 'at'])
    .where('device_id', '=', deviceId)
    .where('purpose', '=', purpose)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
