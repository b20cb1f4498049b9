import { expect, test } from 'vitest'
import { spur } from '#domain/testing/device-details.ts'
import { browserProblem, CallProblem } from '#web/api/calls/call-problem.ts'
import { decidedFor, outcomeOf } from './outbox-rules.ts'
import type { OutboxEntry, OutboxChange } from './outbox-change.ts'

const device: OutboxChange = { kind: 'device', id: 'd1', base: spur, mine: { ...spur, deviceName: 'Kombi' } }
const report: OutboxChange = { kind: 'report', report: { poiType: 'Accident', latitude: 49, longitude: 8 } }
const ride: OutboxChange = { kind: 'ride', id: 'd1', at: '2026-11-21T12:00:00.000Z' }
const refused = (message: string) => ({ kind: 'stuck', stuck: { why: 'refused', message } })
const gone = { kind: 'stuck', stuck: { why: 'gone' } }

test.each([
  ['no answer', browserProblem('NETWORK_ERROR'), device, { kind: 'no connection' }],
  ['a proxy gave up', browserProblem('TIMEOUT', 408), device, { kind: 'no connection' }],
  ['the server fails', new CallProblem('SERVER_ERROR', '', 500), device, { kind: 'later', seconds: 60 }],
  ['too many', new CallProblem('RATE_LIMITED', '', 429, { retryAfter: 90 }), report, { kind: 'later', seconds: 90 }],
  ['another was faster', new CallProblem('VERSION_CONFLICT', '', 409), device, { kind: 'later', seconds: 1 }],
  ['the session is over', new CallProblem('UNAUTHORIZED', '', 401), device, { kind: 'later', seconds: 60 }],
  ['the device was removed', new CallProblem('NOT_FOUND', '', 404), device, gone],
  ['the device is somebody else\u2019s', new CallProblem('FORBIDDEN', '', 403), device, gone],
  ['the tapped device is gone', new CallProblem('NOT_FOUND', '', 404), ride, gone],
  ['a newer word was said', new CallProblem('TAP_OVERTAKEN', 'Schon anders.', 409), ride, refused('Schon anders.')],
  ['the server says why', new CallProblem('REPORT_OVER', 'Vorbei.', 410), report, refused('Vorbei.')],
  [
    'the server says why at a field',
    new CallProblem('VALIDATION_ERROR', 'Ungültig.', 400, { fields: { notes: 'Zu lang.' } }),
    device,
    refused('Zu lang.'),
  ],
])('%s', (_what, problem, change, outcome) => expect(outcomeOf(problem, change)).toEqual(outcome))

test('a tap that was refused is no change of something that others have changed, too', () => {
  const waiting: OutboxEntry = { name: '1', at: 1, change: ride, stuck: { why: 'refused', message: 'Schon anders.' } }
  expect(decidedFor(waiting)).toEqual({ ...waiting, stuck: null })
})

test('whoever wants their change all the same keeps what others have changed besides it', () => {
  const theirs = { ...spur, deviceName: 'Enduro', notes: 'Kette geölt' }
  const waiting: OutboxEntry = { name: '1', at: 1, change: device, stuck: { why: 'changed', theirs } }
  expect(decidedFor(waiting)).toEqual({
    ...waiting,
    change: { ...device, base: theirs, mine: { ...theirs, deviceName: 'Kombi' } },
    stuck: null,
  })
})
