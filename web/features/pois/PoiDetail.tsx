import type { Poi } from '#contract/pois.ts'
import { Facts } from './Facts.tsx'
import { poisTexts } from './texts.ts'
import { addressOf, directionInWords } from './wording.ts'
import { useNow } from '#web/kit/clock.ts'
import { formatAgo, formatDayTime, formatNumber } from '#web/kit/formats.ts'

const texts = poisTexts.detail

/** Everything that is known of a POI, and from whom. */
export function PoiDetail({ poi }: { poi: Poi }) {
  const now = useNow(60_000)
  const { direction, note, attribution, fetchedAt } = poi.details
  return (
    <Facts
      facts={[
        [texts.place, addressOf(poi)],
        [texts.limit, poi.speed === null ? null : texts.kmh(formatNumber(poi.speed))],
        [texts.direction, direction === undefined ? null : directionInWords(direction)],
        [texts.note, note ?? null],
        [texts.updated, `${formatDayTime(poi.updatedAt)} (${formatAgo(poi.updatedAt, now)})`],
        [texts.source, attribution],
        [texts.fetched, formatDayTime(fetchedAt)],
      ]}
    />
  )
}
