import type { PoiRecord } from '#server/feeds/feed.ts'

/** A POI as a source names it; facts that are left out are unknown. */
export function poiRecord(record: Partial<PoiRecord> & { sourceId: string }): PoiRecord {
  return {
    poiType: 'SpeedControl',
    latitude: 49,
    longitude: 8.4,
    street: null,
    postcode: null,
    city: null,
    speed: null,
    direction: null,
    note: null,
    startsAt: null,
    expiresAt: null,
    ...record,
  }
}
