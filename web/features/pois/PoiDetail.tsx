import type { Poi } from '#contract/pois.ts'
import { Facts } from '#web/kit/Facts.tsx'
import { LimitSign } from './LimitSign.tsx'
import styles from './PoiDetail.module.css'
import { poisTexts } from './texts.ts'
import { streetAddress, directionInWords, firstSentence } from './wording.ts'
import { useNow } from '#web/kit/clock.ts'
import { formatAgo, formatDayTime, formatNumber } from '#web/kit/formats.ts'
import { untilInWords } from '#web/texts/pois.ts'

const texts = poisTexts.detail

/** What counts first: why a POI is one, such as „5 Motorradunfälle 2018–2020“, and the limit as the sign says it. */
export function PoiReason({ poi }: { poi: Poi }) {
  const { note } = poi.details
  if (note === undefined && poi.speed === null) return null
  const first = note === undefined ? '' : firstSentence(note)
  const rest = note?.slice(first.length) ?? ''
  return (
    <div className={styles.first}>
      {poi.speed !== null && <LimitSign speed={poi.speed} large />}
      {note !== undefined && (
        <div className={styles.reason}>
          <p className={styles.firstSentence}>{first}</p>
          {rest !== '' && <p>{rest}</p>}
        </div>
      )}
    </div>
  )
}

/** Everything else that is known of a POI; from whom, and when it was fetched, unfolds. */
export function PoiDetail({ poi }: { poi: Poi }) {
  const now = useNow(60_000)
  const { direction, fetchedAt, expiresAt, sources = [poi.details], confidence } = poi.details
  const isReport = confidence !== undefined
  return (
    <>
      <Facts
        facts={[
          [texts.place, streetAddress(poi)],
          [texts.limit, poi.speed === null ? null : texts.kmh(formatNumber(poi.speed))],
          [
            isReport ? texts.drivingDirection : texts.direction,
            direction === undefined ? null : directionInWords(direction),
          ],
          [texts.validity, isReport || expiresAt === undefined ? null : untilInWords(expiresAt, now)],
          [texts.updated, `${formatDayTime(poi.updatedAt)} (${formatAgo(poi.updatedAt, now)})`],
        ]}
      />
      <details className={styles.origin}>
        <summary>{texts.origin}</summary>
        <Facts
          facts={[
            [
              sources.length > 1 ? poisTexts.sources : texts.source,
              sources.map(({ attribution }) => attribution).join(' · '),
            ],
            [texts.fetched, isReport ? null : formatDayTime(fetchedAt)],
          ]}
        />
      </details>
    </>
  )
}
