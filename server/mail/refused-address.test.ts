import { expect, test } from 'vitest'
import { isAboutAddress, isUnavailable } from './refused-address.ts'

test.each([
  ['no such mailbox', 'RCPT TO', '550 5.1.1 <x@example.org>: Recipient address rejected: User unknown', true],
  ['no such mailbox, in lines', 'RCPT TO', '550-5.1.1 The email account does not exist.\n550 5.1.1 Good bye', true],
  ['no such domain', 'RCPT TO', '550 5.1.2 Host unknown', true],
  ['a domain that takes no mail', 'RCPT TO', '556 5.1.10 Recipient address has null MX', true],
  ['a mailbox that takes nothing', 'RCPT TO', '550-5.2.1 The user is receiving mail at a rate too high', false],
  ['a full mailbox', 'RCPT TO', '552 5.2.2 Over quota', false],
  ['a sender that is refused', 'RCPT TO', '550 5.1.8 Sender address rejected', false],
  ['a policy', 'RCPT TO', '554 5.7.1 Relay access denied', false],
  ['a word without a reason', 'RCPT TO', '550 Requested action not taken', false],
  ['what is over soon', 'RCPT TO', '450 4.1.1 Try again later', false],
  ['a number in the words', 'RCPT TO', '550 5.7.1 see 5.1.1', false],
  ['an e-mail, not the address', 'DATA', '554 5.1.1 Rejected', false],
])('%s ends an e-mail only if it is about the address', (_case, command, response, expected) => {
  expect(isAboutAddress(Object.assign(new Error('refused'), { command, response }))).toBe(expected)
})

test('a connection that was not made is not about the address', () => {
  expect(isAboutAddress(new Error('connect ECONNREFUSED'))).toBe(false)
})

test.each([
  ['CONN', '421 4.7.0 Too many connections', true],
  ['EHLO', '421 Service not available', true],
  ['MAIL FROM', '421 4.3.2 closing', true],
  ['RCPT TO', '421 4.7.0 try this recipient later', false],
  ['DATA', '421 4.7.0 rate limit', false],
  ['CONN', '554 no', false],
])('%s answered by „%s“ says that no more connections are taken: %s', (command, response, expected) => {
  expect(isUnavailable(Object.assign(new Error('refused'), { command, response }))).toBe(expected)
})
