import { Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import {
  answer,
  createGate,
  type Script,
  type ScriptedMailServer,
  startScriptedMailServer,
} from '#server/mail/testing/scripted-mail-server.ts'
import { AddressRefused, createSmtpMailer, type Mailer, SendingDropped } from './mailer.ts'

const { connections, othersAtOnce, alarmsAtOnce } = mailServerLimits
const message = { subject: 'Probe', text: 'Guten Tag', html: '<p>Guten Tag' }
const opened: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function start(script: Script): Promise<{ server: ScriptedMailServer; mailer: Mailer }> {
  const server = await startScriptedMailServer(script)
  opened.push(server.close)
  const mailer = createSmtpMailer({
    url: server.url,
    from: 'Wegwarte <no-reply@example.org>',
    bounces: undefined,
    host: 'wegwarte.example',
  })
  opened.push(mailer.close)
  return { server, mailer }
}
const address = (name: string, number: number) => `${name}${number}@example.org`
const untilWaiting = (gate: ReturnType<typeof createGate>, count: number) =>
  expect.poll(gate.waiting, { timeout: 20_000 }).toBe(count)

test('e-mails go out over a few connections, all of them at once', async () => {
  const gate = createGate()
  const { server, mailer } = await start({ atEnd: gate.pass })
  const count = 3 * connections
  const sending = Array.from({ length: count }, (_, index) =>
    mailer.send(address('owner', index), message, { isAlarm: true }),
  )
  for (let taken = 0; taken < count; taken += connections) {
    // It answers only when it is given an e-mail over each connection: one after the other would wait for ever.
    await untilWaiting(gate, connections)
    gate.letOn()
  }
  await Promise.all(sending)
  expect(server.handed).toHaveLength(count)
  expect(server.connections()).toBe(connections)
})

test('alarms overtake all that waits, and others never use all connections', async () => {
  const gate = createGate()
  const { server, mailer } = await start({ atEnd: gate.pass })
  const others = Array.from({ length: 2 * othersAtOnce }, (_, index) => mailer.send(address('other', index), message))
  await untilWaiting(gate, othersAtOnce)
  const alarms = Array.from({ length: alarmsAtOnce + 1 }, (_, index) =>
    mailer.send(address('alarm', index), message, { isAlarm: true }),
  )
  await untilWaiting(gate, othersAtOnce + alarmsAtOnce)
  expect(server.handed.filter(({ to }) => to.startsWith('alarm'))).toHaveLength(alarmsAtOnce)
  gate.letOn()
  await untilWaiting(gate, 1 + othersAtOnce)
  gate.letOn()
  await Promise.all([...others, ...alarms])
})

test('a server that takes few connections at once has all e-mails, none of them put off', async () => {
  const { server, mailer } = await start({ connections: 3 })
  const sending = Array.from({ length: 2 * connections }, (_, index) =>
    mailer.send(address('owner', index), message, { isAlarm: true }),
  )
  await Promise.all(sending)
  expect(server.handed).toHaveLength(2 * connections)
})

test('a server that takes nothing at all is not asked for ever', async () => {
  const { mailer } = await start({
    atRecipient: () => Promise.reject(answer(421, '4.3.2 Shutting down')),
  })
  const outcomes = await Promise.allSettled(
    ['anna', 'bert', 'carl'].map((name) => mailer.send(`${name}@example.org`, message, { isAlarm: true })),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
})

test('a server has as long for its answers as RFC 5321 gives it', async () => {
  const patience = vi.spyOn(Socket.prototype, 'setTimeout')
  opened.push(() => patience.mockRestore())
  const { mailer } = await start({})
  await mailer.send('owner@example.org', message)
  const longest = Math.max(...patience.mock.calls.map(([ms]) => ms))
  expect(longest, 'the end of DATA has the longest of all').toBe(10 * minuteMs)
  expect(mailServerLimits.greetingMs).toBe(5 * minuteMs)
})

describe('an e-mail to a server', () => {
  const id = 'alarm.1'
  const messageId = '<alarm.1@wegwarte.example>'
  const tried = (mailer: Mailer) =>
    mailer.send('owner@example.org', message, { id, isAlarm: true }).then(
      () => 'taken',
      (error: unknown) => (error instanceof AddressRefused ? 'refused for good' : 'not taken'),
    )

  test('that puts off who it does not know is taken the next time', async () => {
    const known = new Set<string>()
    const { server, mailer } = await start({
      atRecipient(to) {
        if (known.has(to)) return
        known.add(to)
        throw answer(451, '4.7.1 Greylisted, try again later')
      },
    })
    expect([await tried(mailer), await tried(mailer)]).toEqual(['not taken', 'taken'])
    expect(server.handed).toEqual([{ to: 'owner@example.org', messageId }])
  })

  test('that knows no such address is refused for good, and others go on', async () => {
    const { server, mailer } = await start({
      atRecipient(to) {
        if (to.startsWith('owner')) throw answer(550, '5.1.1 User unknown')
      },
    })
    expect(await tried(mailer)).toBe('refused for good')
    await mailer.send('other@example.org', message)
    expect(server.handed.map(({ to }) => to)).toEqual(['other@example.org'])
  })

  test.each([
    ['before it has it', 'atRecipient', [messageId]],
    ['when it has the whole of it', 'atEnd', [messageId, messageId]],
  ] as const)('that dies %s is tried again, under the same name', async (_when, dies, names) => {
    let deaths = 0
    const { server, mailer } = await start({
      [dies]() {
        deaths += 1
        if (deaths === 1) server.die()
      },
    })
    expect([await tried(mailer), await tried(mailer)]).toEqual(['not taken', 'taken'])
    expect(server.handed.map((handed) => handed.messageId)).toEqual(names)
  })

  test('that has hung up since the last one is taken all the same, once', async () => {
    const { server, mailer } = await start({})
    await mailer.send('other@example.org', message)
    server.die()
    expect(await tried(mailer)).toBe('taken')
    expect(server.handed.map(({ to }) => to)).toEqual(['other@example.org', 'owner@example.org'])
  })
})

describe('when the product stops', () => {
  test('an e-mail that no server has the whole of is dropped, and none begins any more', async () => {
    const gate = createGate()
    const { server, mailer } = await start({ atRecipient: gate.pass })
    const sending = Array.from({ length: connections + 1 }, (_, index) =>
      mailer.send(address('owner', index), message, { isAlarm: true }),
    )
    await untilWaiting(gate, connections)
    mailer.stop()
    const outcomes = await Promise.allSettled([...sending, mailer.send('late@example.org', message)])
    expect(
      new Set(outcomes.map((each) => each.status === 'rejected' && each.reason instanceof SendingDropped)),
    ).toEqual(new Set([true]))
    gate.letOn()
    expect(server.handed).toEqual([])
  })

  test('an e-mail that a server has the whole of goes on until it is taken', async () => {
    const gate = createGate()
    const { mailer } = await start({ atEnd: gate.pass })
    const sending = mailer.send('owner@example.org', message)
    await untilWaiting(gate, 1)
    mailer.stop()
    gate.letOn()
    await expect(sending).resolves.toBeUndefined()
  })

  test('connections are closed, also one whose server does not answer', async () => {
    const gate = createGate()
    const { mailer } = await start({ atEnd: gate.pass })
    const sending = mailer.send('owner@example.org', message)
    await untilWaiting(gate, 1)
    mailer.stop()
    mailer.close()
    await expect(sending).rejects.toThrow(/connection|closed/i)
  })
})

test('an e-mail that somebody waits for is dropped when their patience ends, unless the server has it', async () => {
  const gate = createGate()
  const { server, mailer } = await start({ atRecipient: gate.pass })
  await expect(mailer.send('support@example.org', message, { patienceMs: 1 })).rejects.toThrow(SendingDropped)
  gate.letOn()
  expect(server.handed).toEqual([])
})
