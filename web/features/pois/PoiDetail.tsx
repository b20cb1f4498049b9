import type { Poi } from '#contract/pois.ts'
import { Facts } from './Facts.tsx'
import { ReportStanding } from './ReportStanding.tsx'
import { untilInWords } from './report-wording.ts'
import { poisTexts } from './texts.ts'
import { addressOf, directionInWords } from './wording.ts'
import { useNow } from '#web/kit/clock.ts'
import { formatAgo, formatDayTime, formatNumber } from '#web/kit/formats.ts'

const texts = poisTexts.detail

/** Everything that is known of a POI, and from whom. */
export function PoiDetail({ poi }: { poi: Poi }) {
  const now = useNow(60_000)
  const { direction, note, fetchedAt, expiresAt, sources = [poi.details], confidence } = poi.details
  const isReport = confidence !== undefined
  return (
    <>
      <ReportStanding poi={poi} />
      <Facts
        facts={[
          [texts.place, addressOf(poi)],
          [texts.limit, poi.speed === null ? null : texts.kmh(formatNumber(poi.speed))],
          [
            isReport ? texts.drivingDirection : texts.direction,
            direction === undefined ? null : directionInWords(direction),
          ],
          [texts.note, note ?? null],
          [texts.validity, isReport || expiresAt === undefined ? null : untilInWords(expiresAt, now)],
          [texts.updated, `${formatDayTime(poi.updatedAt)} (${formatAgo(poi.updatedAt, now)})`],
          [
            sources.length > 1 ? poisTexts.sources : texts.source,
            sources.map(({ attribution }) => attribution).join(' · '),
          ],
          [texts.fetched, isReport ? null : formatDayTime(fetchedAt)],
        ]}
      />
    </>
  )
}
