import { sql } from 'kysely'
import {
  bytes,
  flag,
  instant,
  owner,
  reasons,
  register,
  type Rows,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

export type PushTables = Rows<typeof pushRegister>

export const pushRegister = register(
  {
    id: 'push',
    group: 'positions',
    title: 'Push-Nachrichten',
    what: 'Wo Sie sie einschalten: die Adresse Ihres Browsers bei dessen Push-Dienst und die Schlüssel, mit denen nur er sie lesen kann.',
    purpose: 'damit ein Alarm Sie sofort erreicht',
    basis: { article: 'a' },
    kept: 'Bis Sie sie ausschalten oder der Browser abgemeldet ist.',
    seenBy:
      'Der Push-Dienst des Herstellers Ihres Browsers (Apple, Google, Microsoft oder Mozilla): wann eine Nachricht an welchen Browser geht, aber nicht, was darin steht; sie ist verschlüsselt und nennt keinen Ort.',
  },
  {
    /** Browsers that get notifications of alarms, each as long as its session lasts. */
    push_subscriptions: table(
      { part: 'Browser mit Push-Nachrichten', whose: theirs, order: ['created_at', 'id'], counted: 'pushBrowsers' },
      {
        id: text().is('Kennung'),
        user_id: owner,
        session_id: text().not(reasons.inner),
        /** The whole address is enough to send messages to the browser. */
        endpoint: text().is('Push-Dienst', {
          as: 'service',
          kind: 'text',
          by: sql`substring(endpoint from '^https?://([^/?#]+)')`,
        }),
        public_key: bytes().not(reasons.secret),
        secret: bytes().not(reasons.secret),
        created_at: instant().is('Seit'),
      },
    ),
    /** One row: the keys by which push services recognise the sender. */
    push_keys: table(
      { impersonal: 'Schlüssel, an denen Push-Dienste den Server erkennen.' },
      {
        single: flag().byDefault,
        public_key: bytes(),
        private_key: bytes(),
      },
    ),
  },
)
