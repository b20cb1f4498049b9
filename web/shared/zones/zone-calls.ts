import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/base/endpoint.ts'
import type { NamedCircle } from '#contract/base/zone.ts'

export interface StoredZone extends NamedCircle {
  id: string
}

type Takes<Value> = z.ZodMiniType<Value, Value>
type OfOne = Endpoint & { params: Takes<{ zoneId: string }> }

/** The calls about zones of one kind. */
export interface ZoneCalls<Zone extends StoredZone = StoredZone> {
  list: Endpoint & { reply: z.ZodMiniType<{ zones: Zone[] }> }
  create: Endpoint & { body: Takes<object> }
  change: OfOne & { body: Takes<object> }
  remove: OfOne
}
