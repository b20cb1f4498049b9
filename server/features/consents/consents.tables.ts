import { sql } from 'kysely'
import type { ConsentActor, ConsentPurpose } from '#contract/consents/consents.ts'
import {
  bytes,
  flag,
  instant,
  integer,
  numbered,
  reasons,
  register,
  type Rows,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

export type ConsentsTables = Rows<typeof consentsRegister>

export const consentsRegister = register(
  {
    id: 'consents',
    group: 'positions',
    title: 'Einwilligungen',
    what: 'Wann Sie wozu und für welches Gerät eingewilligt oder widerrufen haben, mit der Version und der Prüfsumme des Textes und dem damaligen Namen des Geräts. Daran wird nichts geändert.',
    purpose: 'damit Sie und wir nachweisen können, was erlaubt war',
    basis: { article: 'c', duty: 'Nachweis der Einwilligung (Art. 7 Abs. 1 DSGVO)' },
    kept: 'Solange das Konto besteht, auch wenn das Gerät schon entfernt ist.',
  },
  {
    /** What people consented to and withdrew. It is only added to; a trigger refuses anything else. */
    consents: table(
      { part: 'Einwilligungen', whose: theirs, order: ['id'] },
      {
        /** In the order in which they were said. */
        id: numbered().not(reasons.inner),
        user_id: text().fixed.not(reasons.account),
        at: instant().fixed.is('Wann'),
        purpose: text<ConsentPurpose>().fixed.is('Wozu'),
        given: flag().fixed.is('Erteilt'),
        version: integer().fixed.is('Nummer des Textes'),
        /** SHA-256 of the text in UTF-8. */
        text_hash: bytes().fixed.is('SHA-256 des Textes', { kind: 'text', by: sql`encode(text_hash, 'hex')` }),
        actor: text<ConsentActor>().fixed.is('Durch wen'),
        /** Null where it is about the account. The device may be gone: that it was consented to is shown nevertheless. */
        device_id: text().orNull.fixed.is('Gerät'),
        /** Its name then. */
        device_name: text().orNull.fixed.is('Name des Geräts'),
      },
    ),
  },
)
