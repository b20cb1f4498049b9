import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['Anna@Example.org', 'anna@example.org'],
  ['anna+motorrad@example.org', 'anna@example.org'],
  ['anna+a+b@example.org', 'anna@example.org'],
  ['+49151@example.org', '+49151@example.org'],
  ['anna@plus+example.org', 'anna@plus+example.org'],
])('%s reaches the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))
