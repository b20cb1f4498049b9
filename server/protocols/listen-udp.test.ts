import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createMetrics } from '#server/platform/metrics.ts'
import { testOutcomes } from '#server/protocols/testing/reception-log.ts'
import { h02Encoder } from '#server/commands/simulate/h02-client.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { h02 } from './h02/h02.ts'
import { listenUdp } from './listen-udp.ts'
import { ownFixes } from './testing/own-frames.ts'

const options = {
  protocol: h02,
  host: '127.0.0.1',
  port: 0,
  clock: clockAt('2026-11-21T08:00:00Z'),
  log: pino({ level: 'silent' }),
  outcomes: testOutcomes(),
  isKnown: async () => true,
  deliver: async () => 'STORED' as const,
}

test.each([
  ['udp4', '127.0.0.1'],
  ['udp6', '::1'],
] as const)('a port that listens at all addresses answers trackers that come by %s', async (family, address) => {
  const listener = await listenUdp({ ...options, host: '::' })
  const socket = createSocket(family)
  socket.send(h02Encoder.report('356000000000000', ownFixes[0], 1).bytes, listener.port, address)
  const [answer] = await once(socket, 'message')
  expect(String(answer)).toContain('356000000000000')
  socket.close()
  await listener.close()
})

test('a datagram without a frame is counted, and so is a frame that names nobody', async () => {
  const metrics = createMetrics()
  const log = pino({ level: 'silent' })
  const listener = await listenUdp({ ...options, log, outcomes: testOutcomes(log, metrics) })
  const socket = createSocket('udp4')
  for (const datagram of ['noise', '*HQ,,V1,080000,V#', '*HQ,1 2,V1#'])
    socket.send(datagram, listener.port, '127.0.0.1')
  const counted = () => metrics.lines().filter((line) => line.startsWith('wegwarte_reports_total{'))
  await expect
    .poll(() => counted().toSorted(), { timeout: 5_000 })
    .toEqual([
      'wegwarte_reports_total{protocol="h02",outcome="BEFORE_LOGIN"} 1',
      'wegwarte_reports_total{protocol="h02",outcome="DAMAGED"} 2',
    ])
  await listener.close()
  socket.close()
})

test('150 trackers of the inventory that report at the same moment from one address right after a restart are answered', async () => {
  const listener = await listenUdp(options)
  const answered = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (answer) => answered.add(answer.toString().split(',')[1] ?? ''))
  for (let index = 0; index < 150; index += 1) {
    const { bytes } = h02Encoder.report(String(356_000_000_000_000 + index), ownFixes[0], 1)
    socket.send(bytes, listener.port, '127.0.0.1')
  }
  await expect.poll(() => answered.size, { timeout: 5_000 }).toBe(150)
  await listener.close()
  socket.close()
})
