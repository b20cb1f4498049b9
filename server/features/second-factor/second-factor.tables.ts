import { secondFactorServerLimits } from '#contract/second-factor/second-factor-limits.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  bytes,
  instant,
  integer,
  owner,
  reasons,
  register,
  type Rows,
  table,
  theirs,
} from '#server/db/schema/register.ts'

export type SecondFactorTables = Rows<typeof secondFactorRegister>

export const secondFactorRegister = register(
  {
    id: 'second-factor',
    group: 'account',
    title: 'Anmeldung in zwei Schritten',
    what: 'Wenn Sie sie einschalten: das Geheimnis, das auch Ihre App kennt, und seit wann; die Ersatzcodes nur als Hash, mit der Zeit, zu der einer benutzt wurde.',
    purpose: 'damit zur Anmeldung ein Passwort allein nicht genügt',
    basis: { article: 'b' },
    kept: `Bis Sie sie ausschalten; ein Geheimnis, das Sie nicht bestätigen, höchstens ${days(2 * secondFactorServerLimits.unconfirmedDays)}.`,
  },
  {
    second_factors: table(
      { part: 'Anmeldung in zwei Schritten', whose: theirs, order: ['user_id'] },
      {
        user_id: owner,
        /** The app knows it, too: the codes are made of it. */
        secret: bytes().not(reasons.secret),
        created_at: instant().is('Begonnen', { as: 'startedAt' }),
        /** Null: it was shown, and no code was entered yet. */
        confirmed_at: instant().orNull.is('Eingeschaltet', { as: 'onSince' }),
        /** The newest period of which a code was used. */
        last_period: integer().orNull.not(reasons.inner),
        /** The support has switched it off then, and the e-mail about it is still to be sent. */
        support_removed_at: instant().orNull.is('Vom Support ausgeschaltet', { as: 'switchedOffBySupportAt' }),
      },
    ),
    recovery_codes: table(
      { part: 'Ersatzcodes', whose: theirs, order: ['code_hash'] },
      {
        /** SHA-256 of the account's id and the code. */
        code_hash: bytes().not(reasons.hash),
        user_id: owner,
        used_at: instant().orNull.is('Benutzt'),
      },
    ),
  },
)
