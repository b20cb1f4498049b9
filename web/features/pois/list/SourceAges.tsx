import type { PoiSource } from '#contract/pois/pois.ts'
import styles from './SourceAges.module.css'
import { poisTexts } from '../texts.ts'
import { useNow } from '#web/browser/clock.ts'
import { formatAgo } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'

const texts = poisTexts.ages

/** The age of each source, and a warning if one has not answered for too long. */
export function SourceAges({ sources }: { sources: readonly PoiSource[] }) {
  const now = useNow(60_000)
  const stale = sources.filter((source) => source.stale)
  if (sources.length === 0) return null
  return (
    <section className={styles.ages}>
      {stale.length > 0 && (
        <Notice kind="warning" title={texts.staleTitle} live={false}>
          {texts.stale(stale.map(({ title }) => title).join(', '))}
        </Notice>
      )}
      <details>
        <Summary>{texts.title}</Summary>
        <dl className={styles.sources}>
          {sources.map(({ source, title, attribution, lastSuccessAt }) => (
            <div key={source} className={styles.source}>
              <dt>{title}</dt>
              <dd>{lastSuccessAt === null ? texts.never : texts.asOf(formatAgo(lastSuccessAt, now))}</dd>
              <dd className={styles.attribution}>{attribution}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}
