import * as z from 'zod'

/** An answer as it came over the wire. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed JSON, or undefined. */
  body: unknown
  /** The problem's code, where the answer is a failure in the envelope. */
  code: string | undefined
}

const failed = z.object({ success: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) })

/** How a call ended: its status, and the problem's code where there is one. */
export const outcome = (answer: Answer): [status: number, code: string | undefined] => [answer.status, answer.code]

/** One raw request. `body` is sent as JSON unless it is a string, which goes as it is. */
export async function send(
  baseUrl: string,
  method: string,
  path: string,
  options: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { token, body } = options
  const response = await fetch(new URL(path, baseUrl), {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed = json(text)
  const failure = failed.safeParse(parsed)
  const code = failure.success ? failure.data.error.code : undefined
  return { status: response.status, headers: response.headers, text, body: parsed, code }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
