import { setImmediate as nextTurn } from 'node:timers/promises'
import { routeCheckServerLimits } from '#contract/route-check/route-check-limits.ts'
import { type CheckedRoute, checkedRoute, routeClosure, routeItem } from '#contract/route-check/route-check.ts'
import { portionsOf } from '#server/platform/portions-of.ts'

const { entriesAtOnce } = routeCheckServerLimits

/** The answer as the contract says it, some entries at a time: between them others get their turn. */
export async function* checkedRouteJson(route: CheckedRoute): AsyncGenerator<string, void> {
  const others = { ...checkedRoute.parse({ ...route, items: [], closures: [] }), items: undefined, closures: undefined }
  yield `${JSON.stringify(others).slice(0, -1)},"items":[`
  yield* written(route.items, (item) => routeItem.parse(item))
  yield '],"closures":['
  yield* written(route.closures, (closure) => routeClosure.parse(closure))
  yield ']}'
}

async function* written<Entry>(
  entries: readonly Entry[],
  parse: (entry: Entry) => Entry,
): AsyncGenerator<string, void> {
  let before = ''
  for (const some of portionsOf(entries, entriesAtOnce)) {
    yield before + some.map((entry) => JSON.stringify(parse(entry))).join(',')
    before = ','
    await nextTurn()
  }
}
