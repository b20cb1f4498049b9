import { useMemo } from 'react'
import { type Movement, movementProfile } from '#domain/track/riding.ts'
import { durationInWords } from './chapters/duration-words.ts'
import styles from './MovementSection.module.css'
import { historyTexts } from './texts.ts'
import type { ShownHistory } from './query/shown-history.ts'
import type { ChapteredHistory } from './chapters/use-chaptered-history.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { counted, formatDay, formatDistance, formatNumber } from '#web/texts/formats.ts'

const texts = historyTexts.movement

interface MovementSectionProps {
  history: ShownHistory
  chaptered: ChapteredHistory
}

/** How far, how long and with how many stops, by day: made from the positions that were found. */
export function MovementSection({ history: { positions, searched }, chaptered }: MovementSectionProps) {
  const { total, days } = useMemo(
    () => movementProfile(chaptered.positions, chaptered.chapters, chaptered.doubts),
    [chaptered],
  )
  const [gap, gaps] = texts.gapNames
  return (
    <Card title={texts.title}>
      {positions.length === 0 ? (
        <Small>{searched ? texts.none : texts.before}</Small>
      ) : (
        <Stack gap={3}>
          <Totals movement={total} />
          <div className={styles.scroll} role="region" aria-label={texts.byDay} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{texts.day}</th>
                  <th scope="col">{texts.distance}</th>
                  <th scope="col">{texts.riding}</th>
                  <th scope="col">{texts.stops}</th>
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={day.day}>
                    {/* Noon: the same day in every zone that reads it. */}
                    <th scope="row">{formatDay(`${day.day}T12:00:00Z`)}</th>
                    <td>{formatDistance(day.distanceMetres)}</td>
                    <td>{durationInWords(day.ridingMs)}</td>
                    <td>{formatNumber(day.stops)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Small>
            {texts.estimate}
            {total.gaps > 0 && ` ${texts.gaps(counted(total.gaps, gap, gaps))}`}
          </Small>
        </Stack>
      )}
    </Card>
  )
}

function Totals({ movement }: { movement: Movement }) {
  return (
    <dl className={styles.totals}>
      <Total name={texts.distance} value={formatDistance(movement.distanceMetres)} />
      <Total name={texts.riding} value={durationInWords(movement.ridingMs)} />
      <Total name={texts.stops} value={formatNumber(movement.stops)} />
    </dl>
  )
}

function Total({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.total}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
