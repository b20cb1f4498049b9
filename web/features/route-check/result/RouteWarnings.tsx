import type { RouteWarning } from '#contract/route-check/route-check.ts'
import { isWarning, shownHeadline } from '#domain/weather/weather.ts'
import styles from './ItemList.module.css'
import { routeCheckTexts } from '../texts.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { clock } from '#web/browser/clock.ts'
import { warningLevelNames } from '#web/texts/pois.ts'
import { validityInWords, withHeights } from '#web/texts/weather.ts'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { rangesInWords } from '../wording.ts'

const texts = routeCheckTexts.warnings

/** The warnings whose area the route crosses, and where. */
export function RouteWarnings({ warnings }: { warnings: readonly RouteWarning[] }) {
  return (
    <Card title={texts.title} level={3}>
      <PlainList gap={3}>
        {warnings.map(({ warning, ranges }) => (
          <li key={warning.id} className={styles.words}>
            <strong>{withHeights(warning, shownHeadline(warning))}</strong>
            <Small as="span">
              {[
                (isWarning(warning) ? texts.level : texts.advance)(
                  warning.warningLevel,
                  warningLevelNames[warning.warningLevel],
                ),
                rangesInWords(ranges),
                validityInWords(warning.validFrom, warning.validUntil, clock.now()),
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </Small>
          </li>
        ))}
      </PlainList>
    </Card>
  )
}
