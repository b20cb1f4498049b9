import { expect, test } from 'vitest'
import { errorFields } from './error-fields.ts'

test('an error is logged without its message, and several that came together each so, up to three', () => {
  const secret = (code: string) => Object.assign(new Error('48.1 is no latitude'), { code })
  const fields = errorFields(new AggregateError(['23505', '23506', '23507', '23508'].map(secret), 'not all'))
  expect(fields.errors?.count).toBe(4)
  expect(fields.errors?.first.map(({ error, code }) => [error, code])).toEqual([
    ['Error', '23505'],
    ['Error', '23506'],
    ['Error', '23507'],
  ])
  expect(JSON.stringify(fields)).not.toContain('48.1')
})
