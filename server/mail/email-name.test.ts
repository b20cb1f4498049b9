import { expect, test } from 'vitest'
import { emailName } from './email-name.ts'

test('an e-mail has the same name each time, without what it is about, and each other one another', () => {
  const name = emailName('reminder', 'device-1', '2026-06-01')
  expect(name).toBe(emailName('reminder', 'device-1', '2026-06-01'))
  expect(name).toMatch(/^reminder\.[\da-f]{32}$/)
  expect(emailName('reminder', 'device-1', '2026-06-02')).not.toBe(name)
  expect(emailName('reminder', 'device-12026-06-01')).not.toBe(name)
})
