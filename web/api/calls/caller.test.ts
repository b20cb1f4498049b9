import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { CallProblem } from './call-problem.ts'
import { type CallerOptions, createCaller } from './caller.ts'

const reply = z.object({ name: z.string() })
const draft = { access: 'verified', limit: { unlimited: 'of a test' }, summary: '', reply } as const
const device = {
  show: endpoint('GET', '/api/things/:id', {
    ...draft,
    params: z.object({ id: z.string() }),
    query: z.object({ from: z.optional(z.string()), limit: z.optional(z.number()) }),
  }),
  list: endpoint('GET', '/api/things', draft),
  create: endpoint('POST', '/api/things', { ...draft, body: z.object({ name: z.string() }), status: 201 }),
  replace: endpoint('PUT', '/api/things', { ...draft, body: z.object({ name: z.string() }) }),
  remove: endpoint('DELETE', '/api/things', { ...draft, repeat: 'until-gone', reply: z.object({}) }),
  count: endpoint('DELETE', '/api/things/counted', draft),
  plain: endpoint('GET', '/api/plain', { ...draft, form: 'plain', reply: z.array(z.number()) }),
  file: endpoint('GET', '/api/file', {
    ...draft,
    form: 'file',
    mediaType: 'application/gpx+xml',
    reply: z.string(),
  }),
  send: endpoint('POST', '/api/file', { ...draft, query: z.object({ name: z.string() }), multipart: true }),
  public: endpoint('POST', '/api/login', { ...draft, access: 'public', body: z.object({ name: z.string() }) }),
}

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

/** A real server that answers as the test says, and remembers what it was asked. */
const seen: Seen[] = []
let answer: (response: ServerResponse, attempt: number) => void = () => undefined
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    answer(response, seen.length)
  })
})

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

let token: string | null
let refusals: number
let pauses: number[]
beforeEach(() => {
  seen.length = 0
  token = 'geheim'
  refusals = 0
  pauses = []
})

function caller(overrides: Partial<CallerOptions> = {}) {
  // Plumbing: a TCP server's address is always of this shape.
  const { port } = server.address() as AddressInfo
  return createCaller({
    base: `http://127.0.0.1:${port}`,
    timeoutMs: 2000,
    fileTimeoutMs: 2000,
    retries: 3,
    pause: async (retry) => void pauses.push(retry),
    token: () => token,
    onSessionRefused: () => (refusals += 1),
    isOnline: () => true,
    onStepUpRequired: async () => false,
    ...overrides,
  })
}

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

function text(status: number, body: string, type = 'text/html') {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': type })
    response.end(body)
  }
}

async function problemOf(promise: Promise<unknown>): Promise<CallProblem> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (thrown instanceof CallProblem) return thrown
  throw new Error('expected a CallProblem', { cause: thrown })
}

describe('a call', () => {
  test('fills in the path, leaves out what is absent, and sends the session', async () => {
    answer = json(200, { success: true, data: { name: 'Lotse' } })
    const value = await caller().call(device.show, { params: { id: 'a/b ä' }, query: { limit: 5 } })
    expect(value).toEqual({ name: 'Lotse' })
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/things/a%2Fb%20%C3%A4?limit=5', body: '' })
    expect(seen[0]?.headers.authorization).toBe('Bearer geheim')
  })

  test('sends a body as JSON, and no session if there is none', async () => {
    token = null
    answer = json(201, { success: true, data: { name: 'Lotse' } })
    await caller().call(device.create, { body: { name: 'Lotse' } })
    expect(seen[0]).toMatchObject({ method: 'POST', body: '{"name":"Lotse"}' })
    expect(seen[0]?.headers['content-type']).toBe('application/json')
    expect(seen[0]?.headers.authorization).toBeUndefined()
  })

  test('sends the token of a link instead of the session, and its 401 does not end the session', async () => {
    answer = (response) => response.writeHead(401).end()
    await expect(caller().call(device.public, { body: { name: 'a' } }, { token: 'von-einem-link' })).rejects.toThrow()
    expect(seen[0]?.headers.authorization).toBe('Bearer von-einem-link')
    expect(refusals).toBe(0)
  })

  test('returns a plain reply as it is, with its headers', async () => {
    answer = json(200, [1, 2], { 'x-data-status': 'stale' })
    const { reply: numbers, headers } = await caller().callWithHeaders(device.plain)
    expect(numbers).toEqual([1, 2])
    expect(headers.get('x-data-status')).toBe('stale')
  })

  test('drops what the contract does not know', async () => {
    answer = json(200, { success: true, data: { name: 'Lotse', more: 1 } })
    expect(await caller().call(device.list)).toEqual({ name: 'Lotse' })
  })
})

describe('every answer that is not a success becomes a problem', () => {
  const enveloped = (code: string, more = {}) => ({ success: false, error: { code, message: 'Satz.', ...more } })

  test.each([
    [
      '404 with a general code',
      json(404, enveloped('NOT_FOUND')),
      'NOT_FOUND',
      'Die angeforderte Ressource wurde nicht gefunden.',
    ],
    ['404 without a body', text(404, ''), 'NOT_FOUND', 'Die angeforderte Ressource wurde nicht gefunden.'],
    ['404 with a code of its own', json(404, enveloped('IMEI_NOT_FOUND')), 'IMEI_NOT_FOUND', 'Satz.'],
    ['403 without a code', text(403, '<html>'), 'FORBIDDEN', 'Keine Berechtigung für diese Aktion.'],
    ['403 with a general code', json(403, enveloped('FORBIDDEN')), 'FORBIDDEN', 'Keine Berechtigung für diese Aktion.'],
    ['403 with a code of its own', json(403, enveloped('EMAIL_NOT_VERIFIED')), 'EMAIL_NOT_VERIFIED', 'Satz.'],
    ['401', json(401, enveloped('UNAUTHORIZED')), 'UNAUTHORIZED', 'Satz.'],
    ['401 without a body', text(401, ''), 'UNAUTHORIZED', 'Bitte melden Sie sich an.'],
    ['401 with a code of its own', json(401, enveloped('TOKEN_INVALID')), 'TOKEN_INVALID', 'Satz.'],
    [
      '500 with the id of the request',
      json(500, enveloped('SERVER_ERROR', { requestId: '7KQ2M9XA4C' })),
      'SERVER_ERROR',
      'Serverfehler. Bitte versuchen Sie es später erneut. Kennung für den Support: 7KQ2M9XA4C',
    ],
    [
      '500',
      json(500, enveloped('SERVER_ERROR')),
      'SERVER_ERROR',
      'Serverfehler. Bitte versuchen Sie es später erneut.',
    ],
    [
      '502 of a proxy, in HTML',
      text(502, '<h1>Bad Gateway</h1>'),
      'SERVER_ERROR',
      'Serverfehler. Bitte versuchen Sie es später erneut.',
    ],
    ['408 without a code', text(408, ''), 'TIMEOUT', 'Anfrage wurde wegen Zeitüberschreitung abgebrochen.'],
    ['409 with a code', json(409, enveloped('EMAIL_EXISTS')), 'EMAIL_EXISTS', 'Satz.'],
    ['409 with code and message at the top', json(409, { code: 'X', message: 'Oben.' }), 'X', 'Oben.'],
    ['422 with a message only', json(422, { message: 'Nur ein Satz.' }), 'HTTP_ERROR', 'Nur ein Satz.'],
    ['422 with a nested message', json(422, { error: { message: 'Innen.' } }), 'HTTP_ERROR', 'Innen.'],
    ['422 with the error as a sentence', json(422, { error: 'So nicht.' }), 'HTTP_ERROR', 'So nicht.'],
    ['422 with something else', json(422, [1]), 'HTTP_ERROR', 'HTTP-Fehler aufgetreten.'],
    ['429 in HTML', text(429, '<html>'), 'HTTP_ERROR', 'HTTP-Fehler aufgetreten.'],
    ['418 without a body', text(418, ''), 'UNKNOWN_ERROR', 'Ein unbekannter Fehler ist aufgetreten.'],
    [
      '200 in HTML',
      text(200, '<html>Bitte anmelden</html>'),
      'UNKNOWN_ERROR',
      'Ein unbekannter Fehler ist aufgetreten.',
    ],
    ['200 without a body', text(200, ''), 'UNKNOWN_ERROR', 'Ein unbekannter Fehler ist aufgetreten.'],
    ['204', text(204, ''), 'UNKNOWN_ERROR', 'Ein unbekannter Fehler ist aufgetreten.'],
    [
      '200 with broken JSON',
      text(200, '{"success":tr', 'application/json'),
      'UNKNOWN_ERROR',
      'Ein unbekannter Fehler ist aufgetreten.',
    ],
    [
      '200 that breaks the contract',
      json(200, { success: true, data: { name: 1 } }),
      'UNKNOWN_ERROR',
      'Ein unbekannter Fehler ist aufgetreten.',
    ],
    ['200 that says no', json(200, enveloped('EXPIRED')), 'EXPIRED', 'Satz.'],
  ])('%s', async (_, respond, code, message) => {
    answer = respond
    const problem = await problemOf(caller().call(device.list))
    expect([problem.code, problem.message]).toEqual([code, message])
  })

  test('with everything the server says besides code and message', async () => {
    const more = { fields: { email: 'Falsch' }, remainingAttempts: 3, email: 'a@b.de', retryAfter: 60 }
    answer = json(400, enveloped('VALIDATION_ERROR', more))
    expect(await problemOf(caller().call(device.list))).toMatchObject({ status: 400, ...more })
  })

  test('with the header Retry-After if the body does not say when', async () => {
    answer = json(429, enveloped('RATE_LIMITED'), { 'retry-after': '30' })
    expect((await problemOf(caller().call(device.list))).retryAfter).toBe(30)
  })
})

describe('a missing answer', () => {
  test('is a connection problem after the last try', async () => {
    answer = (response) => void response.socket?.destroy()
    const problem = await problemOf(caller().call(device.list))
    expect([problem.code, problem.status]).toEqual(['NETWORK_ERROR', 0])
    expect(problem.message).toBe('Verbindungsfehler. Bitte überprüfen Sie Ihre Internetverbindung.')
    expect(seen).toHaveLength(4)
    expect(pauses).toEqual([1, 2, 3])
  })

  test('is a connection problem, too, if it does not come in time', async () => {
    answer = () => undefined
    const problem = await problemOf(caller({ timeoutMs: 50, retries: 1 }).call(device.list))
    expect(problem.code).toBe('NETWORK_ERROR')
    expect(seen).toHaveLength(2)
  })

  test('is a connection problem, too, if it breaks off', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"success":', () => response.socket?.destroy())
    }
    expect((await problemOf(caller({ retries: 0 }).call(device.list))).code).toBe('NETWORK_ERROR')
  })

  test('is also one that begins and then stops', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"success":')
    }
    const problem = await problemOf(caller({ timeoutMs: 50, retries: 0 }).call(device.list))
    expect(problem.code).toBe('NETWORK_ERROR')
  })

  test('is not a long one that keeps coming, however long it takes in all', async () => {
    const patienceMs = 1000
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const pieces = ['{"success":true,', '"data":{', '"name":', '"Lot', 'se"', '}}']
      const send = () => {
        const piece = pieces.shift()
        if (piece === undefined) return response.end()
        response.write(piece)
        // Timed: this test is about how long an answer takes.
        return setTimeout(send, patienceMs / 4)
      }
      send()
    }
    const startedAt = performance.now()
    expect(await caller({ timeoutMs: patienceMs, retries: 0 }).call(device.list)).toEqual({ name: 'Lotse' })
    expect(performance.now() - startedAt).toBeGreaterThan(patienceMs)
  })

  test('is not requested again if the caller has cancelled', async () => {
    const abort = new AbortController()
    answer = () => abort.abort()
    const call = caller().call(device.list, {}, { signal: abort.signal })
    expect((await problemOf(call)).code).toBe('NETWORK_ERROR')
    expect(seen).toHaveLength(1)
  })
})

describe('trying again', () => {
  test('ends with the first success', async () => {
    answer = (response, attempt) =>
      attempt < 3 ? text(503, '')(response) : json(200, { success: true, data: { name: 'Lotse' } })(response)
    expect(await caller().call(device.list)).toEqual({ name: 'Lotse' })
    expect(seen).toHaveLength(3)
  })

  test.each([
    ['GET', 4, (c: ReturnType<typeof caller>) => c.call(device.list)],
    ['PUT', 4, (c: ReturnType<typeof caller>) => c.call(device.replace, { body: { name: '' } })],
    ['DELETE of one thing', 4, (c: ReturnType<typeof caller>) => c.call(device.remove)],
    ['DELETE that says how much', 1, (c: ReturnType<typeof caller>) => c.call(device.count)],
    ['POST', 1, (c: ReturnType<typeof caller>) => c.call(device.create, { body: { name: '' } })],
  ])('a failed %s is sent %i times', async (_, times, run) => {
    answer = text(500, '')
    await problemOf(run(caller()))
    expect(seen).toHaveLength(times)
  })

  test('a deletion whose answer was lost counts as done if nothing is left to delete', async () => {
    answer = (response, attempt) => {
      if (attempt === 1) response.destroy()
      else json(404, { success: false, error: { code: 'NOT_FOUND', message: '' } })(response)
    }
    expect(await caller().call(device.remove)).toEqual({})
    expect(seen).toHaveLength(2)
  })

  test('a deletion of something that does not exist is refused', async () => {
    answer = json(404, { success: false, error: { code: 'NOT_FOUND', message: '' } })
    expect((await problemOf(caller().call(device.remove))).code).toBe('NOT_FOUND')
  })

  test.each([400, 401, 403, 404, 409, 429])('%i is an answer: the call is sent once', async (status) => {
    answer = json(status, { success: false, error: { code: 'X', message: '' } })
    await problemOf(caller().call(device.list))
    expect(seen).toHaveLength(1)
  })
})

describe('401', () => {
  test('ends the session', async () => {
    answer = text(401, '')
    await problemOf(caller().call(device.list))
    expect(refusals).toBe(1)
  })

  test('of a public call is about what was sent, and does not end the session', async () => {
    answer = text(401, '')
    await problemOf(caller().call(device.public, { body: { name: '' } }))
    expect(refusals).toBe(0)
  })

  test('that comes after somebody else has signed in does not end the new session', async () => {
    answer = (response) => {
      token = 'neu'
      text(401, '')(response)
    }
    await problemOf(caller().call(device.list))
    expect(refusals).toBe(0)
  })
})

describe('a call that needs a fresh proof', () => {
  const asks = (response: ServerResponse, attempt: number) =>
    attempt === 1
      ? json(403, { success: false, error: { code: 'STEP_UP_REQUIRED', message: 'Satz.' } })(response)
      : json(200, { success: true, data: { name: 'Lotse' } })(response)

  test('is made again after it, even if it may not be repeated: it was refused', async () => {
    answer = asks
    const { call } = caller({ onStepUpRequired: async () => true })
    expect(await call(device.create, { body: { name: 'Lotse' } })).toEqual({ name: 'Lotse' })
    expect(seen.map(({ body }) => body)).toEqual(['{"name":"Lotse"}', '{"name":"Lotse"}'])
  })

  test('fails without it', async () => {
    answer = asks
    expect(await problemOf(caller().call(device.list))).toMatchObject({ code: 'STEP_UP_REQUIRED', message: 'Satz.' })
    expect(seen).toHaveLength(1)
  })

  test('asks once: a proof that does not count is not asked for without end', async () => {
    answer = json(403, { success: false, error: { code: 'STEP_UP_REQUIRED', message: 'Satz.' } })
    let asked = 0
    const { call } = caller({ onStepUpRequired: async () => (asked += 1) > 0 })
    expect((await problemOf(call(device.list))).code).toBe('STEP_UP_REQUIRED')
    expect([asked, seen.length]).toEqual([1, 2])
  })
})

describe('a download', () => {
  test('keeps its bytes and its name', async () => {
    answer = (response) => {
      response.writeHead(200, {
        'content-type': 'application/gpx+xml',
        'content-disposition': 'attachment; filename="device_x_2026-11-21.gpx"',
      })
      response.end('<gpx/>')
    }
    const file = await caller().download(device.file)
    expect(file?.fileName).toBe('device_x_2026-11-21.gpx')
    expect(await file?.content.text()).toBe('<gpx/>')
    expect(seen[0]?.headers.accept).toBe('application/gpx+xml')
  })

  test('of nothing (204) is null', async () => {
    answer = text(204, '')
    expect(await caller().download(device.file)).toBeNull()
  })

  test('fails like any other call', async () => {
    answer = text(500, '')
    expect((await problemOf(caller().download(device.file))).code).toBe('SERVER_ERROR')
  })
})

test('a file is sent as a form, once, with the longer timeout for files', async () => {
  // Timed: five times as long as other calls may take.
  answer = (response) => setTimeout(() => json(200, { success: true, data: { name: 'da' } })(response), 100)
  const { call } = caller({ timeoutMs: 20 })
  expect(await call(device.send, { query: { name: 'a b' }, file: new Blob(['8.4,49']) })).toEqual({ name: 'da' })
  expect(seen).toHaveLength(1)
  expect(seen[0]?.url).toBe('/api/file?name=a+b')
  expect(seen[0]?.headers['content-type']).toContain('multipart/form-data; boundary=')
  expect(seen[0]?.body).toMatch(/name="file"[^]*8\.4,49/)
})

test('a call that is tried again belongs to the user who began it, whoever is signed in by then', async () => {
  answer = (response, attempt) => {
    if (attempt === 1) response.writeHead(503).end()
    else json(200, { success: true, data: { name: 'Lotse' } })(response)
  }
  const signInAnother = async () => void (token = 'eine-andere')
  await caller({ pause: signInAnother }).call(device.replace, { body: { name: 'Lotse' } })
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer geheim', 'Bearer geheim'])
})
