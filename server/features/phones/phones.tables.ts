import type { PhoneChannel } from '#contract/phones/phone-channel.ts'
import {
  instant,
  ownerOrNobody,
  reasons,
  register,
  type Rows,
  smallint,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

export type PhonesTables = Rows<typeof phonesRegister>

export const phonesRegister = register(
  {
    id: 'phones',
    group: 'positions',
    title: 'Telefon für Alarme',
    what: 'Die Nummer, die Sie als Konto oder als Notfallkontakt selbst angeben, ob Sie SMS oder Anrufe möchten, und wann Sie sie mit einem Code bestätigt haben; der Code nur als Hash. Seiten zeigen nur die letzten Ziffern, und wer Sie eingeladen hat, sieht die Nummer nicht.',
    purpose: 'damit ein Alarm Sie auch ohne Internet und im Schlaf erreicht',
    basis: { article: 'a' },
    kept: `Bis Sie die Nummer, das Konto oder das Gerät löschen oder als Notfallkontakt aufhören. Eine Nummer, die niemand bestätigt, wird in der Nacht danach gelöscht.`,
    seenBy:
      'Der Dienst, der für den Betreiber SMS verschickt und anruft, und die Telefonnetze: die Nummer und den Text, mit Kennzeichen oder Name des Fahrzeugs, Zeit und einem Link, ohne Ort.',
  },
  {
    /** Of an account or of an emergency contact. */
    phones: table(
      { part: 'Telefon für Alarme', whose: theirs, order: ['number'] },
      {
        user_id: ownerOrNobody,
        contact_id: text().orNull.not(reasons.inner),
        /** E.164. */
        number: text().is('Nummer'),
        channel: text<PhoneChannel>().is('Weg'),
        confirmed_at: instant().is('Bestätigt'),
      },
    ),
    /** The number that a person wants to confirm. */
    phone_codes: table(
      {
        part: 'Telefonnummer, die auf ihren Code wartet',
        whose: theirs,
        order: ['number'],
        kept: { days: 0, by: 'ends_at' },
      },
      {
        user_id: ownerOrNobody,
        contact_id: text().orNull.not(reasons.inner),
        number: text().is('Nummer'),
        channel: text<PhoneChannel>().is('Weg'),
        /** Argon2id: six digits are soon guessed from anything faster. */
        code_hash: text().not(reasons.hash),
        ends_at: instant().is('Code gilt bis'),
        /** How often a code was entered. */
        tries: smallint().byDefault.is('Versuche'),
      },
    ),
  },
)
