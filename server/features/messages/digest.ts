import type { Logger } from 'pino'
import { fateOf } from '#domain/messages/message-fate.ts'
import { errorFields } from '#server/platform/error-fields.ts'
import type { ClaimedMessage } from './claimed-message.ts'
import type { EmailContent, InDigest, Unsent } from './contents.ts'
import { digestEmail } from './digest-email.ts'
import { type DigestsStore, endTogether } from './digests.store.ts'
import { leftForNewer, over, type Tried } from './endings.ts'
import type { Consequence, MessagesStore } from './messages.store.ts'

/** How e-mails of a kind are read and tried. */
export interface Reader extends Tried {
  /** Rejects if it cannot be read now. */
  read(message: ClaimedMessage): Promise<EmailContent | Unsent | null>
}

interface Parts {
  digests: Pick<DigestsStore, 'collect'>
  store: Pick<MessagesStore, 'end' | 'drop'>
  /** Of each kind of e-mail. */
  readers: ReadonlyMap<string, Reader>
  /** Ends one that its receiver does not want. */
  leaveOut(message: ClaimedMessage): Promise<void>
  now(): Date
  publicUrl: string
  log: Logger
}

interface Told {
  message: ClaimedMessage
  content: EmailContent & { inDigest: InDigest }
}

/**
 * Makes the e-mail of a day when its turn comes: of what is still true and wanted then. What cannot be read goes by itself later, and
 * holds up nothing. Null: nothing is left to tell.
 */
export function createDigest({ digests, store, readers, leaveOut, now, publicUrl, log }: Parts) {
  const read = async (message: ClaimedMessage): Promise<Told | null> => {
    if (fateOf(message, message.wishes, now()) === 'UNWANTED') {
      await leaveOut(message)
      return null
    }
    const reader = readers.get(message.kind)
    const byItself = leftForNewer(message, { isAlarm: reader?.isAlarm === true }, now())
    try {
      const content = (await reader?.read(message)) ?? null
      if (reader !== undefined && content === null) await store.drop(message)
      else if (content !== null && 'unsent' in content) {
        await store.end(message, over(content.unsent), now(), content.consequence)
      } else if (content?.inDigest === undefined) await store.end(message, byItself, now())
      else return { message, content: { ...content, inDigest: content.inDigest } }
    } catch (error) {
      log.warn({ message: message.kind, ...errorFields(error) }, 'a message cannot be read for a digest')
      await store.end(message, byItself, now())
    }
    return null
  }

  return async (digest: ClaimedMessage): Promise<EmailContent | null> => {
    const told: Told[] = []
    for (const message of await digests.collect(digest, now())) {
      const one = await read(message)
      if (one !== null) told.push(one)
    }
    const [first, ...others] = told
    if (digest.owner === null || first === undefined) return null
    const items = told.map(({ content }) => content.inDigest)
    const email = others.length === 0 ? first.content.email : digestEmail(items, publicUrl)
    return { to: digest.owner.email, email, consequence: togetherWith(told, digest.owner.userId) }
  }
}

/** What follows for each from how the e-mail ended. While that is tried again they stay claimed. */
function togetherWith(told: readonly Told[], userId: string): Consequence {
  const messages = told.map(({ message }) => message)
  const consequences = told.flatMap(({ content }) => content.inDigest.consequence ?? [])
  const held = consequences.map(({ holding }) => holding)
  return {
    holding: {
      accounts: [...new Set([userId, ...held.flatMap(({ accounts = [] }) => accounts)])],
      devices: messages.flatMap(({ deviceId }) => deviceId ?? []),
      alarms: [...messages.flatMap(({ alarmId }) => alarmId ?? []), ...held.flatMap(({ alarms = [] }) => alarms)],
    },
    async follow(writing, ending, at) {
      if (ending.state === 'QUEUED') return
      for (const { follow } of consequences) await follow(writing, ending, at)
      await endTogether(
        writing,
        messages.map(({ id }) => id),
        ending,
        at,
      )
    },
  }
}
