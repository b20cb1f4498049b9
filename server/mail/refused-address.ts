import * as z from 'zod'

/**
 * A mail server's last word about the address itself: no such mailbox (5.1.1), domain (5.1.2) or form of address (5.1.3),
 * moved away (5.1.6), or a domain that takes no mail (5.1.10, RFC 7505): RFC 3463, section 3.2. Every other refusal, a bare
 * 550 too, may be about us, and end: a wrong password, a full mailbox, a block list. So may a mailbox that is closed (5.2.1):
 * some say so where it only gets too much at a time.
 */
const refusal = z.object({
  command: z.literal('RCPT TO'),
  response: z.string().regex(/^5\d\d[ -]5\.1\.(?:[1236]|10)\b/),
})

/** Whether handing over a letter failed because the recipient's address is none, so that trying again is in vain. */
export function isAboutAddress(error: unknown): boolean {
  return refusal.safeParse(error).success
}
