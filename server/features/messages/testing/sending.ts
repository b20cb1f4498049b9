import { pino } from 'pino'
import type { Database } from '#server/db/connection/database.ts'
import { createMessages } from '#server/features/messages/messages.jobs.ts'
import { createDigestsStore } from '#server/features/messages/digests.store.ts'
import { createMessagesStore } from '#server/features/messages/messages.store.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { PhoneProvider } from '#server/phone/phone-provider.ts'
import type { Pusher } from '#server/push/pusher.ts'

/** The rounds that send messages, begun by a test instead of each minute, to a mail server and a push service of its own. */
export function createTestMessages(
  database: Database,
  parts: {
    mailer: Pick<Mailer, 'send'>
    pusher: Pick<Pusher, 'send'>
    phone?: PhoneProvider
    clock: { now(): Date }
    metrics?: Pick<Metrics, 'time'>
  },
) {
  const rounds: (() => Promise<void>)[] = []
  const messages = createMessages({
    metrics: { time: () => undefined },
    phone: null,
    ...parts,
    jobs: {
      every: (kind, _cron, work) => {
        if (kind.isRound) rounds.push(work)
      },
      wake: async () => undefined,
    },
    store: createMessagesStore(database),
    digests: createDigestsStore(database),
    publicUrl: 'https://wegwarte.example',
    browsers: {
      remove: async (userId, id) => {
        const { numDeletedRows } = await database
          .deleteFrom('push_subscriptions')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
        return numDeletedRows > 0n
      },
    },
    log: pino({ enabled: false }),
  })
  return {
    messages,
    /** Sends all that is due. */
    async send(): Promise<void> {
      await Promise.all(rounds.map((round) => round()))
    },
  }
}
