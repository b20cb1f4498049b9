import { randomBytes } from 'node:crypto'
import type { User } from '#contract/auth/auth.ts'
import { secondFactorLimits } from '#contract/second-factor/second-factor-limits.ts'
import type { SecondFactorState } from '#contract/second-factor/second-factor.ts'
import { inGroups, readCode, recoveryCodeOf } from '#domain/second-factor/codes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { codeWrong } from './code-wrong.ts'
import { recoveryCodeHash } from './recovery-code-hash.ts'
import type { SecondFactorStore } from './second-factor.store.ts'
import { newTotpSecret, periodOf, shownSecret } from './totp.ts'

export type SecondFactorService = ReturnType<typeof createSecondFactorService>

/** The owner's ways to switch their second factor on and off. */
export function createSecondFactorService({ store, clock }: { store: SecondFactorStore; clock: Pick<Clock, 'now'> }) {
  return {
    show: ({ id }: User): Promise<SecondFactorState> => store.state(id),

    /** @throws {Problem} SECOND_FACTOR_CHANGED if it is switched on already. */
    async start({ id, email }: User): Promise<{ secret: string; uri: string }> {
      const secret = newTotpSecret()
      if (!(await store.start(id, secret, clock.now()))) throw new Problem('SECOND_FACTOR_CHANGED')
      return shownSecret(secret, email)
    },

    /**
     * Switches it on, because the code shows that the app has the secret. Returns the recovery codes.
     * @throws {Problem} SECOND_FACTOR_WRONG, SECOND_FACTOR_CHANGED.
     */
    async switchOn({ user, sessionId }: SignedIn, code: string): Promise<string[]> {
      const at = clock.now()
      const secret = await store.secret(user.id, 'shown')
      // After a removal by the support an empty one is left for a minute.
      if (secret === null || secret.length === 0) throw new Problem('SECOND_FACTOR_CHANGED')
      const read = readCode(code)
      const period = read?.kind === 'app' ? periodOf(secret, read.digits, at) : null
      if (period === null) throw codeWrong()
      const codes = newRecoveryCodes()
      const codeHashes = codes.map((each) => recoveryCodeHash(user.id, each))
      if (!(await store.switchOn({ userId: user.id, secret, period, codeHashes, sessionId, at })))
        throw new Problem('SECOND_FACTOR_CHANGED')
      return codes.map(inGroups)
    },

    /** @throws {Problem} SECOND_FACTOR_CHANGED if it is switched off. */
    async renewRecoveryCodes({ id }: User): Promise<string[]> {
      const codes = newRecoveryCodes()
      const codeHashes = codes.map((each) => recoveryCodeHash(id, each))
      if (!(await store.renewRecoveryCodes(id, codeHashes, clock.now()))) throw new Problem('SECOND_FACTOR_CHANGED')
      return codes.map(inGroups)
    },

    async switchOff(user: User): Promise<void> {
      await store.switchOff(user.id, clock.now())
    },
  }
}

function newRecoveryCodes(): string[] {
  const { recoveryCodes, recoveryCodeLength } = secondFactorLimits
  return Array.from({ length: recoveryCodes }, () => recoveryCodeOf(randomBytes(recoveryCodeLength)))
}
