import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { createTokenBuckets } from '#server/platform/token-buckets.ts'

export type RequestBounds = Record<'positionRequestEveryMs' | 'positionRequestsInARow', number>

export type PositionRequests = ReturnType<typeof createPositionRequests>

/**
 * When the tracker of a connection is asked where it is: at once when it is in doubt whether its vehicle is being stolen, then
 * as often as the bounds allow, until its fixes have decided it or it was asked often enough. Whether it answers changes
 * nothing: reception never waits for it.
 */
export function createPositionRequests(send: () => void, bounds: RequestBounds) {
  let sent = 0
  let isInDoubt = false
  /** Runs for as long as it must not be asked again. */
  let pause: NodeJS.Timeout | undefined
  const request = () => {
    if (!isInDoubt || pause !== undefined || sent >= bounds.positionRequestsInARow) return
    sent += 1
    pause = setTimeout(() => {
      pause = undefined
      request()
    }, bounds.positionRequestEveryMs)
    send()
  }
  return {
    /** After a fix was committed: what it says of the doubt. */
    follow(doubt: boolean): void {
      if (!doubt) sent = 0
      isInDoubt = doubt
      request()
    },
    stop: () => clearTimeout(pause),
  }
}

/** The same for trackers without a connection of their own, by their names: whether one may be asked with this answer. */
export function createRequestLimit(): (identity: string, now: Date) => boolean {
  const everySecond = 1000 / gatewayServerLimits.positionRequestEveryMs
  const requests = createTokenBuckets(1, everySecond, gatewayServerLimits.rememberedTrackers)
  return (identity, now) => requests.take(identity, now.getTime()) === 0
}
