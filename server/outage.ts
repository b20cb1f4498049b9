import type { Logger } from 'pino'
import { traceOf } from '#server/trace.ts'

/** What Node says of a connection that is refused, cut off or not there any more. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
])
/**
 * Class 08, what a server says that is ending or starting, and that its disk, its memory or its list of clients is full:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const serverCodes = /^(08...|57P0[1-5]|53[0-3]00|58030)$/
/** What `pg` says without a code. */
const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether an error says that the database is away or full, whatever was asked of it; asking again later may help. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  // Not always an Error: the jobs pass on a copy of what they caught.
  if (typeof error !== 'object' || error === null) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  if (code !== undefined) return networkCodes.has(code) || serverCodes.test(code)
  return 'message' in error && typeof error.message === 'string' && driverWords.test(error.message)
}

/** Why a report is not taken in now: it is the time that decides about it, and our clock is doubted. */
export class OwnClockDoubted extends Error {
  override name = 'OwnClockDoubted'
}

/** Whether an error passes without anybody's doing in this product, and was said already when it began. */
export function isOutage(error: unknown): boolean {
  return error instanceof OwnClockDoubted || isDatabaseAway(error)
}

const sayAgainMs = 10 * 60_000

/** Says in the log what outages a part of the product meets: each kind once in ten minutes, however many calls meet it. */
export function createOutageLog(log: Logger, message: string): (error: unknown) => void {
  const saidAt = new Map<unknown, number>()
  return (error) => {
    const trace = traceOf(error)
    const kind = trace.code ?? trace.error
    const now = performance.now()
    if (now - (saidAt.get(kind) ?? -Infinity) < sayAgainMs) return
    saidAt.set(kind, now)
    log.error(trace, message)
  }
}
