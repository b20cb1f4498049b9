import type { MessageState } from '#domain/messages/messages.ts'
import type { HeldRows } from '#server/db/transactions/locks.ts'
import type { Email } from '#server/mail/mailer.ts'
import type { DigestItem } from './digest-email.ts'
import type { Consequence } from './messages.store.ts'

/** An e-mail as it is to be sent now. */
export interface EmailContent {
  to: string
  email: Email
  /** What follows from how this try ends. */
  consequence?: Consequence
  /** Asked when its turn at the mail server has come: somebody may have answered meanwhile. */
  isWanted?: () => Promise<boolean>
  /** Of what can go in the e-mail of a day: how it stands there. */
  inDigest?: InDigest
}

/** A text message, or words of a call, as it is to be sent now. */
export interface PhoneContent {
  /** E.164. Never logged. */
  to: string
  text: string
  /** What follows from how this try ends. */
  consequence: Consequence
}

/** A delivery to a program that was tried. */
export interface Delivery {
  /** What its address answered; null: nothing in time. 2xx: it has taken it. */
  httpStatus: number | null
  consequence: Consequence
}

/** One that is not sent, and kept as such: somebody has answered, nobody is there to get it, or they had too many. */
export interface Unsent {
  unsent: Extract<MessageState, 'STOPPED' | 'FAILED' | 'BOUNCED' | 'WITHHELD'>
  consequence?: Consequence
}

/** One of several in the e-mail of a day. */
export interface InDigest extends DigestItem {
  /** What follows from how that e-mail ends. */
  consequence?: Consequence<HeldRows>
}
