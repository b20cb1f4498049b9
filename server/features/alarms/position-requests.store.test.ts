import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testOutcomes } from '#server/protocols/testing/reception-log.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { startPause } from '#domain/alarms/pauses.ts'
import { gt06Encoder } from '#server/commands/simulate/gt06-client.ts'
import type { StreamEncoder } from '#server/commands/simulate/stream-client.ts'
import { teltonikaEncoder } from '#server/commands/simulate/teltonika-client.ts'
import { clockAt, type TestClock } from '#server/db/testing/clock.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { randomId } from '#server/platform/ids.ts'
import { gt06 } from '#server/protocols/gt06/gt06.ts'
import { gt06PositionRequest } from '#server/protocols/gt06/gt06-answer.ts'
import { closeFrame } from '#server/protocols/gt06/gt06-frames.ts'
import type { Listener } from '#server/protocols/listen.ts'
import { listenTcp } from '#server/protocols/listen-tcp.ts'
import type { StreamProtocol } from '#server/protocols/protocol.ts'
import { teltonika } from '#server/protocols/teltonika/teltonika.ts'
import { teltonikaCommand, teltonikaPositionRequest } from '#server/protocols/teltonika/teltonika-answer.ts'
import { crc16 } from '#server/protocols/teltonika/teltonika-crc.ts'
import { patience } from '#server/testing/patience.ts'
import { createAlarmWatch } from './guard/alarm-watch.ts'
import { createAlarmsStore } from './alarms.store.ts'

const start = '2026-06-01T08:00:00.000Z'
const imei = '350000000000001'
const deviceId = `device-${imei}`
const home = { latitude: 49.0069, longitude: 8.4 }
/** 71 m to the east. */
const step = 0.001

interface Model {
  protocol: StreamProtocol
  encoder: StreamEncoder
  request: Buffer
  /** As the tracker writes where it is. */
  answer(longitude: number, at: Date): Buffer
  text(said: string): Buffer
}

const wall = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')

const models: readonly [string, Model][] = [
  [
    'GT06',
    {
      protocol: gt06,
      encoder: gt06Encoder,
      request: gt06PositionRequest,
      text: (said) =>
        closeFrame({
          type: 0x21,
          content: Buffer.concat([Buffer.from([0, 0, 0, 0, 1]), Buffer.from(said)]),
          serial: 9,
        }),
      answer(longitude, at) {
        const place = `Lat:N${home.latitude.toFixed(6)},Lon:E${longitude.toFixed(6)}`
        return this.text(`Current position!${place},Course:90.00,Speed:0.0000,DateTime:${wall(at)}`)
      },
    },
  ],
  [
    'Teltonika',
    {
      protocol: teltonika,
      encoder: teltonikaEncoder,
      request: teltonikaPositionRequest,
      text(said) {
        const frame = teltonikaCommand(said)
        frame.writeUInt8(6, 10)
        frame.writeUInt32BE(crc16(frame.subarray(8, -4)), frame.length - 4)
        return frame
      },
      answer(longitude, at) {
        const [date, time] = wall(at).split(' ')
        const place = `Lat:${home.latitude.toFixed(5)} Long:${longitude.toFixed(5)}`
        return this.text(`GPS:1 Sat:7 ${place} Alt:115 Speed:0 Dir:77 Date:${date} Time:${time}`)
      },
    },
  ],
]

describeOnBothDatabases('a parked vehicle that reports every five minutes', (database) => {
  const store = createAlarmsStore(database)
  let clock: TestClock
  let listener: Listener | null = null
  const sockets: Socket[] = []
  beforeEach(async () => {
    clock = clockAt(start)
    await putTracker(database, clock.now(), { imei, mode: 'THEFT' })
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await listener?.close()
    listener = null
  })

  const kinds = async () => (await store.latest(deviceId, new Date(0))).map(({ kind }) => kind).toReversed()

  async function openPort(protocol: StreamProtocol): Promise<number> {
    const log = pino({ level: 'silent' })
    const watch = createAlarmWatch(randomId, () => undefined)
    const { receive: deliver, isKnown } = createReceptionService({ store: createReceptionStore(database, watch), log })
    listener = await listenTcp({
      protocol,
      host: '127.0.0.1',
      port: 0,
      deliver,
      isKnown,
      clock,
      log,
      outcomes: testOutcomes(),
    })
    return listener.port
  }

  /** A tracker that is logged in: each report is answered before the next one is sent. */
  async function dial({ encoder }: Model, port: number) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    sockets.push(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => (received = Buffer.concat([received, chunk])))
    await once(socket, 'connect')
    let serial = 1
    const ask = async ({ bytes, isAnsweredBy }: ReturnType<StreamEncoder['report']>) => {
      const before = received.length
      socket.write(bytes)
      await expect.poll(() => isAnsweredBy(received.subarray(before)), patience).toBe(true)
    }
    const login = encoder.login(imei)
    if (login !== null) await ask(login)
    return {
      socket,
      has: (bytes: Buffer) => received.includes(bytes),
      times: (bytes: Buffer) => received.toString('hex').split(bytes.toString('hex')).length - 1,
      /** Five minutes later, this many steps to the east. */
      async report(steps: number) {
        clock.advance(5 * minuteMs)
        const fix = { latitude: home.latitude, longitude: home.longitude + steps * step, recordedAt: clock.now() }
        await ask(encoder.report(imei, { ...fix, altitude: 115, speed: 0, course: 90 }, (serial += 1)))
      },
    }
  }

  describe.each(models)('by %s', (_name, model) => {
    /** Parked for so long that its tracker is known; then once 178 m away. */
    async function stray() {
      const tracker = await dial(model, await openPort(model.protocol))
      for (let report = 0; report < 20; report += 1) await tracker.report(0)
      expect(tracker.has(model.request)).toBe(false)
      await tracker.report(2.5)
      return tracker
    }
    const answered = async (tracker: Awaited<ReturnType<typeof stray>>, steps: number) => {
      await expect.poll(() => tracker.has(model.request), patience).toBe(true)
      clock.advance(5_000)
      tracker.socket.write(model.answer(home.longitude + steps * step, clock.now()))
    }

    test('is asked where it is once a fix is away, and the alarm is raised by its answer from further away', async () => {
      const tracker = await stray()
      expect(await kinds()).toEqual(['FIRST'])
      await answered(tracker, 5)
      await expect.poll(kinds, patience).toEqual(['FIRST', 'MOVEMENT'])
      const [alarm] = await store.latest(deviceId, new Date(0))
      expect(alarm).toMatchObject({ evidence: 'LEADS_AWAY', place: { recordedAt: clock.now().toISOString() } })
      await tracker.report(7)
      expect(tracker.times(model.request)).toBe(1)
    })

    test('raises no alarm if it answers that it is where it was parked', async () => {
      const tracker = await stray()
      await answered(tracker, 0)
      await tracker.report(0)
      await tracker.report(0)
      expect(await kinds()).toEqual(['FIRST'])
      expect(tracker.times(model.request)).toBe(1)
    })

    test('is not asked while its owner has paused the alarm', async () => {
      const pause = startPause({ wish: 'LONG' }, clock.now())
      await store.changeGuard(deviceId, clock.now(), ({ guarded }) => guarded && { ...guarded.guard, pause })
      const tracker = await stray()
      await tracker.report(2.5)
      expect(tracker.has(model.request)).toBe(false)
    })

    test.each([
      ['that it knows no such command', model.text('Command error!')],
      ['with a place that cannot be', model.answer(999, new Date(start))],
      ['with bytes that are no frame', Buffer.alloc(200, 0xff)],
    ])('is guarded as before if it answers %s', async (_what, bytes) => {
      const tracker = await stray()
      await expect.poll(() => tracker.has(model.request), patience).toBe(true)
      tracker.socket.write(bytes)
      await tracker.report(5)
      expect(await kinds()).toEqual(['FIRST', 'MOVEMENT'])
    })

    test('is cut off if it answers with a megabyte, and guarded over its next connection', async () => {
      const tracker = await stray()
      await expect.poll(() => tracker.has(model.request), patience).toBe(true)
      const closed = new Promise((resolve) => tracker.socket.once('close', resolve))
      tracker.socket.write(Buffer.alloc(1_048_576, 0xff))
      await closed
      const again = await dial(model, listener?.port ?? 0)
      await again.report(5)
      expect(await kinds()).toEqual(['FIRST', 'MOVEMENT'])
    })
  })
})
