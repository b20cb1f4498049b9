import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

/** An embedded database that is served on a Unix socket. */
export interface EmbeddedServer {
  /** Ends every connection and closes the database; what was not committed is rolled back. */
  stop(): Promise<void>
}

const mostConnections = 64

/**
 * Every error leaves something on PGlite's stack. After 1,500 to 3,000 errors, depending on their kind, it only answers
 * "stack depth limit exceeded", or nothing at all (measured with 0.5.8). So it is opened again long before that, which
 * takes a second.
 */
const mostErrors = 300

/** Opening it again usually takes two seconds. All clients wait for it, so it must not take for ever. */
const openAnewPatienceMs = 30_000

/**
 * Serves PGlite on a Unix socket to any client of PostgreSQL. PGlite is one session: a client keeps its turn for a whole
 * query (up to its Sync) and for a whole transaction, so that no other client's messages come in between. Nothing else may
 * call the PGlite object meanwhile.
 * @param open opens the database; called at once, and again when it has to be reopened.
 * @param onBroken is called when the database itself has failed, for example for want of disk or memory; it answers no more.
 */
export async function serveEmbedded(
  open: () => Promise<PGlite>,
  path: string,
  onBroken: (error: unknown) => void,
): Promise<EmbeddedServer> {
  const session: Session = { database: await open(), errors: 0, open, takeTurn: createTurns(), onBroken }
  rmSync(path, { force: true })
  const connections = new Map<Socket, Promise<void>>()
  const server = createServer((socket) => {
    const served = serve(socket, session).finally(() => connections.delete(socket))
    connections.set(socket, served)
  })
  server.maxConnections = mostConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  return {
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of connections.keys()) socket.destroy()
      await Promise.all(connections.values())
      await closed
      await session.database.close()
    },
  }
}

/** The one session that all clients share. */
interface Session {
  database: PGlite
  /** Errors since it was opened. */
  errors: number
  open(): Promise<PGlite>
  takeTurn: TakeTurn
  onBroken(error: unknown): void
}

/** Waits for the turn, first come, first served; calling the result gives it back. */
type TakeTurn = () => Promise<() => void>

function createTurns(): TakeTurn {
  let last = Promise.resolve()
  return async () => {
    const before = last
    let giveBack = () => {}
    last = new Promise((resolve) => (giveBack = resolve))
    await before
    return giveBack
  }
}

/** Never rejects: a client that leaves or loses its connection must not disturb the others. */
async function serve(socket: Socket, session: Session): Promise<void> {
  const chunks: AsyncIterable<Buffer> = socket
  const requests = createRequestReader()
  let giveBack: (() => void) | null = null
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  try {
    for await (const chunk of chunks) {
      for (const request of requests(chunk)) {
        if (request.kind === 'encryption') {
          socket.write('N')
          continue
        }
        giveBack ??= await session.takeTurn()
        if (socket.destroyed) break
        await answer(socket, session, request)
        if (session.database.isInTransaction()) continue
        if (session.errors >= mostErrors) await openAnew(session)
        giveBack()
        giveBack = null
      }
    }
  } catch {
    // The client left, or sent something that is not the protocol.
  } finally {
    socket.destroy()
    if (giveBack !== null) await rollBack(session).finally(giveBack)
  }
}

async function openAnew(session: Session): Promise<void> {
  const late = setTimeout(() => session.onBroken(new Error('was not opened anew in time')), openAnewPatienceMs)
  try {
    await session.database.close()
    session.database = await session.open()
    session.errors = 0
  } catch (error) {
    session.onBroken(error)
    throw error
  } finally {
    clearTimeout(late)
  }
}

async function rollBack({ database, onBroken }: Session): Promise<void> {
  if (!database.isInTransaction()) return
  await database.execProtocolRawStream(simpleQuery('rollback'), { onRawData: () => undefined }).catch(onBroken)
}

/** `Q`, the length without the type, the text and a zero. */
function simpleQuery(text: string): Buffer {
  const body = Buffer.from(`${text}\0`)
  const message = Buffer.alloc(5 + body.length, 'Q')
  message.writeInt32BE(4 + body.length, 1)
  body.copy(message, 5)
  return message
}

/** ReadyForQuery: `Z`, the length 5, and the state of the transaction. */
const readyBytes = 6

/**
 * Lets PGlite execute a request and passes its answer on. After an error in an extended query PGlite 0.5.8 says "ready"
 * twice: at once, and again at the Sync. The client would take the second one for the answer to its next query, and `pg`
 * ends the process when the real answer follows.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
async function answer(socket: Socket, session: Session, request: Request): Promise<void> {
  // An answer comes in pieces. Bytes that may be its end are held back until it is known whether they are.
  let end = Buffer.alloc(0)
  const executed = session.database.execProtocolRawStream(request.bytes, {
    onRawData: (piece) => {
      if (Buffer.from(piece.buffer, piece.byteOffset, piece.length).includes(errorMark)) session.errors += 1
      const answered = Buffer.concat([end, piece])
      end = answered.subarray(-2 * readyBytes)
      if (answered.length > end.length) socket.write(answered.subarray(0, -end.length))
    },
  })
  await executed.catch((error: unknown) => {
    // A query's own errors are answers. Something is thrown only when PostgreSQL gives up or WebAssembly traps.
    session.onBroken(error)
    throw error
  })
  const saysReady = isReady(end.subarray(-readyBytes))
  if (request.kind === 'unfinished' && saysReady) end = end.subarray(0, -readyBytes)
  else if (saysReady && isReady(end.subarray(0, -readyBytes))) end = end.subarray(-readyBytes)
  if (end.length > 0) socket.write(end)
}

/** Stands in every ErrorResponse, between severity and code. */
const errorMark = 'VERROR\0C'

/** No other message can end like this: their last bytes are a length, a format or a zero. */
function isReady(bytes: Buffer): boolean {
  return bytes.length === readyBytes && bytes[0] === 0x5a && bytes.readInt32BE(1) === readyBytes - 1
}

/** `unfinished`: the client wants an answer now (Flush), but its query goes on until a Sync. */
type RequestKind = 'encryption' | 'query' | 'unfinished'

interface Request {
  kind: RequestKind
  bytes: Buffer
}

const encryptionCodes = [80_877_103, 80_877_104]
/** PostgreSQL's own limit. */
const longestGreeting = 10_000
const protocolVersion3 = 196_608
/** The messages after which a client waits for an answer: Sync, a simple query, and the end of data to be copied. */
const endOfRequest = new Set(['S', 'Q', 'c', 'f'])

/**
 * Cuts what a client sends into requests. Its first messages have no type: perhaps a request for encryption, then its
 * greeting. After them, a request is everything up to a message that has to be answered.
 * @throws {RangeError} when the client says goodbye, or sends something unknown.
 */
function createRequestReader() {
  let unread = Buffer.alloc(0)
  let greeted = false

  return function* read(chunk: Buffer): Generator<Request> {
    unread = Buffer.concat([unread, chunk])
    while (!greeted && unread.length >= 8) {
      if (lengthAt(unread, 0) > longestGreeting) throw new RangeError('not a greeting')
      if (unread.length < lengthAt(unread, 0)) break
      const code = unread.readInt32BE(4)
      const bytes = unread.subarray(0, lengthAt(unread, 0))
      unread = unread.subarray(bytes.length)
      greeted = code === protocolVersion3
      if (!greeted && !encryptionCodes.includes(code)) throw new RangeError('not a greeting')
      yield { kind: greeted ? 'query' : 'encryption', bytes }
    }
    if (!greeted) return
    for (let end = 0; unread.length >= end + 5;) {
      const type = String.fromCharCode(unread[end] ?? 0)
      if (type === 'X') throw new RangeError('goodbye')
      end += 1 + lengthAt(unread, end + 1)
      if (unread.length < end) break
      if (type !== 'H' && !endOfRequest.has(type)) continue
      const bytes = unread.subarray(0, end)
      unread = unread.subarray(end)
      end = 0
      yield { kind: type === 'H' ? 'unfinished' : 'query', bytes }
    }
  }
}

/** A message's length, which counts its own four bytes. */
function lengthAt(bytes: Buffer, offset: number): number {
  const length = bytes.readInt32BE(offset)
  if (length < 4) throw new RangeError('not a message')
  return length
}
