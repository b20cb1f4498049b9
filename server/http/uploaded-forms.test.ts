import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problems, type ProblemCode } from '#contract/base/problem.ts'
import { upload } from '#contract/upload.ts'
import { outcome, send } from '#server/testing/client.ts'
import { startTestApi } from '#server/testing/test-api.ts'

let app: FastifyInstance
let url: string
beforeAll(async () => {
  app = await startTestApi((api) =>
    api.on(upload.send, async ({ file }) => ({ id: 'a'.repeat(20), url: String((await file()).length) })),
  )
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const form = 'multipart/form-data; boundary=b'
const file = 'content-disposition: form-data; name="file"; filename="a.png"'
const field = 'content-disposition: form-data; name="a"'
const part = (head: string, content = 'abc') => `--b\r\n${head}\r\n\r\n${content}\r\n`
const end = '--b--\r\n'
const whole = part(file) + end

const refused: { what: string; type: string; body: string; code: ProblemCode }[] = [
  { what: 'no boundary', type: 'multipart/form-data', body: whole, code: 'UNREADABLE_FORM' },
  { what: 'an empty boundary', type: 'multipart/form-data; boundary=', body: whole, code: 'UNREADABLE_FORM' },
  { what: 'a quoted empty boundary', type: 'multipart/form-data; boundary=""', body: whole, code: 'UNREADABLE_FORM' },
  { what: 'nothing but semicolons', type: 'multipart/form-data;;;', body: whole, code: 'UNREADABLE_FORM' },
  { what: 'a boundary of 300 characters', type: `${form}${'b'.repeat(300)}`, body: whole, code: 'UNREADABLE_FORM' },
  { what: 'another boundary than it uses', type: `${form}c`, body: whole, code: 'UNREADABLE_FORM' },
  { what: 'an end inside its file', type: form, body: part(file).slice(0, -4), code: 'UNREADABLE_FORM' },
  { what: 'an end inside a head', type: form, body: '--b\r\ncontent-dispo', code: 'UNREADABLE_FORM' },
  {
    what: 'no end after a part without a name',
    type: form,
    body: part('content-disposition: form-data'),
    code: 'UNREADABLE_FORM',
  },
  { what: 'no body', type: form, body: '', code: 'FILE_MISSING' },
  { what: 'no part', type: form, body: end, code: 'FILE_MISSING' },
  { what: 'a part without a head', type: form, body: part('') + end, code: 'FILE_MISSING' },
  {
    what: 'a field in place of a file',
    type: form,
    body: part('content-disposition: form-data; name="file"') + end,
    code: 'FILE_MISSING',
  },
  {
    what: 'a damaged name',
    type: form,
    body: part(`content-disposition: form-data; name*=utf-8''%E0%A4%A; filename="a"`) + end,
    code: 'FILE_MISSING',
  },
  {
    what: 'a name that would reach the prototype',
    type: form,
    body: part('content-disposition: form-data; name="__proto__"; filename="a"') + end,
    code: 'VALIDATION_ERROR',
  },
  { what: 'a list of types', type: 'multipart/form-data, boundary=b', body: whole, code: 'UNSUPPORTED_MEDIA_TYPE' },
  { what: 'another kind of parts', type: 'multipart/mixed; boundary=b', body: whole, code: 'UNSUPPORTED_MEDIA_TYPE' },
  { what: 'a type of slashes', type: '///', body: whole, code: 'UNSUPPORTED_MEDIA_TYPE' },
  { what: 'twenty fields', type: form, body: part(field).repeat(20) + whole, code: 'PAYLOAD_TOO_LARGE' },
  {
    what: 'a file that is too large',
    type: form,
    body: part(file, 'x'.repeat(5_000_001)) + end,
    code: 'PAYLOAD_TOO_LARGE',
  },
]

test.each(refused)('a form with $what is refused with a sentence', async ({ type, body, code }) => {
  const answer = await send(url, 'POST', upload.send.path, { token: 't', headers: { 'content-type': type }, body })
  expect(outcome(answer)).toEqual([problems[code].status, code])
  expect(answer.text).toContain(problems[code].message)
})

test.each([
  { what: 'an unknown character set', body: part(`${file}\r\ncontent-type: text/plain; charset=klingon`) + end },
  { what: 'an unreadable type of its file', body: part(`${file}\r\ncontent-type: ;;;`) + end },
  { what: 'a field of broken JSON', body: part(`${field}\r\ncontent-type: application/json`, '{') + whole },
  { what: 'a head of 200,000 characters', body: part(`${file}\r\nx: ${'y'.repeat(200_000)}`) + end },
  { what: 'a second file', body: part(file) + whole },
])('a form with $what is read', async ({ body }) => {
  const answer = await send(url, 'POST', upload.send.path, { token: 't', headers: { 'content-type': form }, body })
  expect([answer.status, answer.body]).toMatchObject([201, { data: { url: '3' } }])
})
