import type { Endpoint } from '#contract/base/endpoint.ts'

type Renewal = (endpoints: readonly Endpoint[]) => Promise<void>

/** Who keeps answers says how they are renewed (`queries.ts`). Screens that ask nothing do not load it: nothing is kept then. */
let renewal: Renewal = async () => undefined

export function renewAnswersBy(how: Renewal): void {
  renewal = how
}

/** Fetches again what these endpoints have answered. */
export function invalidate(endpoints: readonly Endpoint[]): Promise<void> {
  return renewal(endpoints)
}
