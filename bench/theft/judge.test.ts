import { expect, test } from 'vitest'
import type { Alarm } from '#contract/alarms/alarms.ts'
import { judge, type Observed } from './judge.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 1, minute))
const said = (minute: number) => at(minute).toISOString()

const alarm: Alarm = {
  id: 'a1',
  kind: 'MOVEMENT',
  detectedAt: said(2),
  place: null,
  numberToday: 1,
  evidence: 'LEADS_AWAY',
  letter: { state: 'SENT', dueAt: null, begunAt: said(2), endedAt: said(2), reportedAt: null },
  pushes: [{ state: 'SENT', begunAt: said(2), endedAt: said(2) }],
  hops: [
    {
      channel: 'EMAIL',
      number: 1,
      email: 'friend@example.org',
      dueAt: said(7),
      state: 'SENT',
      tries: 1,
      endedAt: said(7),
      answeredAt: null,
    },
  ],
  acknowledgedAt: null,
}
const [hop] = alarm.hops
const arrived = { id: 'alarm.a1', at: at(3) }
const called = { id: 'alarm-hop.a1.1', at: at(8) }

const observed: Observed = {
  takenAt: at(0),
  readAt: at(40),
  handoverMs: 1_000,
  ownerAnsweredAt: null,
  contactAnsweredAt: null,
  onScreenAt: at(2),
  firstPositionAt: at(0),
  mails: [arrived, called],
  pushes: [{ alarmId: 'a1', at: at(2) }],
  alarms: [alarm],
  acknowledged: [at(1), at(2)],
  stored: [at(0), at(1), at(2)],
}

test('a night in which all goes well', () => {
  expect(judge(observed)).toEqual({
    detected: 'MOVEMENT',
    onScreenMs: 120_000,
    pushedMs: 120_000,
    mailedMs: 180_000,
    hopsMs: [480_000],
    firstPositionMs: 0,
    mistaken: 0,
    afterAnswer: 0,
    lost: [],
    again: 0,
  })
})

test('the same Message-ID twice is counted apart, and is not lost', () => {
  expect(judge({ ...observed, mails: [arrived, called, { ...called, at: at(9) }] })).toMatchObject({
    again: 1,
    lost: [],
  })
})

test('an alarm before the vehicle was taken is a mistake, and detects nothing', () => {
  expect(judge({ ...observed, takenAt: at(5) })).toMatchObject({ detected: null, mistaken: 1 })
})

test.each<[string, Partial<Observed>, string[]]>([
  ['an e-mail that is said to be sent and never came', { mails: [called] }, ['e-mail, MOVEMENT, SENT']],
  ['a push message', { pushes: [] }, ['push message, MOVEMENT, SENT']],
  ['a hop', { mails: [arrived] }, ['hop 1, MOVEMENT, SENT']],
  ['a hop that was due', { alarms: [withHop('QUEUED', 7)], mails: [arrived] }, ['hop 1, MOVEMENT, QUEUED']],
  ['no hop that is not due yet', { alarms: [withHop('QUEUED', 50)], mails: [arrived] }, []],
  ['no hop that an answer has stopped', { alarms: [withHop('STOPPED', 7)], mails: [arrived] }, []],
  ['a fix that was acknowledged', { stored: [at(0), at(2)] }, ['fix at 2026-11-21T01:01:00.000Z']],
])('lost is %s', (_, changed, lost) => {
  expect(judge({ ...observed, ...changed }).lost).toEqual(lost)
})

test.each<[string, Partial<Observed>, number]>([
  ['a hop after the owner', { ownerAnsweredAt: at(5) }, 1],
  ['a hop after a contact', { contactAnsweredAt: at(5) }, 1],
  ['an e-mail and a hop after the owner', { ownerAnsweredAt: at(1) }, 2],
  [
    'no e-mail that was begun before, and took long',
    { ownerAnsweredAt: new Date(at(2).getTime() + 1), mails: [arrived] },
    0,
  ],
  ['no e-mail to the owner after a contact', { contactAnsweredAt: at(1), mails: [arrived] }, 0],
  ['nothing that was being handed over', { ownerAnsweredAt: new Date(at(8).getTime() - 500) }, 0],
])('after an answer came %s', (_, changed, count) => {
  expect(judge({ ...observed, ...changed }).afterAnswer).toBe(count)
})

function withHop(state: Alarm['hops'][number]['state'], dueMinute: number): Alarm {
  return { ...alarm, hops: hop === undefined ? [] : [{ ...hop, state, dueAt: said(dueMinute) }] }
}
