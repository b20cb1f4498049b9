import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'

export interface Beat {
  /** Whether any byte came since the last beat. */
  hasHeard: boolean
  /** Whether we would have read it: we do not while too many messages are in work. */
  isReading: boolean
}

/** In how many beats in a row a broker has been silent that we listened to. */
export function missedBeatsAfter(before: number, { hasHeard, isReading }: Beat): number {
  return hasHeard || !isReading ? 0 : before + 1
}

export interface Listening {
  stream: { on(event: 'data', listener: () => void): unknown; off(event: 'data', listener: () => void): unknown }
  isReading(): boolean
  ping(): void
  /** The broker has gone without a word. */
  leave(): void
}

/**
 * Tells the broker that we are there, and notices when it no longer is. Every byte counts as its sign of life, because the
 * answer to a ping comes behind all messages that it has sent before. While we read nothing, that it sends nothing is our own doing and
 * proves nothing; pings are sent all the same, and are all that the broker goes by, so it does not give us up either. If it has
 * gone by then, the pings stay unconfirmed, and the operating system ends the connection.
 * @param everyMs half of the keep-alive that the broker was told.
 * @returns how to stop.
 */
export function watchBroker({ stream, isReading, ping, leave }: Listening, everyMs: number): () => void {
  let hasHeard = true
  let silentBeats = 0
  const hear = () => void (hasHeard = true)
  stream.on('data', hear)
  const timer = setInterval(() => {
    silentBeats = missedBeatsAfter(silentBeats, { hasHeard, isReading: isReading() })
    hasHeard = false
    if (silentBeats >= gatewayServerLimits.brokerSilentBeats) leave()
    else ping()
  }, everyMs)
  return () => {
    clearInterval(timer)
    stream.off('data', hear)
  }
}
