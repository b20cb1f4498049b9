import { type ReactNode, Suspense, useState } from 'react'
import styles from './Samples.module.css'
import { dashboardTexts as texts } from './texts.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'

/** The figures that are made up, folded away: their code is loaded when they are first unfolded. */
export function Samples({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <details className={styles.samples} onToggle={() => setOpened(true)}>
      <Summary>
        <h2 className={styles.title}>{texts.sample}</h2>
      </Summary>
      <p className={styles.note}>{texts.sampleNote}</p>
      <div className={styles.grid}>{opened && <Suspense fallback={<Skeleton lines={3} />}>{children}</Suspense>}</div>
    </details>
  )
}
