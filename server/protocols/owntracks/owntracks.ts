import { httpLimits } from '#contract/limits/http-limits.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { messagesIn, namesOf, reportOf, type Said } from './owntracks-message.ts'
import type { Delivery } from '#domain/reception/outcome.ts'
import type { HttpProtocol, Refusal, Report, TrackerRequest } from '#server/protocols/protocol.ts'
import { headerOf, queryOf, secretOf } from '#server/protocols/sent-secret.ts'

/** The OwnTracks apps in their HTTP mode (protocols, section 2). A message can contain a picture, hence the longer body. */
export const owntracks = {
  name: 'owntracks',
  bodyBytes: httpLimits.bodyBytes,
  methods: ['POST'],
  decode,
  answer,
} satisfies HttpProtocol

/** A message that came over MQTT: its topic identifies the tracker. Null if it is no report. Never throws. */
export function decodeMqtt(topic: string, payload: Uint8Array, receivedAt: Date): Report | null {
  const [message, ...more] = messagesIn(payload)
  if (message === undefined || more.length > 0) return null
  const report = reportOf(message, namesOf({ topic }), receivedAt)
  return report === null || 'refusal' in report ? null : { ...report, secret: null }
}

function decode(request: TrackerRequest, receivedAt: Date): Report[] | { refusal: Refusal } {
  const messages = messagesIn(request.body)
  // No app sends several; recordings do.
  if (messages.length > trackingLimits.backlogFixes) return { refusal: 'TOO_LARGE' }
  const secret = secretOf(request)
  const reports: Report[] = []
  for (const message of messages) {
    const report = reportOf(message, namesIn(request, message), receivedAt)
    if (report !== null && 'refusal' in report) return report
    if (report !== null) reports.push({ ...report, secret })
  }
  return reports.length === 0 ? { refusal: 'NO_REPORT' } : reports
}

/**
 * The app's queue stops at whatever is not answered 2xx. So every message is accepted except those that show a set-up that
 * can be corrected; the queue then continues.
 */
function answer(
  outcome: Delivery | Refusal,
  requestsPosition = false,
): { status: number; body: string; contentType: string } {
  const status = statusOf(outcome)
  // The app reads the array as messages for it.
  const body = requestsPosition ? `[${positionRequest}]` : '[]'
  return { status, body, contentType: 'application/json; charset=utf-8' }
}

/** Apps follow it where their owner allows remote commands (owntracks.org/booklet/tech/json, `_type=cmd`). */
export const positionRequest = JSON.stringify({ _type: 'cmd', action: 'reportLocation' })

function statusOf(outcome: Delivery | Refusal): number {
  switch (outcome) {
    case 'NO_IDENTITY':
      return 400
    case 'WRONG_SECRET':
      return 403
    case 'UNKNOWN_TRACKER':
    case 'NO_OWNER':
      return 404
    default:
      return 200
  }
}

/** The topic in the message, else the user and device that the app names beside it, else its two letters. */
function namesIn({ headers, url }: TrackerRequest, { topic, tid }: Said): string[] {
  const query = queryOf(url)
  return namesOf({
    topic,
    user: headerOf(headers, 'x-limit-u') ?? query.get('u'),
    device: headerOf(headers, 'x-limit-d') ?? query.get('d'),
    tid,
  })
}
