import { sendSignal, startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { Reply } from '#contract/base/endpoint.ts'
import type { passkeys } from '#contract/passkeys/passkeys.ts'
import { CallProblem } from '#web/api/calls/call-problem.ts'
import { passkeyTexts as texts } from '#web/texts/passkeys.ts'

/*
 * What the browser does with passkeys: it asks its owner for a fingerprint, a face or a PIN. Loaded on first use.
 */

type Creation = Reply<typeof passkeys.beginRegistration>
type Request = Reply<typeof passkeys.beginSignIn>

/** @throws {CallProblem} with a sentence about what to do. */
export async function createPasskey(options: Creation) {
  try {
    return await startRegistration({ optionsJSON: options })
  } catch (thrown) {
    throw problemOf(thrown, options.rp.id, texts.create)
  }
}

/** @throws {CallProblem} with a sentence about what to do. */
export async function provePasskey(options: Request) {
  try {
    return await startAuthentication({ optionsJSON: options })
  } catch (thrown) {
    throw problemOf(thrown, options.rpId, texts.prove)
  }
}

/** Takes a question back that the browser still shows. */
export const cancelCeremony = () => WebAuthnAbortService.cancelCeremony()

/** Tells the browser that a passkey is in no account any more: some then stop offering it. */
export async function forgetPasskey(rpID: string, credentialID: string): Promise<void> {
  await sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined)
}

type Sentences = typeof texts.create | typeof texts.prove

/** By the names of the exceptions in Web Authentication, Level 3, sections 5.1.3 and 5.1.4. */
function problemOf(thrown: unknown, rpId: string, sentences: Sentences): CallProblem {
  const name = thrown instanceof Error ? thrown.name : ''
  return new CallProblem(`PASSKEY_${name}`, sentenceOf(name, rpId, sentences), 0)
}

export function sentenceOf(name: string, rpId: string, sentences: Sentences): string {
  switch (name) {
    // Cancelled, or too late, or there is no passkey here: browsers keep to themselves which.
    case 'NotAllowedError':
    case 'AbortError':
      return sentences.notConfirmed
    case 'InvalidStateError':
      return sentences.alreadyHere
    case 'ConstraintError':
    case 'NotSupportedError':
      return sentences.unable
    case 'SecurityError':
      return texts.elsewhere(rpId)
    default:
      return sentences.failed
  }
}
