import type { Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { listenOn } from '#server/testing/test-product.ts'

/** An e-mail that a server has the whole of. */
export interface Handed {
  to: string
  messageId: string
}

/** What a server does when it comes to that; undefined: it goes on. */
export interface Script {
  /** Before it answers a recipient. What it throws is the answer: see `answer`. */
  atRecipient?(address: string): Promise<void> | void
  /** When it has the whole of an e-mail, before it says so. */
  atEnd?(handed: Handed): Promise<void> | void
  /** How many connections it takes at a time; undefined: any number. */
  connections?: number
}

export interface ScriptedMailServer {
  url: string
  /** All that it has the whole of, whether it said so or not. */
  handed: Handed[]
  /** How often it was connected to. */
  connections(): number
  /** Breaks all connections, as when it dies. */
  die(): void
  close(): Promise<void>
}

/** What a server answers instead of accepting. */
export function answer(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}

/** A real mail server on loopback that is slow, refuses and dies as a test says. */
export async function startScriptedMailServer(script: Script): Promise<ScriptedMailServer> {
  const handed: Handed[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 0,
    ...(script.connections !== undefined && { maxClients: script.connections }),
    onRcptTo({ address }, _session, done) {
      void settle(async () => script.atRecipient?.(address), done)
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void settle(async () => {
          const { messageId } = await PostalMime.parse(Buffer.concat(chunks))
          const email = { to: envelope.rcptTo[0]?.address ?? '', messageId: messageId ?? '' }
          handed.push(email)
          await script.atEnd?.(email)
        }, done)
      })
    },
  })
  // Connections that break, because one side dies, are what these tests are about.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const port = await listenOn(0, server.server)
  const die = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    handed,
    connections: () => connections,
    die,
    close: () => {
      die()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function settle(work: () => Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  await work().then(
    () => done(),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  )
}

/** Work that waits until it is let on. */
export function createGate() {
  const waiting: (() => void)[] = []
  return {
    waiting: () => waiting.length,
    /** Passed once somebody lets it on. */
    pass: () => new Promise<void>((resolve) => waiting.push(resolve)),
    letOn(): void {
      for (const go of waiting.splice(0)) go()
    },
  }
}
