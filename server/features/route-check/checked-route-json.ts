import { setImmediate as nextTurn } from 'node:timers/promises'
import { routeCheckServerLimits } from '#contract/route-check-limits.ts'
import { type CheckedRoute, checkedRoute, routeClosure, routeItem } from '#contract/route-check.ts'

const { entriesAtOnce } = routeCheckServerLimits

/** The answer as the contract says it, some entries at a time: between them others get their turn. */
export async function* checkedRouteJson(route: CheckedRoute): AsyncGenerator<string, void> {
  const others = { ...checkedRoute.parse({ ...route, items: [], closures: [] }), items: undefined, closures: undefined }
  yield `${JSON.stringify(others).slice(0, -1)},"items":[`
  yield* inPortions(route.items, (item) => routeItem.parse(item))
  yield '],"closures":['
  yield* inPortions(route.closures, (closure) => routeClosure.parse(closure))
  yield ']}'
}

async function* inPortions<T>(entries: readonly T[], parse: (entry: T) => T): AsyncGenerator<string, void> {
  for (let start = 0; start < entries.length; start += entriesAtOnce) {
    const some = entries.slice(start, start + entriesAtOnce).map((entry) => JSON.stringify(parse(entry)))
    yield `${start === 0 ? '' : ','}${some.join(',')}`
    await nextTurn()
  }
}
