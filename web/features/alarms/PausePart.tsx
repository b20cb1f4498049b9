import { type SyntheticEvent, useState } from 'react'
import { alarms, type GuardState, type PauseWish } from '#contract/alarms/alarms.ts'
import { dossiers } from '#contract/dossier/dossier.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import styles from './AlarmSection.module.css'
import { nextTime, offeredTime } from './pause-until.ts'
import { alarmTexts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { CardPart } from '#web/ui/layout/CardPart.tsx'
import { RideButton } from '#web/shared/devices/RideButton.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { TapWaits } from '#web/shared/devices/TapWaits.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

/** A pause answers the alarms before it. */
const changed = [alarms.list, vehicles.states, dossiers.show]
const texts = alarmTexts.pause
const onError = (problem: CallProblem) => alertUser(messageOf(problem))

interface PausePartProps {
  deviceId: string
  pause: GuardState['pause']
  now: Date
}

/** Pauses the alarm for as long as its owner wants, or switches it on again. */
export function PausePart({ deviceId, pause, now }: PausePartProps) {
  return pause === null ? <Wishes deviceId={deviceId} now={now} /> : <RideButton deviceId={deviceId} isPaused />
}

const fixedWishes = ['SHORT', 'LONG', 'OPEN'] as const satisfies readonly PauseWish[]

function Wishes({ deviceId, now }: { deviceId: string; now: Date }) {
  const { mutate, isPending } = useAction(alarms.pause, changed)
  const [time, setTime] = useState(() => offeredTime(now))
  const params = { deviceId }
  const until = nextTime(time, now)
  const pauseUntil = (event: SyntheticEvent) => {
    event.preventDefault()
    if (until !== null) mutate({ params, body: { pause: 'UNTIL', until } }, { onError })
  }
  return (
    <CardPart title={texts.title}>
      <RideButton deviceId={deviceId} isPaused={false} />
      <TapWaits deviceId={deviceId} />
      <Small>{texts.rideHint}</Small>
      <Row gap={2}>
        {fixedWishes.map((wish) => (
          <Button
            key={wish}
            kind="secondary"
            busy={isPending}
            onClick={() => mutate({ params, body: { pause: wish } }, { onError })}
          >
            {texts.wishes[wish]}
          </Button>
        ))}
      </Row>
      <form className={styles.until} onSubmit={pauseUntil}>
        <TextField
          type="time"
          label={texts.untilTime}
          required
          digits
          value={time}
          onChange={(event) => setTime(event.target.value)}
        />
        <Button type="submit" kind="secondary" busy={isPending}>
          {texts.pauseUntil}
        </Button>
      </form>
    </CardPart>
  )
}
