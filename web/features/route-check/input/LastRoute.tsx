import { nameOf } from '../result/chosen-line.ts'
import type { KeptRoute } from './kept-route.ts'
import styles from './LastRoute.module.css'
import { routeCheckTexts } from '../texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { useNow } from '#web/browser/clock.ts'
import { formatAgo } from '#web/texts/formats.ts'

const texts = routeCheckTexts.last
const everyMs = 30_000

/** The route that was checked last in this browser: opened again without its file, and without a network. */
export function LastRoute({ route: { line, checkedAt }, onOpen }: { route: KeptRoute; onOpen(): void }) {
  const now = useNow(everyMs)
  return (
    <Card title={texts.title}>
      <div className={styles.last}>
        <p>
          <strong>{nameOf(line, 0)}</strong>
          <span className={styles.age}>{formatAgo(checkedAt, now)}</span>
        </p>
        <Button kind="secondary" onClick={onOpen}>
          {texts.open}
        </Button>
      </div>
    </Card>
  )
}
