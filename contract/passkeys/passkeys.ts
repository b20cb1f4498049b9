import * as z from 'zod/mini'
import { browserKey, user } from '#contract/auth/auth.ts'
import { manyChanges, manyReads, type Rule } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { passkeyId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { oneLine, text } from '#contract/base/text.ts'
import { passkeysLimits as limits } from './passkeys-limits.ts'

/** A key that a browser, telephone or security key keeps for its owner, who signs in with it instead of the password. */
export const passkey = z
  .object({
    id: passkeyId,
    name: z.string(),
    createdAt: instant,
    /** The last sign-in or confirmation with it; null: none yet. */
    lastUsedAt: z.nullable(instant),
    /** Kept in several places by its owner's password manager, so the loss of one device does not lose it. */
    backedUp: z.boolean(),
  })
  .check(z.meta({ id: 'Passkey' }))
export type Passkey = z.output<typeof passkey>

export const passkeyName = oneLine(
  limits.nameLength,
  `Der Name darf höchstens ${limits.nameLength} Zeichen lang sein.`,
).check(z.minLength(1, 'Bitte geben Sie dem Passkey einen Namen.'))

const base64url = (length: number) =>
  text(length, 'Diese Angabe ist zu lang.').check(z.regex(/^[\w-]+$/, 'Diese Angabe ist kein base64url.'))
const credentialId = base64url(limits.credentialIdLength)
const part = base64url(limits.partLength)
const type = z.literal('public-key')
const transport = text(30, 'Diese Angabe ist zu lang.')

/** What an authenticator answers when it has made a key: `RegistrationResponseJSON` of WebAuthn, as far as it is read. */
export const newPasskeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type,
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.optional(z.array(transport).check(z.maxLength(limits.transports))),
  }),
})
export type NewPasskeyAnswer = z.output<typeof newPasskeyAnswer>

/** What an authenticator answers when it proves a key: `AuthenticationResponseJSON` of WebAuthn, as far as it is read. */
export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type,
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: z.optional(base64url(100)),
  }),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswer>

const credential = z.object({ id: z.string(), type, transports: z.array(z.string()) })

/** What the browser is asked to make: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type, alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** What the browser is asked to prove: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  /** None: the browser offers every passkey that it has for this site. */
  allowCredentials: z.array(credential),
  userVerification: z.literal('required'),
})

/** Sign-ins from one browser, or from one network of browsers without a key, and step-ups of one account, that fail. */
export const passkeyTries = {
  kind: 'passkey-sign-in',
  max: limits.failuresPerNetwork,
  minutes: limits.failuresMinutes,
} as const satisfies Rule

export const passkeys = {
  list: endpoint('GET', '/api/passkeys', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die eigenen Passkeys.',
    reply: z.array(passkey),
  }),
  beginRegistration: endpoint('POST', '/api/passkeys/registration', {
    access: 'verified',
    stepUp: true,
    limit: { kind: 'passkey-registration', per: 'caller', max: limits.registrationsPerHour, minutes: 60 },
    summary: 'Einen Passkey hinzufügen, erster Schritt: was der Browser erzeugen soll.',
    reply: creationOptions,
    problems: ['PASSKEY_LIMIT_REACHED', 'DEMO_READ_ONLY'],
  }),
  finishRegistration: endpoint('POST', '/api/passkeys', {
    access: 'verified',
    stepUp: true,
    limit: manyChanges,
    summary: 'Einen Passkey hinzufügen, zweiter Schritt: was der Browser erzeugt hat.',
    body: z.object({ name: passkeyName, answer: newPasskeyAnswer }),
    status: 201,
    reply: passkey,
    problems: ['PASSKEY_REFUSED', 'PASSKEY_TOO_LATE', 'PASSKEY_EXISTS', 'PASSKEY_LIMIT_REACHED', 'DEMO_READ_ONLY'],
  }),
  rename: endpoint('PUT', '/api/passkeys/:id', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Einen eigenen Passkey umbenennen.',
    params: z.object({ id: passkeyId }),
    body: z.object({ name: passkeyName }),
    reply: passkey,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  remove: endpoint('DELETE', '/api/passkeys/:id', {
    repeat: 'until-gone',
    access: 'verified',
    stepUp: true,
    limit: manyChanges,
    summary: 'Einen eigenen Passkey entfernen: Mit ihm kann sich niemand mehr anmelden.',
    params: z.object({ id: passkeyId }),
    reply: nothing,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
  beginSignIn: endpoint('POST', '/api/passkeys/sign-in/begin', {
    access: 'public',
    limit: { per: 'network', perMinute: limits.signInsPerMinute },
    summary: 'Mit einem Passkey anmelden, erster Schritt: was der Browser beweisen soll. Eine Adresse ist nicht nötig.',
    reply: requestOptions,
  }),
  beginStepUp: endpoint('POST', '/api/passkeys/step-up', {
    access: 'signed-in',
    limit: { per: 'caller', perMinute: limits.signInsPerMinute },
    summary:
      'Mit einem Passkey noch einmal bestätigen, wer man ist, erster Schritt. Die Antwort des Geräts nimmt POST /api/auth/step-up.',
    reply: requestOptions,
    problems: ['DEMO_READ_ONLY'],
  }),
  signIn: endpoint('POST', '/api/passkeys/sign-in', {
    access: 'public',
    limit: { rules: { failures: passkeyTries } },
    summary: 'Mit einem Passkey anmelden, zweiter Schritt. Die Antwort ist die von POST /api/auth/login.',
    body: z.extend(passkeyAnswer, { browserKey: z.optional(browserKey) }),
    reply: z.object({ user, token: z.string() }),
    problems: [
      'PASSKEY_UNKNOWN',
      'PASSKEY_REFUSED',
      'PASSKEY_TOO_LATE',
      'EMAIL_NOT_VERIFIED',
      'IMEI_NOT_VERIFIED',
      'ACCOUNT_DISABLED',
    ],
  }),
}
