import type { Logger } from 'pino'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import { phoneChannels } from '#contract/phones/phone-channel.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { canWait, fateOf } from '#domain/messages/message-fate.ts'
import { nextPhoneTry } from '#domain/messages/messages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { About, MessageKind } from '#server/db/shared/messages.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { PushStore } from '#server/features/push/push.store.ts'
import { type Jobs, round, type Round } from '#server/jobs/jobs.ts'
import { whileRenewed } from '#server/mail/lease.ts'
import { type Mailer, SendingDropped, SendingUnwanted } from '#server/mail/mailer.ts'
import { createSendingRound, type SendingRound } from '#server/mail/sending-round.ts'
import type { PhoneProvider } from '#server/phone/phone-provider.ts'
import type { PushMessage } from '#server/push/push-message.ts'
import type { Pusher } from '#server/push/pusher.ts'
import { errorFields } from '#server/platform/error-fields.ts'
import type { ClaimedMessage } from './claimed-message.ts'
import type { Delivery, EmailContent, PhoneContent, Unsent } from './contents.ts'
import { createDigest, type Reader } from './digest.ts'
import { digestMessage, type DigestsStore } from './digests.store.ts'
import {
  alarmTurns,
  type Consequence,
  type Ending,
  type Lane,
  type MessagesStore,
  type Turns,
  usualTurns,
} from './messages.store.ts'
import { again, endingAfter, endingOf, endingOfPost, leftForNewer, over, unlessNever } from './endings.ts'

/** Messages that have turns of their own, and wait for no others. */
export interface OwnLane {
  /** Of its round. */
  name: string
  turns: Turns
  /** So many are sent at a time; absent: as many as usual. */
  atOnce?: number
}

/** How a feature reads what its messages say, when they are sent. Null: it has become untrue, and is not sent. */
export interface Messages {
  /** @param how what the statement that claims one changes (`Lane`), and which turns it has. */
  email<Key extends About>(
    kind: MessageKind<Key>,
    content: (about: Key, message: ClaimedMessage) => Promise<EmailContent | Unsent | null>,
    how?: Pick<Lane, 'whenBegun'> & { lane?: OwnLane },
  ): void
  /** But for alarms tried once: the e-mail says the same, and waits for better times. */
  push<Key extends About>(
    kind: MessageKind<Key>,
    content: (about: Key, message: ClaimedMessage) => Promise<PushMessage | null>,
  ): void
  /** Text messages and calls. Each costs money, and may wake somebody: tried a few times. */
  phone<Key extends About>(
    kind: MessageKind<Key>,
    content: (about: Key, message: ClaimedMessage) => Promise<PhoneContent | Unsent | null>,
    lane: OwnLane,
  ): void
  /** To programs of owners. The feature sends: it alone knows what is signed with which secret. */
  webhook<Key extends About>(
    kind: MessageKind<Key>,
    deliver: (about: Key, message: ClaimedMessage) => Promise<Delivery | Unsent | null>,
    lane: OwnLane,
  ): void
  /** Has the rounds begin at once, after a commit that has added messages. */
  wake(): Promise<void>
}

interface Parts {
  jobs: Pick<Jobs, 'every' | 'wake'>
  store: MessagesStore
  digests: DigestsStore
  mailer: Pick<Mailer, 'send'>
  pusher: Pick<Pusher, 'send'>
  /** Null where nobody sends text messages. */
  phone: PhoneProvider | null
  browsers: Pick<PushStore, 'remove'>
  clock: Clock
  metrics: Pick<Metrics, 'time'>
  publicUrl: string
  log: Logger
}

type Send = (message: ClaimedMessage) => Promise<Ended>
/** Null: there is nothing to send. */
type Ended = { ending: Ending; consequence?: Consequence | undefined; error?: unknown } | null

/** A lane with what sends its messages: an e-mail that hangs holds up no push message, and a reminder no alarm. */
interface Way extends Lane {
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
  const { jobs, store, digests, mailer, pusher, phone, browsers, clock, metrics, log } = parts
  const ways = new Map<string, Way>()
  const readers = new Map<string, Reader>()

  /** An alarm's log says of its e-mail that none is sent. */
  const leaveOut = async (message: ClaimedMessage): Promise<void> => {
    if (message.alarmId === null || message.channel !== 'EMAIL') return store.drop(message)
    await store.end(message, over('STOPPED'), clock.now())
  }

  const send = async (way: Way, message: ClaimedMessage): Promise<void> => {
    const fate = fateOf(message, message.wishes, clock.now())
    if (fate instanceof Date) return store.postpone(message, fate)
    if (fate === 'UNWANTED') return leaveOut(message)
    if (fate !== 'SENT') return digests.join(message, fate.inDigestAt)
    const ended = await way.senders.get(message.kind)?.(message)
    if (ended === undefined || ended === null) return store.drop(message)
    const { ending, consequence, error } = ended
    if (error !== undefined) {
      log.warn({ message: message.kind, tries: message.tries, ...errorFields(error) }, 'a message was not taken')
    }
    const isEnded = await store.end(message, ending, clock.now(), consequence)
    const { id, alarmId } = message
    // Of one that has waited because its receiver wishes so, the time says nothing about us.
    const { quietHours, digestAt } = message.wishes
    const hasWaited = (quietHours !== null || digestAt !== null) && canWait(message)
    if (isEnded && alarmId !== null && !hasWaited && ending.state === 'SENT') await timeFirst(alarmId, id)
    if (error instanceof SendingDropped) throw error
  }

  /** Times an alarm to the first message about it, if that is this one, which was noted as taken just now. */
  const timeFirst = async (alarmId: string, id: string): Promise<void> => {
    const seconds = await store.secondsToFirst(alarmId, id)
    if (seconds !== null) metrics.time('wegwarte_alarm_first_delivery_seconds', {}, seconds)
  }

  const register = (
    channels: Lane['channels'],
    { name: kind }: Pick<MessageKind<About>, 'name'>,
    { name, turns, atOnce }: OwnLane,
    sender: Send,
    { whenBegun }: Pick<Lane, 'whenBegun'> = {},
  ): void => {
    const way: Way = ways.get(name) ?? {
      channels,
      turns,
      kinds: [],
      senders: new Map<string, Send>(),
      round: round(name),
      sending: createSendingRound<ClaimedMessage>({
        begin: () => store.begin(way, clock.now()),
        send: (message) => send(way, message),
        now: () => clock.now(),
        runMs: messagesServerLimits.runMinutes * minuteMs,
        ...(atOnce !== undefined && { atOnce }),
      }),
    }
    if (whenBegun !== undefined) way.whenBegun = whenBegun
    way.kinds.push(kind)
    way.senders.set(kind, sender)
    if (ways.has(name)) return
    ways.set(name, way)
    jobs.every(way.round, '* * * * *', way.sending.run)
  }

  const messages: Messages = {
    email(kind, contentOf, how = {}) {
      readers.set(kind.name, {
        ...kind,
        read: async (message) => contentOf(kind.about.parse(message.about), message),
      })
      const sender: Send = async (message) => {
        const about = kind.about.safeParse(message.about)
        if (!about.success) return { ending: leftForNewer(message, kind, clock.now()), error: about.error }
        let consequence: Consequence | undefined
        try {
          const content = await contentOf(about.data, message)
          if (content === null) return null
          consequence = content.consequence
          if ('unsent' in content) return { ending: over(content.unsent), consequence }
          const { to, email, isWanted } = content
          await whileRenewed(
            () => store.renew(message, clock.now()),
            () => mailer.send(to, email, { id: message.id, isAlarm: kind.isAlarm, ...(isWanted && { isWanted }) }),
          )
          return { ending: over('SENT'), consequence }
        } catch (error) {
          if (error instanceof SendingUnwanted) return { ending: over('STOPPED') }
          return { ending: endingAfter(error, message, kind, clock.now()), consequence, error }
        }
      }
      const { lane = usualLane('email', kind), ...whenClaimed } = how
      register(['EMAIL'], kind, lane, sender, whenClaimed)
    },
    push(kind, contentOf) {
      register(['PUSH'], kind, usualLane('push', kind), async (message) => {
        const about = kind.about.safeParse(message.about)
        if (!about.success) return { ending: leftForNewer(message, kind, clock.now()), error: about.error }
        const { target, recipient, owner } = message
        try {
          const content = await contentOf(about.data, message)
          if (content === null) return null
          const outcome = target === null ? 'GONE' : await pusher.send(target, content)
          if (outcome === 'GONE' && owner !== null && recipient !== null) await browsers.remove(owner.userId, recipient)
          const isTriedAgain = kind.isAlarm && outcome === 'LATER'
          return { ending: isTriedAgain ? again(message, kind, clock.now()) : endingOf[outcome] }
        } catch (error) {
          return { ending: again(message, kind, clock.now()), error }
        }
      })
    },
    phone(kind, contentOf, lane) {
      register(phoneChannels, kind, lane, async (message) => {
        const about = kind.about.safeParse(message.about)
        if (!about.success) return { ending: leftForNewer(message, kind, clock.now()), error: about.error }
        const { id, tries } = message
        const later = unlessNever(nextPhoneTry(tries, clock.now()))
        try {
          const content = await contentOf(about.data, message)
          if (content === null) return null
          const { consequence } = content
          if ('unsent' in content) return { ending: over(content.unsent), consequence }
          const channel = phoneChannels.find((one) => one === message.channel)
          if (phone === null || channel === undefined) return { ending: over('FAILED'), consequence }
          const outcome = await phone.send({ id, channel, to: content.to, text: content.text })
          if (outcome === 'TAKEN') return { ending: over('SENT'), consequence }
          log.warn({ message: kind.name, tries, outcome }, 'a message to a phone was not taken')
          return { ending: outcome === 'REFUSED' ? over('FAILED') : later, consequence }
        } catch (error) {
          return { ending: later, error }
        }
      })
    },
    webhook(kind, deliver, lane) {
      register(['WEBHOOK'], kind, lane, async (message) => {
        const about = kind.about.safeParse(message.about)
        if (!about.success) return { ending: leftForNewer(message, kind, clock.now()), error: about.error }
        try {
          const delivered = await deliver(about.data, message)
          if (delivered === null) return null
          const { consequence } = delivered
          if ('unsent' in delivered) return { ending: over(delivered.unsent), consequence }
          return { ending: endingOfPost(delivered.httpStatus, message, kind, clock.now()), consequence }
        } catch (error) {
          return { ending: again(message, kind, clock.now()), error }
        }
      })
    },
    async wake() {
      for (const { round } of ways.values()) await jobs.wake(round)
    },
  }
  const contentOfDigest = createDigest({ ...parts, readers, leaveOut, now: () => clock.now() })
  messages.email(digestMessage, (_about, message) => contentOfDigest(message))
  return {
    ...messages,
    async settled() {
      await Promise.all([...ways.values()].map(({ sending }) => sending.settled()))
    },
  }
}

/** Alarms wait for no other message. */
function usualLane(by: 'email' | 'push', { name, isAlarm, isApart }: Omit<MessageKind<About>, 'about'>): OwnLane {
  if (isApart === true) return { name: `${name}-by-${by}`, turns: isAlarm ? alarmTurns : usualTurns }
  return isAlarm ? { name: `alarms-by-${by}`, turns: alarmTurns } : { name: `messages-by-${by}`, turns: usualTurns }
}
