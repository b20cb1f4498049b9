import { demoPois } from '#domain/demo/demo-pois.ts'
import { demoLabel, demoSource } from '#domain/demo/demo.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { pointAt } from '#server/db/positions/place.ts'

export const poisHooks: Partial<Hooks> = {
  async demoBuilt(writing, { now }) {
    const rows = demoPois().map((poi) => ({
      id: `demo-${poi.sourceId.replace('/', '-')}`,
      source: demoSource,
      source_id: poi.sourceId,
      poi_type: poi.poiType,
      place: pointAt(poi),
      speed: poi.speed,
      note: poi.note,
      attribution: demoLabel,
      fetched_at: now,
      created_at: now,
      updated_at: now,
    }))
    await writing.insertInto('pois').values(rows).execute()
  },

  async demoRemoved(writing) {
    await writing.deleteFrom('pois').where('source', '=', demoSource).execute()
  },
}
