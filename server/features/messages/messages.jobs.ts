import type { Logger } from 'pino'
import { messagesServerLimits } from '#contract/messages-limits.ts'
import { minuteMs } from '#contract/time-units.ts'
import { nextTry } from '#domain/messages/messages.ts'
import type { Clock } from '#server/clock.ts'
import type { About, MessageKind } from '#server/db/messages.ts'
import type { Figures } from '#server/figures.ts'
import type { PushStore } from '#server/features/push/push.store.ts'
import { type Jobs, round, type Round } from '#server/jobs/jobs.ts'
import { whileRenewed } from '#server/mail/lease.ts'
import { AddressRefused, type Email, type Mailer, SendingDropped, SendingUnwanted } from '#server/mail/mailer.ts'
import { createSendingRound, type SendingRound } from '#server/mail/sending-round.ts'
import type { PushMessage } from '#server/push/push-message.ts'
import type { Pusher, PushOutcome } from '#server/push/pusher.ts'
import { traceOf } from '#server/trace.ts'
import type { AlarmMessage, ClaimedMessage, Consequence, Ending, Lane, MessagesStore } from './messages.store.ts'

/** An e-mail as it is to be sent now. */
export interface EmailContent {
  to: string
  email: Email
  /** What follows from how this try ends. */
  consequence?: Consequence
  /** Asked when its turn at the mail server has come: somebody may have answered meanwhile. */
  isWanted?: () => Promise<boolean>
}

/**
 * How a feature reads what its messages say, when they are sent. Null: it has become untrue, and is not sent. `STOPPED`: somebody
 * has answered, and it is kept as one that was not sent.
 */
export interface Messages {
  /** @param how what the statement that claims one changes (`Lane`). */
  email<Key extends About>(
    kind: MessageKind<Key>,
    content: (about: Key, message: ClaimedMessage) => Promise<EmailContent | 'STOPPED' | null>,
    how?: Pick<Lane, 'whenBegun'>,
  ): void
  /** But for alarms tried once: the e-mail says the same, and waits for better times. */
  push<Key extends About>(
    kind: MessageKind<Key>,
    content: (about: Key, message: ClaimedMessage) => Promise<PushMessage | null>,
  ): void
  /** Has the rounds begin at once, after a commit that has added messages. */
  wake(): Promise<void>
  /** Times an alarm to the first message about it, if that is this one, which was noted as taken just now. */
  timeFirst(message: AlarmMessage): Promise<void>
}

interface Parts {
  jobs: Pick<Jobs, 'every' | 'wake'>
  store: MessagesStore
  mailer: Pick<Mailer, 'send'>
  pusher: Pick<Pusher, 'send'>
  browsers: Pick<PushStore, 'remove'>
  clock: Clock
  figures: Pick<Figures, 'time'>
  log: Logger
}

/** How a kind is tried. */
type Tried = Pick<MessageKind<About>, 'triedHours' | 'isAlarm'>
type Send = (message: ClaimedMessage) => Promise<Ended>
/** Null: there is nothing to send. */
type Ended = { ending: Ending; consequence?: Consequence | undefined; error?: unknown } | null
type Channel = keyof typeof nameOf

/** A lane with what sends its messages: an e-mail that hangs holds up no push message, and a reminder no alarm. */
interface Way extends Lane {
  channel: Channel
  kinds: string[]
  senders: Map<string, Send>
  round: Round
  sending: SendingRound
}

/**
 * The rounds that send all messages: each minute, and when they are woken. A message is claimed, its content is read, it is
 * sent while its lease is renewed, and what became of it is noted.
 */
export function createMessages(parts: Parts): Messages & { settled(): Promise<void> } {
  const { jobs, store, mailer, pusher, browsers, clock, figures, log } = parts
  const ways: Way[] = []

  const send = async (way: Way, message: ClaimedMessage): Promise<void> => {
    const ended = await way.senders.get(message.kind)?.(message)
    if (ended === undefined || ended === null) return store.drop(message)
    const { ending, consequence, error } = ended
    if (error !== undefined) {
      log.warn({ message: message.kind, tries: message.tries, ...traceOf(error) }, 'a message was not taken')
    }
    const isEnded = await store.end(message, ending, clock.now(), consequence)
    const { id, alarmId } = message
    if (isEnded && alarmId !== null && ending.state === 'SENT') await timeFirst({ alarmId, id })
    if (error instanceof SendingDropped) throw error
  }

  const timeFirst = async (message: AlarmMessage): Promise<void> => {
    const seconds = await store.secondsToFirst(message)
    if (seconds !== null) figures.time('wegwarte_alarm_first_delivery_seconds', {}, seconds)
  }

  const wayOf = (channel: Channel, isAlarm: boolean): Way => {
    const known = ways.find((way) => way.channel === channel && way.isAlarm === isAlarm)
    if (known !== undefined) return known
    const way: Way = {
      channel,
      isAlarm,
      kinds: [],
      senders: new Map<string, Send>(),
      round: round(`${isAlarm ? 'alarms' : 'messages'}-by-${nameOf[channel]}`),
      sending: createSendingRound<ClaimedMessage>({
        begin: () => store.begin(way, clock.now()),
        send: (message) => send(way, message),
        now: () => clock.now(),
        runMs: messagesServerLimits.runMinutes * minuteMs,
      }),
    }
    ways.push(way)
    jobs.every(way.round, '* * * * *', way.sending.run)
    return way
  }
  const register = (
    channel: Channel,
    { name, isAlarm }: Pick<MessageKind<About>, 'name' | 'isAlarm'>,
    sender: Send,
    { whenBegun }: Pick<Lane, 'whenBegun'> = {},
  ) => {
    const way = wayOf(channel, isAlarm)
    if (whenBegun !== undefined) way.whenBegun = whenBegun
    way.kinds.push(name)
    way.senders.set(name, sender)
  }

  const again = (message: ClaimedMessage, { triedHours, isAlarm }: Tried): Ending => {
    const retryAt = nextTry({ ...message, triedHours, isAlarm }, clock.now())
    return { state: retryAt === null ? 'FAILED' : 'QUEUED', retryAt }
  }
  /** A newer version has added it: it stays for that one's processes. */
  const leftForNewer = (message: ClaimedMessage, { isAlarm }: Tried): Ending => {
    const { triedHours } = messagesServerLimits
    const retryAt = nextTry({ tries: message.tries, dueAt: clock.now(), triedHours, isAlarm }, clock.now())
    return { state: 'QUEUED', retryAt }
  }
  const endingAfter = (error: unknown, message: ClaimedMessage, kind: Tried): Ending => {
    if (error instanceof SendingDropped) return { state: 'QUEUED', retryAt: null }
    return error instanceof AddressRefused ? over('BOUNCED') : again(message, kind)
  }

  return {
    email(kind, contentOf, how) {
      const sender: Send = async (message) => {
        const about = kind.about.safeParse(message.about)
        if (!about.success) return { ending: leftForNewer(message, kind), error: about.error }
        let consequence: Consequence | undefined
        try {
          const content = await contentOf(about.data, message)
          if (content === null) return null
          if (content === 'STOPPED') return { ending: over('STOPPED') }
          const { to, email, isWanted } = content
          consequence = content.consequence
          await whileRenewed(
            () => store.renew(message, clock.now()),
            () => mailer.send(to, email, { id: message.id, isAlarm: kind.isAlarm, ...(isWanted && { isWanted }) }),
          )
          return { ending: over('SENT'), consequence }
        } catch (error) {
          if (error instanceof SendingUnwanted) return { ending: over('STOPPED') }
          return { ending: endingAfter(error, message, kind), consequence, error }
        }
      }
      register('EMAIL', kind, sender, how)
    },
    push(kind, contentOf) {
      register('PUSH', kind, async (message) => {
        const about = kind.about.safeParse(message.about)
        if (!about.success) return { ending: leftForNewer(message, kind), error: about.error }
        const { target, recipient, owner } = message
        try {
          const content = await contentOf(about.data, message)
          if (content === null) return null
          const outcome = target === null ? 'GONE' : await pusher.send(target, content)
          if (outcome === 'GONE' && owner !== null && recipient !== null) await browsers.remove(owner.userId, recipient)
          const isTriedAgain = kind.isAlarm && outcome === 'LATER'
          return { ending: isTriedAgain ? again(message, kind) : over(endOf[outcome]) }
        } catch (error) {
          return { ending: again(message, kind), error }
        }
      })
    },
    async wake() {
      for (const { round } of ways) await jobs.wake(round)
    },
    timeFirst,
    async settled() {
      await Promise.all(ways.map(({ sending }) => sending.settled()))
    },
  }
}

const over = (state: Ending['state']): Ending => ({ state, retryAt: null })
const nameOf = { EMAIL: 'email', PUSH: 'push' } as const
const endOf = { TAKEN: 'SENT', GONE: 'GONE', REFUSED: 'FAILED', LATER: 'FAILED' } as const satisfies Record<
  PushOutcome,
  string
>
