import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandProblem } from './command.ts'
import type { RecordedFix } from './gpx-recording.ts'
import type { SimulatedTracker } from './simulated-tracker.ts'

/** What a tracker says, and how it knows that it was heard. */
export interface Utterance {
  bytes: Buffer
  /** @param reply all that has come back since. */
  isAnsweredBy(reply: Buffer): boolean
}

/** How a tracker of a protocol over TCP writes. */
export interface StreamEncoder {
  /** What it begins a connection with; null where every report says who it is. */
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

/** A tracker that keeps its connection, waits for each answer and tries again what was not acknowledged. */
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

  /** Null where the port does not let it in. */
  async function open(): Promise<Socket | null> {
    const opened = connect({ host, port, noDelay: true })
    try {
      await once(opened, 'connect')
    } catch (error) {
      throw new CommandProblem(`Unter ${address} antwortet kein Tracker-Port. Läuft das Produkt, mit GATEWAY=on?`, {
        cause: error,
      })
    }
    // Told by 'close', too.
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
      socket.off('data', hear).off('close', giveUp)
      resolve(isAnswered)
    }
    const giveUp = () => finish(false)
    const hear = (chunk: Buffer) => {
      reply = Buffer.concat([reply, chunk])
      if (isAnsweredBy(reply)) finish(true)
    }
    const impatience = setTimeout(giveUp, answerPatienceMs)
    socket.on('data', hear).once('close', giveUp).write(bytes)
  })
}
