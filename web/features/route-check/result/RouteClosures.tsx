import type { Departure, RouteClosure } from '#contract/route-check/route-check.ts'
import { closureInWords } from '#domain/closures/closure-state.ts'
import { passedAt } from '#domain/route-check/departure.ts'
import { classes } from '#web/ui/layout/classes.ts'
import styles from './ItemList.module.css'
import { routeCheckTexts } from '../texts.ts'
import { kilometres } from '../wording.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { formatTime, oClock } from '#web/texts/formats.ts'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Small } from '#web/ui/layout/Small.tsx'

const texts = routeCheckTexts.closures

interface RouteClosuresProps {
  closures: readonly RouteClosure[]
  departure: Departure | null
}

/** The roads of the route that are closed for motorcycles, always or at times, and whether they are when the ride passes. */
export function RouteClosures({ closures, departure }: RouteClosuresProps) {
  return (
    <Card title={texts.title} level={3}>
      <PlainList gap={3}>
        {closures.map((closure) => (
          <li key={`${closure.id} ${closure.range.from}`} className={styles.words}>
            <strong className={classes(closure.access === 'closed' && styles.watched)}>
              {placeInWords(closure)}: {stateInWords(closure, departure)}
            </strong>
            {closure.rules.some(({ condition }) => condition !== null) && (
              <Small as="span">{closureInWords(closure.rules)}</Small>
            )}
          </li>
        ))}
      </PlainList>
    </Card>
  )
}

function placeInWords({ name, range: { from, to } }: RouteClosure): string {
  const part = routeCheckTexts.warnings.range(kilometres(from), kilometres(to))
  return [part, name].filter((word) => word !== null).join(' · ')
}

function stateInWords({ access, range }: RouteClosure, departure: Departure | null): string {
  if (access === null) return texts.sometimes
  if (departure === null) return texts.access[access]
  return texts.whenPassing(texts.access[access], oClock(formatTime(passedAt(departure, range.from))))
}
