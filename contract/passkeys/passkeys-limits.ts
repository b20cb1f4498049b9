export const passkeysLimits = {
  perAccount: 10,
  nameLength: 60,
  /** How long a browser has to ask its owner, and so how long a challenge is valid. */
  minutesToAnswer: 5,
  /** Sign-ins with a passkey that fail, from one network: nobody guesses a key, so this only keeps the noise down. */
  failuresPerNetwork: 30,
  failuresMinutes: 15,
  /** Sign-ins begun from one network. */
  signInsPerMinute: 60,
  registrationsPerHour: 30,
  /** A credential's id has at most 1,023 bytes (WebAuthn, section 4): in base64url. */
  credentialIdLength: 1364,
  /** The parts of an answer in base64url: far more than an authenticator sends. */
  partLength: 8000,
  transports: 8,
} as const
