import type { LookupFunction } from 'node:net'
import { webhooksServerLimits } from '#contract/webhooks/webhooks-limits.ts'
import { Problem } from '#server/http/problem.ts'
import { isInternetUrl, lookupInternet, PrivateAddress, type Reach } from '#server/platform/internet-address.ts'

/**
 * Says at once what will not work: the address itself, its name, or where that leads now. Each delivery is checked again when its
 * connection is made.
 */
export function createAddressCheck(reach: Reach, lookUp: LookupFunction = lookupInternet) {
  return async (address: string): Promise<void> => {
    if (!isInternetUrl(address, reach, 'free')) throw new Problem('WEBHOOK_ADDRESS')
    if (reach === 'loopback') return
    const failure = await failureOf(lookUp, new URL(address).hostname)
    if (failure === null) return
    throw new Problem(failure instanceof PrivateAddress ? 'WEBHOOK_ADDRESS_PRIVATE' : 'WEBHOOK_ADDRESS_UNKNOWN')
  }
}

/** Null: the name was found. A server of names that does not answer finds none. */
function failureOf(lookUp: LookupFunction, name: string): Promise<Error | null> {
  const { promise, resolve } = Promise.withResolvers<Error | null>()
  const late = setTimeout(() => resolve(new Error('not found in time')), webhooksServerLimits.lookupTimeoutMs)
  lookUp(name, { all: true }, (error) => resolve(error))
  return promise.finally(() => clearTimeout(late))
}
