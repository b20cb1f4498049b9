import type { Reply } from '#contract/base/endpoint.ts'
import { passkeysLimits } from '#contract/passkeys/passkeys-limits.ts'
import { type NewPasskeyAnswer, type PasskeyAnswer, type passkeys, passkeyTries } from '#contract/passkeys/passkeys.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { Foundations } from '#server/foundations.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { takeAttempt } from '#server/platform/take-attempt.ts'
import { createSecret, hashOf } from '#server/platform/secrets.ts'
import { createCeremonies } from './ceremonies.ts'
import { type Asker, createPasskeysStore, type StoredPasskey } from './passkeys.store.ts'

export type PasskeyCheck = ReturnType<typeof createPasskeyCheck>

/** Asks authenticators, and checks what they answer: at a sign-in, at a step-up, and when a passkey is made. */
export function createPasskeyCheck({
  settings,
  database,
  attempts,
  clock,
  jobs,
}: Pick<Foundations, 'settings' | 'database' | 'attempts' | 'clock' | 'jobs'>) {
  const store = createPasskeysStore(database, jobs)
  const ceremonies = createCeremonies(settings.PUBLIC_URL)

  /** A challenge, which is valid for one answer. Only its hash is stored. */
  const challengeFor = async (asker: Asker, userId: string | null): Promise<string> => {
    const { token: challenge, hash } = createSecret()
    const until = new Date(clock.now().getTime() + passkeysLimits.minutesToAnswer * minuteMs)
    if (!(await store.addChallenge(hash, asker, userId, until))) throw new Problem('UNAUTHORIZED')
    return challenge
  }

  /** The challenge that is answered; no other answer to it is accepted, whether this one is right or not. */
  const takeChallenge = async (answer: NewPasskeyAnswer | PasskeyAnswer, asker: Asker): Promise<string> => {
    const challenge = ceremonies.challengeIn(answer)
    if (challenge === null) throw new Problem('PASSKEY_REFUSED')
    if (!(await store.useChallenge(hashOf(challenge), asker, clock.now()))) throw new Problem('PASSKEY_TOO_LATE')
    return challenge
  }

  /** The passkey that an answer proves. @param userId whose it has to be; null: anybody's. */
  const prove = async (answer: PasskeyAnswer, asker: Asker, userId: string | null): Promise<StoredPasskey> => {
    const challenge = await takeChallenge(answer, asker)
    const passkey = await store.byCredentialId(Buffer.from(answer.id, 'base64url'))
    if (passkey === null) throw new Problem('PASSKEY_UNKNOWN')
    if (userId !== null && userId !== passkey.userId) throw new Problem('PASSKEY_REFUSED')
    // Where the account is not known before, the authenticator has to name it (WebAuthn, section 7.2, step 6).
    const named = ceremonies.userIn(answer)
    if (named === null ? userId === null : named !== passkey.userId) throw new Problem('PASSKEY_REFUSED')
    const proof = await ceremonies.proof(answer, challenge, passkey)
    if (proof === null) throw new Problem('PASSKEY_REFUSED')
    if (!(await store.noteUse(passkey.id, { ...proof, at: clock.now() }))) throw new Problem('PASSKEY_REFUSED')
    return passkey
  }

  /** Only failures count. @throws {Problem} RATE_LIMITED with the seconds until the next try. */
  const counted = async <T>(subject: string, work: () => Promise<T>): Promise<T> => {
    const tried = await takeAttempt(attempts, passkeyTries, subject)
    const result = await work()
    await tried.undo()
    return result
  }

  return {
    isOn: async (userId: string): Promise<boolean> => (await store.list(userId)).length > 0,

    async askToMake({ user, sessionId }: SignedIn): Promise<Reply<typeof passkeys.beginRegistration>> {
      const has = await store.keysOf(user.id)
      if (has.length >= passkeysLimits.perAccount) throw new Problem('PASSKEY_LIMIT_REACHED')
      return ceremonies.creation(user, await challengeFor({ purpose: 'registration', sessionId }, user.id), has)
    },

    async made({ sessionId }: SignedIn, answer: NewPasskeyAnswer) {
      const challenge = await takeChallenge(answer, { purpose: 'registration', sessionId })
      const key = await ceremonies.newKey(answer, challenge)
      if (key === null) throw new Problem('PASSKEY_REFUSED')
      return key
    },

    async askAnybody(): Promise<Reply<typeof passkeys.beginSignIn>> {
      return ceremonies.request(await challengeFor({ purpose: 'sign-in', sessionId: null }, null), [])
    },

    /**
     * Counted for the browser behind the network, so nobody there slows another one. Made-up keys are of little use: nobody
     * guesses a passkey, and a network gets only so many challenges.
     */
    provedByAnybody: (
      answer: PasskeyAnswer,
      { network, browserKey }: { network: string; browserKey?: string | undefined },
    ): Promise<StoredPasskey> =>
      counted(browserKey === undefined ? network : `${network} ${hashOf(browserKey).toString('hex')}`, () =>
        prove(answer, { purpose: 'sign-in', sessionId: null }, null),
      ),

    async ask({ user, sessionId }: SignedIn): Promise<Reply<typeof passkeys.beginStepUp>> {
      const challenge = await challengeFor({ purpose: 'step-up', sessionId }, user.id)
      return ceremonies.request(challenge, await store.keysOf(user.id))
    },

    proved: ({ user, sessionId }: SignedIn, answer: PasskeyAnswer): Promise<StoredPasskey> =>
      counted(user.id, () => prove(answer, { purpose: 'step-up', sessionId }, user.id)),
  }
}
