import { beforeEach, describe, expect, test } from 'vitest'
import { offlineLimits } from '#contract/limits/offline-limits.ts'
import { spur } from '#domain/testing/device-details.ts'
import { createOutbox } from './outbox.ts'
import type { Outcome, OutboxEntry, OutboxChange } from './outbox-change.ts'

const named = (deviceName: string) => ({ ...spur, deviceName })
const rename = (name: string, { id = 'd1', before = 'Spur' } = {}): OutboxChange => ({
  kind: 'device',
  id,
  base: named(before),
  mine: named(name),
})
const report = (latitude: number): OutboxChange => ({
  kind: 'report',
  report: { poiType: 'Accident', latitude, longitude: 8.4 },
})

let token: string | null
/** What the browser keeps, for every tab. */
let kept: Map<string, OutboxEntry>
let sent: OutboxChange[]
let answer: (change: OutboxChange) => Outcome | Promise<Outcome>
let lost: number
let later: [seconds: number, work: () => void][]
let now: number
let turn: Promise<void>

beforeEach(() => {
  token = 'geheim'
  kept = new Map()
  sent = []
  answer = () => ({ kind: 'sent' })
  lost = 0
  later = []
  now = 1000
  turn = Promise.resolve()
})

function tab(keeps = true) {
  return createOutbox({
    token: () => token,
    list: async () => [...kept.values()].toSorted((a, b) => a.at - b.at),
    put: async (_token, waiting) => (keeps && kept.set(waiting.name, waiting), keeps),
    drop: async (name) => void kept.delete(name),
    send: async (change) => {
      sent.push(change)
      return answer(change)
    },
    onNoConnection: () => void (lost += 1),
    alone: (work) => (turn = turn.then(work)),
    announce: () => {},
    after: (seconds, work) => void later.push([seconds, work]),
    browserNow: () => (now += 1),
    newId: () => 'x',
  })
}

const names = (changes: readonly OutboxChange[]) =>
  changes.map((change) => (change.kind === 'device' ? change.mine.deviceName : change.kind))

describe('changes without a connection', () => {
  test('are sent in the order they were made, each once, also by a tab that is opened later', async () => {
    const first = tab()
    for (const change of [rename('Kombi'), report(49), rename('Roller', { id: 'd2' }), report(50)]) {
      expect(await first.add(change)).toBe(true)
    }
    const second = tab()
    await Promise.all([first.send(), second.send()])
    expect(names(sent)).toEqual(['Kombi', 'report', 'Roller', 'report'])
    expect(kept.size).toBe(0)
    expect(second.current()).toEqual([])
  })

  test('of the same are one: the last, from what was there before the first', async () => {
    const outbox = tab()
    await outbox.add(rename('Kombi'))
    await outbox.add(report(49))
    await outbox.add(rename('Enduro', { before: 'Kombi' }))
    expect(await outbox.send()).toBe(2)
    expect(sent).toEqual([report(49), rename('Enduro')])
  })

  test('wait on where there is still none, and the connection counts as lost', async () => {
    const outbox = tab()
    await outbox.add(rename('Kombi'))
    await outbox.add(report(49))
    answer = () => ({ kind: 'no connection' })
    expect(await outbox.send()).toBe(0)
    expect([sent.length, lost, kept.size]).toEqual([1, 1, 2])
    answer = () => ({ kind: 'sent' })
    expect(await outbox.send()).toBe(2)
  })

  test('wait as long as the server asks for', async () => {
    const outbox = tab()
    await outbox.add(report(49))
    answer = () => ({ kind: 'later', seconds: 90 })
    await outbox.send()
    answer = () => ({ kind: 'sent' })
    const [[seconds, again] = [0, () => {}]] = later
    expect(seconds).toBe(90)
    again()
    await outbox.send()
    expect(kept.size).toBe(0)
  })

  test('that are refused stay for their user to decide, and do not hold up the others', async () => {
    const outbox = tab()
    await outbox.add(rename('Kombi'))
    await outbox.add(report(49))
    answer = ({ kind }) => (kind === 'device' ? { kind: 'stuck', stuck: { why: 'gone' } } : { kind: 'sent' })
    expect(await outbox.send()).toBe(1)
    expect(outbox.current()).toMatchObject([{ change: rename('Kombi'), stuck: { why: 'gone' } }])
    expect(await outbox.send()).toBe(0)
    expect(sent).toHaveLength(2)
    await outbox.drop(outbox.current()[0]?.name ?? '')
    expect(kept.size).toBe(0)
  })

  test('that were refused are replaced by what is changed after it, seen as it is by now', async () => {
    const outbox = tab()
    await outbox.add(rename('Kombi'))
    answer = () => ({ kind: 'stuck', stuck: { why: 'changed', theirs: named('Enduro') } })
    await outbox.send()
    const again = rename('Roller', { before: 'Enduro' })
    await outbox.add(again)
    expect(outbox.current()).toMatchObject([{ change: again, stuck: null }])
  })

  test('made while an earlier one of the same is under way are sent after it', async () => {
    const outbox = tab()
    await outbox.add(rename('Kombi'))
    answer = async () => {
      answer = () => ({ kind: 'sent' })
      await outbox.add(rename('Enduro', { before: 'Kombi' }))
      return { kind: 'sent' }
    }
    expect(await outbox.send()).toBe(2)
    expect(sent).toEqual([rename('Kombi'), rename('Enduro', { before: 'Kombi' })])
  })

  test('of a session that has ended are not sent for the next one', async () => {
    const outbox = tab()
    await outbox.add(rename('Kombi'))
    await outbox.add(report(49))
    answer = () => {
      token = 'andere'
      return { kind: 'sent' }
    }
    await outbox.send()
    expect(sent).toHaveLength(1)
    token = null
    expect(await outbox.add(rename('Kombi'))).toBe(false)
  })

  test('are not taken where the browser keeps nothing, nor without an end', async () => {
    expect(await tab(false).add(rename('Kombi'))).toBe(false)
    const outbox = tab()
    for (let count = 0; count < offlineLimits.mostWaiting; count += 1) await outbox.add(report(count / 10))
    expect(await outbox.add(report(49))).toBe(false)
  })
})
