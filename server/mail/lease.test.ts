import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import { whileRenewed } from './lease.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the lease of an e-mail is renewed for as long as it is being sent, also after a failure to do so', async () => {
  const renew = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('the database is away'))
    .mockResolvedValue()
  const taken = Promise.withResolvers<string>()
  const sending = whileRenewed(renew, () => taken.promise)
  await vi.advanceTimersByTimeAsync(10 * mailServerLimits.renewEveryMs)
  expect(renew).toHaveBeenCalledTimes(10)
  taken.resolve('taken')
  expect(await sending).toBe('taken')
  await vi.advanceTimersByTimeAsync(10 * mailServerLimits.renewEveryMs)
  expect(renew).toHaveBeenCalledTimes(10)
})

test('nor is it renewed after the e-mail was not taken', async () => {
  const renew = vi.fn<() => Promise<void>>().mockResolvedValue()
  await expect(whileRenewed(renew, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  await vi.advanceTimersByTimeAsync(10 * mailServerLimits.renewEveryMs)
  expect(renew).not.toHaveBeenCalled()
})
