import { type FormEvent, useState } from 'react'
import { routeCheckLimits } from '#contract/route-check/route-check-limits.ts'
import type { Instant } from '#contract/base/place.ts'
import type { Departure } from '#contract/route-check/route-check.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { departureOfTyped, offeredDepartures } from '#domain/route-check/departure.ts'
import { typedTime } from '#domain/time/typed-time.ts'
import styles from './DepartureForm.module.css'
import { NumberChoice } from './NumberChoice.tsx'
import { routeCheckTexts } from '../texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { clock, useNow } from '#web/browser/clock.ts'
import { formatNumber } from '#web/texts/formats.ts'
import { Summary } from '#web/ui/text/Summary.tsx'
import { TimeField } from '#web/ui/fields/TimeField.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

interface DepartureFormProps {
  departure: Departure | null
  onChoose(departure: Departure | null): void
}

const texts = routeCheckTexts.departure
/** Through towns, on country roads with bends, on fast ones, on motorways. */
const paces = [30, 45, routeCheckLimits.averageKmh, 80, 100]

/** When the ride begins and how fast it is: the list is then one for that time. */
export function DepartureForm({ departure, onChoose }: DepartureFormProps) {
  const [typed, setTyped] = useState(() => typedTime(departure?.at ?? nextHour()))
  const [averageKmh, setAverage] = useState<number>(departure?.averageKmh ?? routeCheckLimits.averageKmh)
  const [mistake, setMistake] = useState<string | null>(null)
  /** When „Jetzt“ was tapped. */
  const [leftAt, setLeftAt] = useState<Instant | null>(null)
  const offered = offeredDepartures(useNow(60_000))
  const found = departureOfTyped(typed, clock.now())
  const choose = (event: FormEvent) => {
    event.preventDefault()
    setMistake('mistake' in found ? found.mistake : null)
    if ('at' in found) onChoose({ at: found.at, averageKmh })
  }
  const tap = (at: Instant) => {
    setTyped(typedTime(at))
    setMistake(null)
    onChoose({ at, averageKmh })
  }
  const leaveNow = () => {
    const at = clock.now().toISOString()
    setLeftAt(at)
    tap(at)
  }
  const isTapped = (at: Instant | null) => at !== null && at === departure?.at
  const isOther = departure !== null && ![leftAt, ...offered.map(({ at }) => at)].some(isTapped)
  return (
    <div className={styles.when}>
      <Row gap={2} role="group" aria-label={texts.title}>
        <Button kind="secondary" aria-pressed={isTapped(leftAt)} onClick={leaveNow}>
          {texts.now}
        </Button>
        {offered.map(({ time, at }) => (
          <Button key={time} kind="secondary" aria-pressed={isTapped(at)} onClick={() => tap(at)}>
            {texts.offered[time]}
          </Button>
        ))}
      </Row>
      <details open={isOther}>
        <Summary>{texts.other}</Summary>
        <Stack as="form" gap={3} onSubmit={choose} noValidate>
          <p>{texts.lead}</p>
          <div className={styles.fields}>
            <TimeField
              label={texts.at}
              value={'at' in found ? typedTime(found.at) : typed}
              ifTwice="first"
              error={mistake}
              onChange={setTyped}
            />
            <NumberChoice
              label={texts.pace}
              value={averageKmh}
              onChoose={setAverage}
              options={pacesWith(averageKmh).map((pace) => [pace, texts.kmh(formatNumber(pace))])}
            />
          </div>
          <Small>{texts.hint}</Small>
          <Row gap={3}>
            <Button type="submit" kind="secondary">
              {texts.check}
            </Button>
            {departure !== null && (
              <Button kind="quiet" onClick={() => onChoose(null)}>
                {texts.remove}
              </Button>
            )}
          </Row>
        </Stack>
      </details>
    </div>
  )
}

function pacesWith(own: number): number[] {
  return paces.includes(own) ? paces : [...paces, own].toSorted((a, b) => a - b)
}

function nextHour(): string {
  return new Date(Math.ceil(clock.now().getTime() / hourMs) * hourMs).toISOString()
}
