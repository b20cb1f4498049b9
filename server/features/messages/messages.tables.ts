import { sql } from 'kysely'
import type { MessageTopic, WishChannel } from '#contract/messages/message-wishes.ts'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import type { MessageChannel, MessageState } from '#domain/messages/messages.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  instant,
  integer,
  owner,
  ownerOrNobody,
  reasons,
  register,
  type Rows,
  smallint,
  table,
  text,
  texts,
  theirs,
} from '#server/db/schema/register.ts'

export type MessagesTables = Rows<typeof messagesRegister>

export const messagesRegister = register(
  {
    id: 'messages',
    group: 'contact',
    title: 'Nachrichten an Sie und Ihre Notfallkontakte',
    what: 'E-Mails, Push-Nachrichten, SMS, Anrufe und Webhooks zu Alarmen, auch zu Alarmen von Fahrzeugen anderer und an Ihre Notfallkontakte und ob sie geantwortet haben, Erinnerungen, Ankunft, Abfahrt und Wetter an eigenen Orten, Neues zu Strecken und E-Mails über Exporte, Löschungen, angebotene Geräte und Personen, die Sie zu einem Fahrzeug einladen: welche Art, worüber, auf welchem Weg, wann fällig, begonnen und angenommen, und was daraus wurde. Welche Nachrichten Sie zu welchem Fahrzeug, auch zu denen anderer, auf welchem Weg nicht möchten, Ihre Ruhezeit, und wann E-Mails gesammelt kommen. Nur bis sie verschickt sind: das Geheimnis ihres Links, und beim Beleg einer Löschung die E-Mail-Adresse und was gelöscht wurde. Nie ein Ort.',
    purpose: 'damit jede ankommt, und nur einmal',
    basis: { article: 'b' },
    kept: `Höchstens ${days(messagesServerLimits.keptDays + 1)}, zu Alarmen so lange wie der Alarm; was Sie nicht möchten, bis Sie das Gerät entfernen oder übergeben oder zu dem Fahrzeug eines anderen nicht mehr eingeladen sind, und die Ruhezeit und wann E-Mails gesammelt kommen, solange das Konto besteht.`,
    seenBy:
      'Die Mailserver auf dem Weg zu Ihrem Postfach und zu denen Ihrer Notfallkontakte, die Push-Dienste der Hersteller Ihrer Browser, und wer SMS und Anrufe verschickt.',
  },
  {
    /** E-mails, push messages and messages to phones, waiting, on their way and sent: one row for each receiver. */
    messages: table(
      {
        part: 'Nachrichten an Sie und Ihre Notfallkontakte',
        whose: theirs,
        order: ['due_at', 'id'],
        // Those about alarms go with them.
        kept: { days: messagesServerLimits.keptDays, by: 'due_at', only: sql`alarm_id is null` },
      },
      {
        /** The same at each try: an e-mail's Message-ID, or what a phone's provider knows it by. */
        id: text().not(reasons.inner),
        kind: text().is('Art'),
        /** The key of what it is about: what it says is read when it is sent. */
        about: texts().is('Worüber', { kind: 'text', by: sql`array_to_string(about, ' ')` }),
        /** Whose account it is about; null where that is gone. */
        user_id: ownerOrNobody,
        device_id: text().orNull.is('Gerät'),
        /** As long as it is there, so are its messages. */
        alarm_id: text().orNull.not(reasons.inner),
        /** Of one in the chain of an alarm: from 1, and 0: to the owner. */
        number: smallint().orNull.byDefault.is('An der wievielten Stelle'),
        channel: text<MessageChannel>().is('Weg'),
        /** A browser's subscription, or a contact, who stays when they are deleted; null: the account's owner, or whose address it is. */
        recipient: text().orNull.is('Notfallkontakt', {
          as: 'contact',
          kind: 'text',
          by: sql`case when number > 0 then recipient end`,
        }),
        /** An address that no other row has; only until it has ended. */
        address: text().orNull.is('An'),
        /** What it has to say word by word at each try, such as the token of its link; only until it has ended. */
        words: text().orNull.not(reasons.secret),
        /** Of those that are due the smallest goes first. */
        rank: smallint().not(reasons.inner),
        state: text<MessageState>().is('Stand'),
        due_at: instant().is('Fällig'),
        begun_at: instant().orNull.is('Geschickt'),
        ended_at: instant().orNull.is('Angenommen oder abgelehnt'),
        /** When a mail server's report about it was read. */
        reported_at: instant().orNull.is('Zustellung gemeldet'),
        /** When this contact said that they look after the alarm. */
        answered_at: instant().orNull.byDefault.is('Beantwortet'),
        /** How often it was begun. */
        tries: integer().is('Versuche'),
        /** One that was not taken is not tried again before. */
        retry_at: instant().orNull.is('Nächster Versuch'),
        /** What a program's address answered the last time. */
        http_status: smallint().orNull.byDefault.is('Antwort des Programms'),
        /** The e-mail of a day in which it goes, or went; null: by itself. */
        digest_id: text().orNull.byDefault.not(reasons.inner),
      },
    ),
    declined_messages: table(
      { part: 'Nicht gewünschte Nachrichten', whose: theirs, order: ['device_id', 'topic', 'channel'] },
      {
        user_id: owner,
        device_id: text().is('Gerät'),
        topic: text<MessageTopic>().is('Worum es geht'),
        channel: text<WishChannel>().is('Weg'),
        since: instant().is('Seit'),
        /** As which of the vehicle's people they have said it: it goes with their role. Null: its owner. */
        person_id: text().orNull.byDefault.not(reasons.inner),
      },
    ),
    message_settings: table(
      { part: 'Ruhezeit und gesammelte E-Mails', whose: theirs, order: ['user_id'] },
      {
        user_id: owner,
        /** By the clock in Germany: `22:00`. */
        quiet_from: text().orNull.byDefault.is('Von', { as: 'from' }),
        quiet_to: text().orNull.byDefault.is('Bis', { as: 'to' }),
        /** When e-mails that can wait come as one a day. */
        digest_at: text().orNull.byDefault.is('E-Mails gesammelt um', { as: 'digestAt' }),
        /** Since then what is declined is said by vehicle; null: `unwanted_reminders` says it. */
        wishes_from: instant().orNull.byDefault.not(reasons.inner),
      },
    ),
  },
)
