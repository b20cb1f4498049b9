import type { PasskeyAnswer } from '#contract/passkeys/passkeys.ts'
import type { ProofKind, StepUpProof } from '#contract/auth/step-up.ts'
import { proofsOf } from '#domain/auth/step-up.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { PasswordProof } from './password-proof.ts'
import type { SessionsStore } from './sessions.store.ts'
import type { PasskeyCheck } from '#server/features/passkeys/passkey-check.ts'
import type { SecondFactorCheck } from '#server/features/second-factor/second-factor-check.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'

export type StepUpService = ReturnType<typeof createStepUpService>

/** Lets the owner of a session prove again who they are (`server/http/step-up.ts` asks for it). */
export function createStepUpService({
  passwordProof,
  secondFactor,
  passkeys,
  sessions,
  clock,
}: {
  passwordProof: PasswordProof
  secondFactor: SecondFactorCheck
  passkeys: Pick<PasskeyCheck, 'isOn' | 'proved'>
  sessions: Pick<SessionsStore, 'confirmSession'>
  clock: Pick<Clock, 'now'>
}) {
  const ways = async (userId: string): Promise<ProofKind[]> =>
    proofsOf({ hasSecondFactor: await secondFactor.isOn(userId), hasPasskey: await passkeys.isOn(userId) })

  const byPassword = async ({ user, sessionId }: SignedIn, password: string): Promise<void> => {
    const passwordHash = await passwordProof.prove(user.id, password, 'password')
    const confirmed = await sessions.confirmSession({ sessionId, proof: { passwordHash }, at: clock.now() })
    if (!confirmed) throw passwordProof.wrong('password')
  }

  const byCode = async ({ user, sessionId }: SignedIn, code: string): Promise<void> => {
    await secondFactor.prove(user.id, code)
    await sessions.confirmSession({ sessionId, proof: 'second-factor', at: clock.now() })
  }

  const byPasskey = async (caller: SignedIn, answer: PasskeyAnswer): Promise<void> => {
    const { id: passkeyId } = await passkeys.proved(caller, answer)
    const confirmation = { sessionId: caller.sessionId, proof: { passkeyId }, at: clock.now() }
    if (!(await sessions.confirmSession(confirmation))) throw new Problem('PASSKEY_UNKNOWN')
  }

  return {
    ways,

    /** @throws {Problem} RATE_LIMITED, PASSWORD_WRONG, SECOND_FACTOR_WRONG, PROOF_NOT_ENOUGH, PASSKEY_…. */
    async confirm(caller: SignedIn, proof: StepUpProof): Promise<void> {
      // Before anything is checked: nobody learns here whether a password is right that is not enough.
      if (!(await ways(caller.user.id)).includes(proof.proof)) throw new Problem('PROOF_NOT_ENOUGH')
      if (proof.proof === 'password') await byPassword(caller, proof.password)
      else if (proof.proof === 'code') await byCode(caller, proof.code)
      else await byPasskey(caller, proof.answer)
    },
  }
}
