import { createTransport } from 'nodemailer'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { isAboutAddress, isUnavailable } from './refused-address.ts'
import { createSendingTurns } from './sending-turns.ts'

/** An e-mail to one person: plain text that says everything, and the same as HTML. */
export interface Email {
  subject: string
  text: string
  html: string
}

/** An e-mail that the built-in mailbox accepted. */
export interface Delivered extends Email {
  to: string
  at: string
}

export interface Sending {
  /** The author, if a person wrote it. */
  replyTo?: string
  /**
   * Names the e-mail in its Message-ID, the same each time that it is tried: where it arrives twice after all, mail programs
   * show it once. It consists of letters, digits, `.` and `-`, and reveals nothing, because it is never encrypted.
   */
  id?: string
  /**
   * It goes before all others. Mail servers on its way are asked to report about it under its name (`delivery-report.ts`).
   */
  isAlarm?: boolean
  /** Asked when its turn has come, which may be long after it was begun: an e-mail that nobody wants any more is not sent. */
  isWanted?: () => Promise<boolean>
  /** For somebody who waits: it is dropped when no mail server has it after this time. */
  patienceMs?: number
}

/** The mail server says that there is no such address: trying again is useless. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** It was dropped before a mail server had the whole of it: the product stops, or nobody waits any longer. */
export class SendingDropped extends Error {
  override readonly name = 'SendingDropped'
}

/** When its turn came, nobody wanted it any more. */
export class SendingUnwanted extends Error {
  override readonly name = 'SendingUnwanted'
}

export interface Mailer {
  kind: 'smtp' | 'mailbox'
  /**
   * Resolves when the mail server has accepted the e-mail. Rejects otherwise, with `AddressRefused` if that is final and with
   * `SendingDropped` if no server can have it; the sender decides about a retry.
   */
  send(to: string, message: Email, sending?: Sending): Promise<void>
  /** Resolves when the mail server answers and accepts our user and password. */
  verify(): Promise<void>
  /** The contents of the mailbox, newest last; always empty with SMTP. */
  delivered(): readonly Delivered[]
  /** Begins no further e-mail, and drops those of which the last byte has not been written. The others go on. */
  stop(): void
  /** Closes all connections, also those whose server has not answered. */
  close(): void
}

/** Counts what becomes of e-mails. */
export function countedMailer(mailer: Mailer, metrics: Metrics): Mailer {
  const count = (outcome: EmailOutcome, by = 1) => metrics.count('wegwarte_emails_total', { outcome }, by)
  for (const outcome of emailOutcomes) count(outcome, 0)
  return {
    ...mailer,
    async send(to, message, sending) {
      try {
        await mailer.send(to, message, sending)
        count('sent')
      } catch (error) {
        count(outcomeOf(error))
        throw error
      }
    },
  }
}

const emailOutcomes = ['sent', 'refused', 'unwanted', 'dropped', 'failed'] as const
type EmailOutcome = (typeof emailOutcomes)[number]

function outcomeOf(error: unknown): EmailOutcome {
  if (error instanceof AddressRefused) return 'refused'
  if (error instanceof SendingUnwanted) return 'unwanted'
  return error instanceof SendingDropped ? 'dropped' : 'failed'
}

const mailboxEmails = 200
const { connections, othersAtOnce, greetingMs, answerMs, idleMs } = mailServerLimits

interface SmtpOptions {
  url: string
  from: string
  /** The address to which mail servers report e-mails that they cannot deliver; undefined: the address in `from`. */
  bounces: string | undefined
  /** The product's name on the internet, which makes the ids of its e-mails unique. */
  host: string
}

/** An e-mail on its way. */
interface UnderWay {
  /** Whether the server may have the whole of it: then only the server knows what becomes of it. */
  isWritten: boolean
  dropping: AbortController
}

/** Sends by SMTP, several e-mails at once, over connections that are used again. */
export function createSmtpMailer({ url, from, bounces, host }: SmtpOptions): Mailer {
  const pool = { pool: true, maxConnections: connections, idleTimeout: idleMs } as const
  const timeouts = { connectionTimeout: greetingMs, greetingTimeout: greetingMs, socketTimeout: answerMs }
  const transport = createTransport({ url, ...pool, ...timeouts }, { from })
  const turns = createSendingTurns({ atOnce: connections, othersAtOnce })
  const underWay = new Map<AbortSignal, UnderWay>()
  let isStopped = false
  let taken = 0

  // The end of an e-mail is read right before its last byte is written.
  transport.use('stream', (mail, done) => {
    const email = mail.data.signal === undefined ? undefined : underWay.get(mail.data.signal)
    if (email !== undefined) mail.message.processFunc((read) => read.once('end', () => (email.isWritten = true)))
    done()
  })
  const drop = ({ isWritten, dropping }: UnderWay) => {
    if (!isWritten) dropping.abort(new SendingDropped('the e-mail was dropped'))
  }

  /**
   * Where the server takes fewer connections at once, an e-mail waits until one of those is free. Not again where they cannot
   * become fewer, and nothing was taken over them meanwhile.
   */
  const whereTaken = async (email: UnderWay, isAlarm: boolean, send: () => Promise<unknown>): Promise<void> => {
    const { signal } = email.dropping
    for (let takenBefore = -1; ; takenBefore = taken) {
      let isToWait = false
      const attempt = async () => {
        try {
          await send()
          taken += 1
        } catch (error) {
          if (!email.isWritten && !signal.aborted && isUnavailable(error)) {
            const narrowed = turns.narrow()
            isToWait = narrowed === 'narrower' || (narrowed === 'as before' && takenBefore < taken)
          }
          if (!isToWait) throw error
        }
      }
      await turns.run({ isAlarm, signal }, attempt)
      if (!isToWait) return
    }
  }

  return {
    kind: 'smtp',
    async send(to, message, { replyTo, id, isAlarm = false, isWanted, patienceMs } = {}) {
      if (isStopped) throw new SendingDropped('the product stops')
      const email = { isWritten: false, dropping: new AbortController() }
      const { signal } = email.dropping
      underWay.set(signal, email)
      const patience = patienceMs === undefined ? undefined : setTimeout(() => drop(email), patienceMs)
      const sendMail = async () => {
        if (isWanted !== undefined && !(await isWanted())) throw new SendingUnwanted('it was answered meanwhile')
        return transport.sendMail({
          to,
          ...message,
          ...(replyTo === undefined ? { headers: writtenByNobody } : { replyTo }),
          ...(bounces !== undefined && { envelope: { from: bounces, to } }),
          ...(id !== undefined && { messageId: `<${id}@${host}>` }),
          ...(id !== undefined && isAlarm && { dsn: reportsAbout(id, bounces !== undefined) }),
          signal,
        })
      }
      try {
        await whereTaken(email, isAlarm, sendMail)
      } catch (error) {
        if (signal.aborted) throw signal.reason
        // Without the server's words, which contain the address: errors are logged.
        throw isAboutAddress(error) ? new AddressRefused('the mail server knows no such address') : error
      } finally {
        clearTimeout(patience)
        underWay.delete(signal)
      }
    },
    async verify() {
      await transport.verify()
    },
    delivered: () => [],
    stop() {
      isStopped = true
      for (const email of underWay.values()) drop(email)
    },
    close() {
      transport.close({ force: true })
    },
  }
}

/** Prevents holiday replies (RFC 3834, section 5). */
const writtenByNobody = { 'auto-submitted': 'auto-generated' }

/**
 * What we ask of a mail server that can report (RFC 3461). It never returns the whole e-mail, which may contain a place.
 * Deliveries are reported only if a special address takes the reports, because there is one for every e-mail.
 */
function reportsAbout(id: string, deliveriesToo: boolean) {
  return { envid: id, ret: 'HDRS', ...(deliveriesToo && { notify: ['SUCCESS', 'FAILURE', 'DELAY'] }) }
}

/** Keeps e-mails in memory for `/dev/mail`, for a product without a mail server. Never in production (config.ts). */
export function createMailbox(now: () => Date): Mailer {
  const messages: Delivered[] = []
  return {
    kind: 'mailbox',
    async send(to, message) {
      messages.push({ ...message, to, at: now().toISOString() })
      messages.splice(0, Math.max(0, messages.length - mailboxEmails))
    },
    verify: async () => undefined,
    delivered: () => messages,
    stop: () => undefined,
    close: () => undefined,
  }
}
