import { createTransport } from 'nodemailer'
import type { Figures } from '#server/figures.ts'
import { isAboutAddress } from './refused-address.ts'

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
   * Names the e-mail in its Message-ID and to the mail servers on its way, which report about it under this name
   * (`delivery-report.ts`). It consists of e-mails, digits, `.` and `-`, and reveals nothing, because it is never
   * encrypted.
   */
  id?: string
}

/** The mail server says that there is no such address: trying again is useless. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

export interface Mailer {
  kind: 'smtp' | 'mailbox'
  /**
   * Resolves when the mail server has accepted the e-mail. Rejects otherwise, with `AddressRefused` if that is final; the
   * sender decides about a retry.
   */
  send(to: string, message: Email, sending?: Sending): Promise<void>
  /** Resolves when the mail server answers and accepts our user and password. */
  verify(): Promise<void>
  /** The contents of the mailbox, newest last; always empty with SMTP. */
  delivered(): readonly Delivered[]
  close(): void
}

/** Counts what becomes of e-mails. */
export function countedMailer(mailer: Mailer, figures: Figures): Mailer {
  const count = (outcome: string) => figures.count('wegwarte_emails_total', { outcome })
  return {
    ...mailer,
    async send(to, message, sending) {
      try {
        await mailer.send(to, message, sending)
        count('sent')
      } catch (error) {
        count(error instanceof AddressRefused ? 'refused' : 'failed')
        throw error
      }
    },
  }
}

const mailboxEmails = 200
const smtpTimeoutMs = 15_000

interface SmtpOptions {
  url: string
  from: string
  /** The address to which mail servers report e-mails that they cannot deliver; undefined: the address in `from`. */
  bounces: string | undefined
  /** The product's name on the internet, which makes the ids of its e-mails unique. */
  host: string
}

/** Sends by SMTP. */
export function createSmtpMailer({ url, from, bounces, host }: SmtpOptions): Mailer {
  const timeouts = { connectionTimeout: smtpTimeoutMs, greetingTimeout: smtpTimeoutMs, socketTimeout: smtpTimeoutMs }
  const transport = createTransport({ url, ...timeouts }, { from })
  return {
    kind: 'smtp',
    async send(to, message, { replyTo, id } = {}) {
      const sending = transport.sendMail({
        to,
        ...message,
        ...(replyTo === undefined ? { headers: writtenByNobody } : { replyTo }),
        ...(bounces !== undefined && { envelope: { from: bounces, to } }),
        ...(id !== undefined && { messageId: `<${id}@${host}>`, dsn: reportsAbout(id, bounces !== undefined) }),
      })
      await sending.catch((error: unknown) => {
        // Without the server's words, which contain the address: errors are logged.
        throw isAboutAddress(error) ? new AddressRefused('the mail server knows no such address') : error
      })
    },
    async verify() {
      await transport.verify()
    },
    delivered: () => [],
    close: () => transport.close(),
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
    close: () => undefined,
  }
}
