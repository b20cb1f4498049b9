import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandProblem } from '#server/commands/command.ts'
import type { RecordedFix } from './gpx-recording.ts'
import type { SimulatedTracker } from './simulated-tracker.ts'

/** A message of a tracker, and how the tracker knows that it was received. */
export interface Utterance {
  bytes: Buffer
  /** @param reply all bytes that have come back since. */
  isAnsweredBy(reply: Buffer): boolean
}

/** How trackers write their messages in a protocol over TCP. */
export interface StreamEncoder {
  /** The first message of a connection; null where every report names its tracker. */
  login(imei: string): Utterance | null
  /** @param serial counts up from report to report. */
  report(imei: string, fix: RecordedFix, serial: number): Utterance
}

interface Destination {
  host: string
  port: number
  imei: string
  encoder: StreamEncoder
}

const mostAttempts = 5
const pauseMs = 100
const answerPatienceMs = 30_000

/** A tracker that keeps its connection, waits for each answer and repeats what was not acknowledged. */
export function streamTracker({ host, port, imei, encoder }: Destination): SimulatedTracker {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  let socket: Socket | null = null
  let serial = 1

  return {
    address,
    async send(fix) {
      serial += 1
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        socket ??= await open()
        if (socket !== null && (await ask(socket, encoder.report(imei, fix, serial)))) return
        socket?.destroy()
        socket = null
        await sleep(pauseMs * attempt)
      }
      throw new CommandProblem(
        'Der Tracker-Port nimmt von dieser IMEI nichts an. Nehmen Sie das Gerät auf (devices import), und registrieren Sie es in einem Konto.',
      )
    },
    close: () => void socket?.destroy(),
  }

  /** Null if the port refuses the tracker. */
  async function open(): Promise<Socket | null> {
    const opened = connect({ host, port, noDelay: true })
    try {
      await once(opened, 'connect')
    } catch (error) {
      throw new CommandProblem(`Unter ${address} antwortet kein Tracker-Port. Läuft das Produkt, mit GATEWAY=on?`, {
        cause: error,
      })
    }
    // 'close' follows, which is enough.
    opened.on('error', () => {})
    const login = encoder.login(imei)
    if (login === null || (await ask(opened, login))) return opened
    opened.destroy()
    return null
  }
}

/** Whether the answer came before the connection ended. */
function ask(socket: Socket, { bytes, isAnsweredBy }: Utterance): Promise<boolean> {
  if (socket.destroyed) return Promise.resolve(false)
  return new Promise((resolve) => {
    let reply = Buffer.alloc(0)
    const finish = (isAnswered: boolean) => {
      clearTimeout(impatience)
      socket.off('data', receive).off('close', giveUp)
      resolve(isAnswered)
    }
    const giveUp = () => finish(false)
    const receive = (chunk: Buffer) => {
      reply = Buffer.concat([reply, chunk])
      if (isAnsweredBy(reply)) finish(true)
    }
    const impatience = setTimeout(giveUp, answerPatienceMs)
    socket.on('data', receive).once('close', giveUp).write(bytes)
  })
}
