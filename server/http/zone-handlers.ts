import type { ProblemCode } from '#contract/base/problem.ts'
import { Problem } from '#server/http/problem.ts'
import type { Clock } from '#server/platform/clock.ts'

/** An account's zones of one kind (`server/db/shared/zones.ts`). */
interface Zones<Entry, Change, Zone> {
  list(userId: string): Promise<Zone[]>
  create(added: { id: string; userId: string; entry: Entry }, now: Date): Promise<Zone | 'full'>
  change(changed: { id: string; userId: string; change: Change }, now: Date): Promise<Zone | null>
  remove(userId: string, id: string, now: Date): Promise<boolean>
}

export interface ZoneParts<Store> {
  store: Store
  clock: Pick<Clock, 'now'>
  newId(): string
}

interface By {
  caller: { user: { id: string } }
}
interface About {
  params: { zoneId: string }
}

/**
 * What answers the four calls of each kind of zone.
 * @param full what an account is told that has as many as it may.
 */
export function zoneHandlers<Entry, Change, Zone>(
  { store, clock, newId }: ZoneParts<Zones<Entry, Change, Zone>>,
  full: ProblemCode,
) {
  return {
    list: async ({ caller }: By) => ({ zones: await store.list(caller.user.id) }),
    async create({ caller, body }: By & { body: Entry }) {
      const made = await store.create({ id: newId(), userId: caller.user.id, entry: body }, clock.now())
      if (made === 'full') throw new Problem(full)
      return made
    },
    async change({ caller, params, body }: By & About & { body: Change }) {
      const changed = await store.change({ id: params.zoneId, userId: caller.user.id, change: body }, clock.now())
      if (changed === null) throw new Problem('NOT_FOUND')
      return changed
    },
    async remove({ caller, params }: By & About) {
      if (!(await store.remove(caller.user.id, params.zoneId, clock.now()))) throw new Problem('NOT_FOUND')
      return {}
    },
  }
}
