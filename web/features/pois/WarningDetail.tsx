import type { CurrentWarning, WeatherPoi } from '#contract/weather.ts'
import { shownRegion } from '#domain/weather.ts'
import { Facts } from './Facts.tsx'
import { LevelBadge } from './LevelBadge.tsx'
import { poisTexts } from './texts.ts'
import styles from './WarningDetail.module.css'
import { validityInWords } from './wording.ts'
import { useNow } from '#web/kit/clock.ts'

/** A warning as the list knows it, as the map knows it, or both. */
export type KnownWarning = { current: CurrentWarning; area: WeatherPoi | null } | { current: null; area: WeatherPoi }

const texts = poisTexts.detail

export function WarningDetail({ warning: { current, area } }: { warning: KnownWarning }) {
  const now = useNow(60_000)
  const { headline, description, warningLevel, validFrom } = current ?? area
  const validUntil = current === null ? area.validTo : current.validUntil
  return (
    <div className={styles.warning}>
      <LevelBadge level={warningLevel} />
      {headline !== '' && <p className={styles.headline}>{headline}</p>}
      {description !== '' && <p>{description}</p>}
      <Facts
        facts={[
          [texts.region, current === null ? null : shownRegion(current.regionName, current)],
          [texts.validity, validityInWords(validFrom, validUntil, now)],
          [texts.instruction, current?.instruction ?? null],
          [texts.source, current?.attribution ?? null],
        ]}
      />
    </div>
  )
}
