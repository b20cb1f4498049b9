import { type ColumnType, sql } from 'kysely'
import { passkeysLimits } from '#contract/passkeys/passkeys-limits.ts'
import {
  bigint,
  bytes,
  flag,
  instant,
  owner,
  reasons,
  register,
  type Rows,
  table,
  text,
  texts,
  theirs,
} from '#server/db/schema/register.ts'

export type PasskeysTables = Rows<typeof passkeysRegister>

export const passkeysRegister = register(
  {
    id: 'passkeys',
    group: 'account',
    title: 'Passkeys',
    what: 'Von jedem Passkey den öffentlichen Schlüssel, den Namen, den Sie ihm geben, wie oft und wann zuletzt er benutzt wurde und ob es eine Sicherungskopie gibt. Fingerabdruck, Gesicht und PIN bleiben auf Ihrem Gerät. Beim Anmelden außerdem den Hash einer Zufallszahl.',
    purpose: 'damit Sie sich ohne Passwort anmelden können',
    basis: { article: 'b' },
    kept: `Bis Sie den Passkey entfernen; die Zufallszahl gilt ${passkeysLimits.minutesToAnswer} Minuten und wird spätestens eine halbe Stunde danach gelöscht.`,
  },
  {
    /** Keys that owners sign in with: the public half. */
    passkeys: table(
      { part: 'Passkeys', whose: theirs, order: ['created_at', 'id'], counted: 'passkeys' },
      {
        id: text().not(reasons.inner),
        user_id: owner,
        /** By which the authenticator knows the key. */
        credential_id: bytes().not(reasons.secret),
        /** In COSE form. */
        public_key: bytes().not(reasons.secret),
        name: text().is('Name'),
        created_at: instant().is('Angelegt'),
        last_used_at: instant().orNull.is('Zuletzt benutzt'),
        /** How often the authenticator has used the key; 0: it does not count. */
        counter: bigint<ColumnType<string, number, number>>().is('Zähler', {
          as: 'timesUsed',
          kind: 'double precision',
          by: sql`counter::float8`,
        }),
        /** How a browser reaches the authenticator. */
        transports: texts().is('Verbindung'),
        can_be_backed_up: flag().is('Sicherungskopie möglich'),
        backed_up: flag().is('Mit Sicherungskopie'),
      },
    ),
    /** What authenticators are asked to sign: each once, and within minutes. */
    passkey_challenges: table(
      { leftOut: 'Prüfwerte von Zufallszahlen, nach Minuten ungültig, ohne Bezug zum Konto' },
      {
        challenge_hash: bytes(),
        purpose: text<'registration' | 'sign-in' | 'step-up'>(),
        /** Who is signed in there; null: nobody yet. */
        session_id: text().orNull,
        expires_at: instant(),
      },
    ),
  },
)
