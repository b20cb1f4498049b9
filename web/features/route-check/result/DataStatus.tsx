import type { PoiSource } from '#contract/pois/pois.ts'
import styles from './RouteResult.module.css'
import { routeCheckTexts } from '../texts.ts'
import { clock } from '#web/browser/clock.ts'
import { formatAgo } from '#web/texts/formats.ts'
import { Details } from '#web/ui/text/Details.tsx'

const texts = routeCheckTexts.result

interface DataStatusProps {
  sources: readonly PoiSource[]
  /** Whose data is shown. */
  attributions: readonly string[]
}

/** How old the data of each source are: nothing found and nothing known differ. */
export function DataStatus({ sources, attributions }: DataStatusProps) {
  const now = clock.now()
  return (
    <Details line={texts.dataTitle}>
      <ul className={styles.data}>
        {sources.map(({ source, title, lastSuccessAt, stale }) => (
          <li key={source}>
            {texts.dataOf(title, lastSuccessAt === null ? texts.never : formatAgo(lastSuccessAt, now))}
            {stale && <strong> · {texts.old}</strong>}
          </li>
        ))}
      </ul>
      {attributions.length > 0 && (
        <p className={styles.sources}>
          {texts.sources}: {attributions.join(' · ')}
        </p>
      )}
    </Details>
  )
}
