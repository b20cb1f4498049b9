import { hash, verify } from '@node-rs/argon2'
import { accountServerLimits } from '#contract/account/account-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { isCommonest } from '#domain/auth/commonest-passwords.ts'
import { createFairQueue, type QueueSlot } from './fair-queue.ts'
import { Problem } from '#server/http/problem.ts'

const { hashedAtOnce, waitingToBeHashed, patienceSeconds, busySeconds } = accountServerLimits

/**
 * Each hash takes 19 MiB, and a thread of the pool that files and DNS need, too. So further ones wait, and the many of one
 * person or network delay nobody else.
 */
const queue = createFairQueue({
  atOnce: hashedAtOnce,
  waiting: waitingToBeHashed,
  patienceMs: patienceSeconds * secondMs,
  refusal: passwordsBusy,
})

export function passwordsBusy(): Problem {
  return new Problem('PASSWORDS_BUSY', { retryAfter: busySeconds })
}

/**
 * Asked before anything is done for a password that would not be hashed.
 * @throws {Problem} PASSWORDS_BUSY, like all that follows.
 */
export function refuseIfBusy(place: QueueSlot): void {
  if (!queue.hasRoom(place)) throw passwordsBusy()
}

/**
 * Keyboards write „ü“ as one character or as two. NFC makes it one, as RFC 8265, section 4.2.2, demands for passwords.
 */
const oneSpelling = (password: string) => password.normalize('NFC')

/** Argon2id with the library's parameters (19 MiB, 2 passes: OWASP's first recommendation). */
export function hashPassword(password: string, place: QueueSlot): Promise<string> {
  return queue.run(place, () => hash(oneSpelling(password)))
}

/** `renewed`: the hash to store instead, if the stored one is of another spelling; null if it is not. */
type PasswordCheck = { right: false } | { right: true; renewed: string | null }

/** @param stored the hash, or null where there is none: that takes as long, and nothing is right. */
export function checkPassword(stored: string | null, typed: string, place: QueueSlot): Promise<PasswordCheck> {
  return queue.run(place, async () => {
    const checked = stored ?? (await nobodysHash())
    const isStored = stored !== null
    const password = oneSpelling(typed)
    if (await verify(checked, password)) return isStored ? { right: true, renewed: null } : { right: false }
    // Hashes from before spellings were one are of what was typed then.
    if (password === typed || !(await verify(checked, typed)) || !isStored) return { right: false }
    return { right: true, renewed: await hash(password) }
  })
}

let madeForNobody: Promise<string> | undefined

/** The hash of a password that nobody has. */
function nobodysHash(): Promise<string> {
  madeForNobody ??= hash(crypto.randomUUID())
  return madeForNobody
}

/**
 * @param field of the form that the new password was typed into.
 * @throws {Problem} PASSWORD_TOO_COMMON.
 */
export function refuseCommonest(password: string, field: string): void {
  if (!isCommonest(password)) return
  throw new Problem('PASSWORD_TOO_COMMON', { fields: { [field]: new Problem('PASSWORD_TOO_COMMON').message } })
}
