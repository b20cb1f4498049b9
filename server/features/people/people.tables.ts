import { sql } from 'kysely'
import { peopleServerLimits } from '#contract/people/people-limits.ts'
import type { PersonRole } from '#contract/people/vehicle-role.ts'
import { days } from '#server/db/schema/data-records.ts'
import { bytes, instant, reasons, register, type Rows, table, text } from '#server/db/schema/register.ts'

export type PeopleTables = Rows<typeof peopleRegister>

export const peopleRegister = register(
  {
    id: 'people',
    group: 'positions',
    title: 'Personen eines Fahrzeugs',
    what: 'Wen Sie zu einem Fahrzeug einladen: Name in Ihren Worten, E-Mail-Adresse, was die Person sehen und tun darf und bis wann, wann eingeladen und zugesagt wurde und wann sie zuletzt ansah, wo das Fahrzeug ist; der Link nur als Hash. Zu welchen Fahrzeugen anderer Sie eingeladen sind.',
    purpose: 'damit andere Ihr Fahrzeug fahren oder dessen Alarme sehen, wenn Sie es wollen',
    basis: { article: 'a' },
    kept: `Bis Sie oder die Person es beenden oder das Gerät entfernt oder übergeben wird. Was von selbst endet und Einladungen, die niemand annimmt, bis ${days(peopleServerLimits.overDays)} danach.`,
    seenBy:
      'Die Person sieht Ihre E-Mail-Adresse, den Namen des Fahrzeugs und dessen Alarme ohne Orte und bekommt sie per E-Mail und Push; wer zum Fahren eingeladen ist, auch, wo es gerade ist. Wann jemand das ansah, steht in Ihrer Liste, und auch, wen bei Diebstahl oder Hilferuf keine Nachricht erreicht; ebenso sieht das von Ihnen, wer Sie eingeladen hat.',
  },
  {
    vehicle_people: table(
      {
        part: 'Personen Ihrer Fahrzeuge, und Fahrzeuge anderer',
        whose: (userId) => sql`
      (user_id = ${userId} or device_id in (select id from devices where devices.user_id = ${userId}))`,
        order: ['invited_at', 'id'],
        kept: [
          { days: peopleServerLimits.overDays, by: 'ends_at' },
          { days: peopleServerLimits.overDays, by: 'invitation_ends_at', only: sql`accepted_at is null` },
        ],
      },
      {
        id: text().is('Kennung'),
        device_id: text().is('Gerät'),
        /** The account that has accepted; null until then. */
        user_id: text().orNull.not(reasons.account),
        /** In the owner's words. */
        name: text().is('Name'),
        email: text().is('E-Mail-Adresse'),
        role: text<PersonRole>().is('Darf'),
        /** Stays once it was used: a second use has an answer of its own. */
        token_hash: bytes().not(reasons.hash),
        invited_at: instant().is('Eingeladen'),
        invitation_ends_at: instant().is('Einladung gilt bis'),
        accepted_at: instant().orNull.is('Zugesagt'),
        /** Null: until somebody ends it. */
        ends_at: instant().orNull.is('Gilt bis'),
        /** When it last was noted that this person looked where the vehicle is. */
        looked_at: instant().orNull.byDefault.is('Ort angesehen'),
      },
    ),
  },
)
