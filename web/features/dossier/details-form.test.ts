import { expect, test } from 'vitest'
import { skippedTime } from '#domain/time/typed-time.ts'
import { detailsForm } from './details-form.ts'

test.each([
  ['', null],
  ['2026-10-25T02:30', null],
  ['2026-03-29T02:30', skippedTime],
])('when a vehicle was last seen, %j, is refused where it would be lost without a word: %s', (lastSeenAt, message) => {
  const { error } = detailsForm.shape.lastSeenAt.safeParse(lastSeenAt)
  expect(error?.issues[0]?.message ?? null).toBe(message)
})
