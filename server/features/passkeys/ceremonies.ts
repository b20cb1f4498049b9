import * as z from 'zod'
import type { Reply } from '#contract/base/endpoint.ts'
import { passkeysLimits } from '#contract/passkeys/passkeys-limits.ts'
import type { NewPasskeyAnswer, PasskeyAnswer, passkeys } from '#contract/passkeys/passkeys.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import type { NewKey, StoredPasskey } from './passkeys.store.ts'

/** EdDSA, ES256 and RS256: what authenticators have, and every runtime can check (COSE algorithms of the IANA). */
const algorithms = [-8, -7, -257]
const timeout = passkeysLimits.minutesToAnswer * minuteMs
const type = 'public-key' as const

/** Half a second and 25 MB, mostly for certificates that are never read: loaded when somebody first uses a passkey. */
const library = () => import('@simplewebauthn/server')
const parts = () => import('@simplewebauthn/server/helpers')

/**
 * What authenticators are asked, and whether their answers are right (Web Authentication, Level 3). The key has to be found
 * without an address (discoverable), and its owner to be verified by fingerprint, face or PIN: so it is two factors in one.
 * @param publicUrl where the product is: a passkey works there only.
 */
export function createCeremonies(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl)
  return {
    creation(
      user: { id: string; email: string },
      challenge: string,
      has: readonly StoredPasskey[],
    ): Reply<typeof passkeys.beginRegistration> {
      return {
        rp: { id: hostname, name: 'Wegwarte' },
        user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.email },
        challenge,
        pubKeyCredParams: algorithms.map((alg) => ({ type, alg })),
        timeout,
        excludeCredentials: has.map(descriptorOf),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      }
    },

    /** @param allowed none: any that the browser has for this site. */
    request(challenge: string, allowed: readonly StoredPasskey[]): Reply<typeof passkeys.beginSignIn> {
      return {
        challenge,
        timeout,
        rpId: hostname,
        allowCredentials: allowed.map(descriptorOf),
        userVerification: 'required',
      }
    },

    /** The key that was made, or null if the answer is not right. */
    async newKey(answer: NewPasskeyAnswer, challenge: string): Promise<NewKey | null> {
      const { transports = [], clientDataJSON, attestationObject } = answer.response
      const verified = await quietly(async () =>
        (await library()).verifyRegistrationResponse({
          response: {
            ...answer,
            clientExtensionResults: {},
            response: { transports, clientDataJSON, attestationObject: await withoutAttestation(attestationObject) },
          },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: hostname,
          supportedAlgorithmIDs: algorithms,
        }),
      )
      if (verified?.verified !== true) return null
      const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
      // What was signed says which key it is, not what is written beside it.
      if (credential.id !== answer.id) return null
      return {
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports,
        canBeBackedUp: credentialDeviceType === 'multiDevice',
        backedUp: credentialBackedUp,
      }
    },

    /** What the authenticator says of its key, or null if the answer is not right. */
    async proof(
      answer: PasskeyAnswer,
      challenge: string,
      passkey: StoredPasskey,
    ): Promise<{ counter: number; backedUp: boolean } | null> {
      const { clientDataJSON, authenticatorData, signature } = answer.response
      const verified = await quietly(async () =>
        (await library()).verifyAuthenticationResponse({
          response: {
            ...answer,
            response: { clientDataJSON, authenticatorData, signature },
            clientExtensionResults: {},
          },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: hostname,
          credential: {
            id: passkey.credentialId.toString('base64url'),
            publicKey: new Uint8Array(passkey.publicKey),
            counter: passkey.counter,
          },
        }),
      )
      if (verified?.verified !== true) return null
      const { newCounter, credentialBackedUp } = verified.authenticationInfo
      return { counter: newCounter, backedUp: credentialBackedUp }
    },

    /** The challenge that an answer says it answers; null if it cannot be read. */
    challengeIn({ response }: NewPasskeyAnswer | PasskeyAnswer): string | null {
      try {
        const said = clientData.safeParse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()))
        return said.success ? said.data.challenge : null
      } catch {
        return null
      }
    },

    /** Whose key an authenticator says it is; null if it says nothing. */
    userIn({ response: { userHandle } }: PasskeyAnswer): string | null {
      return userHandle === undefined ? null : Buffer.from(userHandle, 'base64url').toString()
    },
  }
}

const clientData = z.object({ challenge: z.string() })

function descriptorOf({ credentialId, transports }: StoredPasskey) {
  return { type, id: credentialId.toString('base64url'), transports: [...transports] }
}

/**
 * We ask for no attestation and believe none. Some authenticators send theirs nevertheless: it is left out, so that nobody's
 * certificates are ever read.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await parts()
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const statement = new Map<string, string>()
  const none = new Map<string, string | typeof statement | typeof authData>([
    ['fmt', 'none'],
    ['attStmt', statement],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(none))
}

/** The library throws at anything that is wrong; its reasons name what was sent, and so are kept to itself. */
async function quietly<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check()
  } catch {
    return null
  }
}
