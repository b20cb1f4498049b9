import { shownHeadline, shownRegion } from '#domain/weather/weather.ts'
import { DefinitionList } from '#web/ui/text/DefinitionList.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import type { KnownWarning } from './known-warning.ts'
import { LevelBadge } from './LevelBadge.tsx'
import { warningTexts } from './texts.ts'
import styles from './WarningDetail.module.css'
import { validityInWords } from '#web/texts/weather.ts'
import { useNow } from '#web/browser/clock.ts'

const texts = warningTexts.detail

export function WarningDetail({ warning: { current, area } }: { warning: KnownWarning }) {
  const now = useNow(60_000)
  const { description, warningLevel, validFrom, advance, headline: written } = current ?? area
  const headline = written === '' ? '' : shownHeadline({ headline: written, advance })
  const validUntil = current === null ? area.validTo : current.validUntil
  return (
    <Stack gap={2} toStart>
      <LevelBadge level={warningLevel} advance={advance} />
      {headline !== '' && <p className={styles.headline}>{headline}</p>}
      {advance === true && <p>{warningTexts.advanceHint}</p>}
      {description !== '' && <p>{description}</p>}
      <DefinitionList
        facts={[
          [texts.region, current === null ? null : shownRegion(current.regionName, current)],
          [texts.validity, validityInWords(validFrom, validUntil, now)],
          [texts.instruction, current?.instruction ?? null],
          [texts.source, current?.attribution ?? null],
        ]}
      />
    </Stack>
  )
}
