import * as z from 'zod/mini'
import { passwordTries } from '#contract/account/account.ts'
import { codeTries, secondFactorCode, typedPassword } from './auth.ts'
import { manyReads } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { passkeyAnswer, passkeyTries } from '#contract/passkeys/passkeys.ts'

/** How the owner of a session proves again who they are. */
export const proofKinds = ['password', 'code', 'passkey'] as const
export const proofKind = z.enum(proofKinds)
export type ProofKind = z.output<typeof proofKind>

export const passwordProof = z.object({ proof: z.literal('password'), password: typedPassword })

/** Of an account that has one, instead of the password, which alone is not enough then. */
export const codeProof = z.object({ proof: z.literal('code'), code: secondFactorCode })

/** The answer to `POST /api/passkeys/step-up`: two factors in one. */
export const passkeyProof = z.object({ proof: z.literal('passkey'), answer: passkeyAnswer })

export const stepUpProof = z.union([passwordProof, codeProof, passkeyProof])
export type StepUpProof = z.output<typeof stepUpProof>

export const stepUp = {
  ways: endpoint('GET', '/api/auth/step-up', {
    access: 'signed-in',
    limit: manyReads,
    summary: 'Womit sich dieses Konto noch einmal bestätigen lässt.',
    reply: z.object({ proofs: z.array(proofKind) }),
  }),
  confirm: endpoint('POST', '/api/auth/step-up', {
    access: 'signed-in',
    limit: { rules: { password: passwordTries, codes: codeTries, passkey: passkeyTries } },
    summary: 'Noch einmal bestätigen, wer man ist. Danach gelingen eine Zeit lang die Aufrufe, die das verlangen.',
    body: stepUpProof,
    reply: nothing,
    problems: [
      'PASSWORD_WRONG',
      'PASSWORDS_BUSY',
      'SECOND_FACTOR_WRONG',
      'PASSKEY_UNKNOWN',
      'PASSKEY_REFUSED',
      'PASSKEY_TOO_LATE',
      'PROOF_NOT_ENOUGH',
      'DEMO_READ_ONLY',
    ],
  }),
}
