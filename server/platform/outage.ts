import pg from 'pg'
import type { Logger } from 'pino'
import { minuteMs } from '#contract/base/time-units.ts'
import { errorFields } from './error-fields.ts'

/** Node's codes for a connection that is refused, cut off or gone. */
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
 * Class 08, and a server's codes for its start and end, for a full disk, memory or list of clients, and for a change where
 * nothing can be changed now, because it follows another one or waits for one (`db/standby.ts`):
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const serverCodes = /^(08...|25006|57P0[1-5]|53[0-3]00|58030)$/
/** Messages of `pg` that have no code. */
const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether an error says that the database is away or full, so that trying again later may help. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  // It need not be an `Error`: the jobs pass on a copy of what they caught.
  if (typeof error !== 'object' || error === null) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  if (code !== undefined) return networkCodes.has(code) || serverCodes.test(code)
  return 'message' in error && typeof error.message === 'string' && driverWords.test(error.message)
}

/** A statement was given up because one of several servers with positions does not answer. */
export class ServerSilent extends Error {
  override name = 'ServerSilent'
  /** connection_failure, as the coordinator says it of a server that is away. */
  readonly code = '08006'
  constructor() {
    super('a server with positions does not answer')
  }
}

/**
 * Whether one of several servers with positions is away, and the database that we asked is not: it says itself that it has lost a
 * connection, on one that we have (docs/decisions/0064-positions-on-several-servers.md).
 */
export function isPartAway(error: unknown): boolean {
  if (error instanceof ServerSilent) return true
  if (!(error instanceof pg.DatabaseError) || error.code?.startsWith('08') !== true) return false
  // A pooler in front says so of the database itself: it ends our connection, mostly with 08P01.
  return error.severity !== 'FATAL' && error.code !== '08P01'
}

/** Why a report is not stored now: the decision about it depends on the time, and our own clock is doubted. */
export class OwnClockDoubted extends Error {
  override name = 'OwnClockDoubted'
}

/** Whether an error passes by itself, without a change to the product, and has been logged when it began. */
export function isOutage(error: unknown): boolean {
  return error instanceof OwnClockDoubted || isDatabaseAway(error)
}

const sayAgainMs = 10 * minuteMs

/** Logs the outages that a part of the product meets: each kind once in ten minutes, however many calls meet it. */
export function createOutageLog(log: Logger, message: string): (error: unknown) => void {
  const saidAt = new Map<unknown, number>()
  return (error) => {
    const trace = errorFields(error)
    const kind = trace.code ?? trace.error
    const now = performance.now()
    if (now - (saidAt.get(kind) ?? -Infinity) < sayAgainMs) return
    saidAt.set(kind, now)
    log.error(trace, message)
  }
}
