import { createTransport } from 'nodemailer'
import { isAboutAddress } from './refused-address.ts'

/** A letter to one person: plain text that says everything, and the same as HTML. */
export interface Letter {
  subject: string
  text: string
  html: string
}

/** A letter that the built-in mailbox took, newest last. */
export interface Delivered extends Letter {
  to: string
  at: string
}

export interface Sending {
  /** Who wrote it, where somebody did. */
  replyTo?: string
  /**
   * Names the letter in its Message-ID and to the mail servers on its way, which report about it under this name
   * (`delivery-report.ts`). Of letters, digits, `.` and `-`, and telling nothing: it travels outside every encryption.
   */
  id?: string
}

/** The mail server says that there is no such address: trying again is in vain. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

export interface Mailer {
  kind: 'smtp' | 'mailbox'
  /**
   * Resolves when the mail server has taken the letter. Rejects otherwise, with `AddressRefused` where that is for good;
   * whoever sends decides about a retry.
   */
  send(to: string, letter: Letter, sending?: Sending): Promise<void>
  /** What the mailbox holds; always empty with SMTP. */
  delivered(): readonly Delivered[]
  close(): void
}

const mailboxLetters = 200
const smtpTimeoutMs = 15_000

interface SmtpOptions {
  url: string
  from: string
  /** Whom mail servers write to about letters that they cannot deliver; undefined: the address in `from`. */
  bounces: string | undefined
  /** The product's name on the internet, which makes the ids of its letters unique in the world. */
  host: string
}

/** Sends by SMTP. */
export function createSmtpMailer({ url, from, bounces, host }: SmtpOptions): Mailer {
  const timeouts = { connectionTimeout: smtpTimeoutMs, greetingTimeout: smtpTimeoutMs, socketTimeout: smtpTimeoutMs }
  const transport = createTransport({ url, ...timeouts }, { from })
  return {
    kind: 'smtp',
    async send(to, letter, { replyTo, id } = {}) {
      const sending = transport.sendMail({
        to,
        ...letter,
        ...(replyTo === undefined ? { headers: writtenByNobody } : { replyTo }),
        ...(bounces !== undefined && { envelope: { from: bounces, to } }),
        ...(id !== undefined && { messageId: `<${id}@${host}>`, dsn: reportsAbout(id, bounces !== undefined) }),
      })
      await sending.catch((error: unknown) => {
        // Without the server's words, which name the address: errors are logged.
        throw isAboutAddress(error) ? new AddressRefused('the mail server knows no such address') : error
      })
    },
    delivered: () => [],
    close: () => transport.close(),
  }
}

/** Keeps programs that answer for people on holiday from answering (RFC 3834, section 5). */
const writtenByNobody = { 'auto-submitted': 'auto-generated' }

/**
 * What a mail server that can report (RFC 3461) is asked for: never the letter itself back, for it may tell a place. That
 * it was delivered only where an address of its own takes reports: there would be one for every letter.
 */
function reportsAbout(id: string, deliveriesToo: boolean) {
  return { envid: id, ret: 'HDRS', ...(deliveriesToo && { notify: ['SUCCESS', 'FAILURE', 'DELAY'] }) }
}

/** Keeps letters in memory for `/dev/mail`, for a product without a mail server. Never in production (config.ts). */
export function createMailbox(now: () => Date): Mailer {
  const letters: Delivered[] = []
  return {
    kind: 'mailbox',
    async send(to, letter) {
      letters.push({ ...letter, to, at: now().toISOString() })
      letters.splice(0, Math.max(0, letters.length - mailboxLetters))
    },
    delivered: () => letters,
    close: () => undefined,
  }
}
