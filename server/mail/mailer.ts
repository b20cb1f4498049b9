import { createTransport } from 'nodemailer'

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

export interface Mailer {
  kind: 'smtp' | 'mailbox'
  /** Resolves when the mail server has taken the letter. Rejects otherwise; whoever sends decides about a retry. */
  send(to: string, letter: Letter, replyTo?: string): Promise<void>
  /** What the mailbox holds; always empty with SMTP. */
  delivered(): readonly Delivered[]
  close(): void
}

const mailboxLetters = 200
const smtpTimeoutMs = 15_000

/** Sends by SMTP. */
export function createSmtpMailer(options: { url: string; from: string }): Mailer {
  const transport = createTransport(
    {
      url: options.url,
      connectionTimeout: smtpTimeoutMs,
      greetingTimeout: smtpTimeoutMs,
      socketTimeout: smtpTimeoutMs,
    },
    { from: options.from },
  )
  return {
    kind: 'smtp',
    async send(to, letter, replyTo) {
      await transport.sendMail({ to, ...letter, ...(replyTo !== undefined && { replyTo }) })
    },
    delivered: () => [],
    close: () => transport.close(),
  }
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
