/**
 * One name for all addresses of a mailbox that are seen to be: however letters are written, and whatever follows a plus sign
 * (RFC 5233). Else its reader could be invited without end, and again after declining.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase()
  const [at, plus] = [address.lastIndexOf('@'), address.indexOf('+')]
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address
}
