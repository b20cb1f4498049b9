import * as z from 'zod'

/**
 * A mail server's final word about the address itself: no such mailbox (5.1.1), domain (5.1.2) or form of address (5.1.3),
 * moved away (5.1.6), or a domain that accepts no mail (5.1.10, RFC 7505): RFC 3463, section 3.2. Every other refusal, a
 * bare 550 too, may be about us and may end: a wrong password, a full mailbox, a block list. So may a closed mailbox
 * (5.2.1): some servers say so when it only gets too much at a time.
 */
const refusal = z.object({
  command: z.literal('RCPT TO'),
  response: z.string().regex(/^5\d\d[ -]5\.1\.(?:[1236]|10)\b/),
})

/** Whether an e-mail was refused because the recipient's address does not exist, so that trying again is useless. */
export function isAboutAddress(error: unknown): boolean {
  return refusal.safeParse(error).success
}

/** Later, a 421 is about this recipient or this e-mail: a rate, a mailbox that is put off. */
const unavailable = z.object({
  command: z.string().refine((command) => command !== 'RCPT TO' && command !== 'DATA'),
  response: z.string().regex(/^421\b/),
})

/** Whether a server takes nothing over this connection (RFC 5321, section 3.8), most often because there are too many. */
export function isUnavailable(error: unknown): boolean {
  return unavailable.safeParse(error).success
}
