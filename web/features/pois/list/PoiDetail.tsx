import type { Poi } from '#contract/pois/pois.ts'
import type { HotspotWords } from '#domain/hotspots/hotspot-words.ts'
import { noteInWords, statisticsOf } from '#domain/pois/poi-note.ts'
import { DefinitionList } from '#web/ui/text/DefinitionList.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'
import { LimitSign } from './LimitSign.tsx'
import styles from './PoiDetail.module.css'
import { poisTexts } from '../texts.ts'
import { streetAddress, directionInWords } from '../wording.ts'
import { useNow } from '#web/browser/clock.ts'
import { formatAgo, formatDayTime, formatNumber } from '#web/texts/formats.ts'
import { untilInWords } from '#web/texts/pois.ts'

const texts = poisTexts.detail

/** What counts first: why a POI is one, such as „5 Motorradunfälle in 3 Jahren, keiner schwer.“, and the limit as the sign says it. */
export function PoiReason({ poi }: { poi: Poi }) {
  const note = noteInWords(poi)
  if (note === null && poi.speed === null) return null
  return (
    <div className={styles.first}>
      {poi.speed !== null && <LimitSign speed={poi.speed} large />}
      {note !== null && <p className={styles.reason}>{note}</p>}
    </div>
  )
}

/** Everything else that is known of a POI; from whom, and when it was fetched, unfolds. */
export function PoiDetail({ poi }: { poi: Poi }) {
  const statistics = statisticsOf(poi)
  return statistics === null ? <KnownNow poi={poi} /> : <KnownFromStatistics poi={poi} statistics={statistics} />
}

/** Statistics are as of the years that they count, whenever they were fetched. */
function KnownFromStatistics({ poi, statistics }: { poi: Poi; statistics: HotspotWords }) {
  return (
    <>
      <DefinitionList
        facts={[
          [texts.place, streetAddress(poi)],
          [texts.asOf, statistics.asOf],
        ]}
      />
      <details>
        <Summary>{texts.method}</Summary>
        <Stack gap={2}>
          {statistics.method !== '' && <p>{statistics.method}</p>}
          <p>{texts.methodOfOurs}</p>
          <Small>
            {texts.source}: {poi.details.attribution}
          </Small>
        </Stack>
      </details>
    </>
  )
}

function KnownNow({ poi }: { poi: Poi }) {
  const now = useNow(60_000)
  const { direction, fetchedAt, expiresAt, sources = [poi.details], confidence } = poi.details
  const isReport = confidence !== undefined
  return (
    <>
      <DefinitionList
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
      <details>
        <Summary>{texts.origin}</Summary>
        <DefinitionList
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
