import { endingLength, type PushSubscription } from '#contract/push/push.ts'

/** The account's subscription that this browser has, and how many others have one. */
export function subscriptionsHere(all: readonly PushSubscription[], address: string | null) {
  const ending = address?.slice(-endingLength) ?? null
  const here = all.find((one) => one.current && one.ending === ending) ?? null
  return { here, others: all.filter((one) => one !== here).length }
}
