import { type ComponentType, type ReactNode, Suspense, useRef, useState } from 'react'
import { type Alarm, type AlarmKind, alarms, type GuardState } from '#contract/alarms/alarms.ts'
import { history } from '#contract/history/history.ts'
import { messages } from '#contract/messages/messages.ts'
import { type OthersVehicle, people } from '#contract/people/people.ts'
import { useAction } from '#web/api/queries/action.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useArrival } from '#web/browser/use-arrival.ts'
import { Place } from '#web/shared/places/Place.tsx'
import { formatDayTime } from '#web/texts/formats.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { alertUser } from '#web/ui/text/alert.ts'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { EntryList, EntryRow } from '#web/ui/text/EntryList.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'
import { stateInWords } from './state-words.ts'
import { peopleTexts } from './texts.ts'

const texts = peopleTexts.others
const refreshMs = 60_000
const onError = (problem: CallProblem) => alertUser(messageOf(problem))

type KindWords = Readonly<Record<AlarmKind, string>>

/** What other features show of a vehicle. */
interface Shows {
  kindWords: KindWords
  /** Which of its messages the user wants. */
  wishes: ComponentType<{ deviceId: string }>
}

/** The vehicles to which somebody else has invited the user: each with what their role shows of it. */
export function OthersVehicles(shows: Shows) {
  const { data, error, isFetching, refetch } = useCall(people.vehicles, {}, { refetchInterval: refreshMs })
  return (
    <Section title={texts.title}>
      {data === undefined && error === null && <Skeleton lines={3} label={texts.loading} />}
      {data === undefined && error !== null && (
        <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.vehicles.length === 0 && <Small>{texts.none}</Small>}
      {data?.vehicles.map((vehicle) => (
        <VehicleCard key={vehicle.deviceId} vehicle={vehicle} {...shows} />
      ))}
    </Section>
  )
}

function VehicleCard({ vehicle, kindWords, wishes: Wishes }: Shows & { vehicle: OthersVehicle }) {
  const { deviceId, deviceName, ownerEmail, role, endsAt } = vehicle
  const known = useCall(alarms.list, { params: { deviceId } }, { refetchInterval: refreshMs })
  const leave = useAction(people.leave, [people.vehicles, messages.wishes])
  const place = useRef<HTMLDivElement>(null)
  useArrival(place, deviceId)
  const facts = [
    texts.of(ownerEmail),
    peopleTexts.roles[role].name,
    ...(endsAt === null ? [] : [texts.until(formatDayTime(endsAt))]),
  ]
  return (
    <div ref={place}>
      <Card title={deviceName} level={3}>
        <CardParts>
          <Small>{facts.join(', ')}</Small>
          {known.data === undefined && known.error !== null && (
            <LoadFailure error={known.error} busy={known.isFetching} onRetry={() => void known.refetch()} />
          )}
          {known.data !== undefined && <p>{stateInWords(known.data.state)}</p>}
          {role === 'DRIVER' && <DriversPart deviceId={deviceId} state={known.data?.state ?? null} />}
          {known.data !== undefined && (
            <Alarms vehicle={vehicle} log={known.data.alarms.slice(0, shownAlarms)} kindWords={kindWords} />
          )}
          <FoldedMessages>
            <Wishes deviceId={deviceId} />
          </FoldedMessages>
          <AskingButton
            action={texts.leave}
            title={texts.leaveTitle(deviceName)}
            busy={leave.isPending}
            onConfirm={(close) => leave.mutate({ params: { deviceId } }, { onSuccess: close, onError })}
          >
            <p>{texts.leaveText}</p>
          </AskingButton>
        </CardParts>
      </Card>
    </div>
  )
}

const shownAlarms = 5

/** Seldom needed: loaded when it is unfolded for the first time. */
function FoldedMessages({ children }: { children: ReactNode }) {
  const [isBuilt, setBuilt] = useState(false)
  return (
    <div>
      <details onToggle={() => setBuilt(true)}>
        <Summary>{texts.messages}</Summary>
        {isBuilt && <Suspense>{children}</Suspense>}
      </details>
    </div>
  )
}

/** Where it is, once that is asked for, since it is noted; and „Ich fahre“. */
function DriversPart({ deviceId, state }: { deviceId: string; state: GuardState | null }) {
  const [isAsked, setAsked] = useState(false)
  const ride = useAction(alarms.pause, [alarms.list])
  return (
    <>
      {isAsked ? (
        <PlaceOf deviceId={deviceId} />
      ) : (
        <>
          <Button kind="secondary" onClick={() => setAsked(true)}>
            {texts.showPlace}
          </Button>
          <Small>{texts.placeNoted}</Small>
        </>
      )}
      {state?.guarded === true && state.pause === null && !state.missed && (
        <Button
          size="large"
          busy={ride.isPending}
          onClick={() => ride.mutate({ params: { deviceId }, body: { pause: 'RIDE' } }, { onError })}
        >
          {texts.ride}
        </Button>
      )}
      {state?.pause?.kind === 'RIDE' && <Small>{texts.rides}</Small>}
    </>
  )
}

function PlaceOf({ deviceId }: { deviceId: string }) {
  const { data, error, isFetching, refetch } = useCall(
    history.latest,
    { params: { deviceId } },
    { refetchInterval: refreshMs },
  )
  if (data === undefined) {
    if (error === null) return <Small>{texts.loading}</Small>
    return <LoadFailure error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (data.position === null) return <p>{texts.noPlace}</p>
  const { position, placeName } = data
  return (
    <div>
      <Place name={placeName} at={position} accuracy={position.accuracy} />
      <Small>{texts.seen(formatDayTime(position.recordedAt))}</Small>
    </div>
  )
}

interface AlarmsProps {
  vehicle: OthersVehicle
  log: readonly Alarm[]
  kindWords: KindWords
}

function Alarms({ vehicle, log, kindWords }: AlarmsProps) {
  if (log.length === 0) return <Small>{texts.noAlarms}</Small>
  return (
    <EntryList label={texts.alarms(vehicle.deviceName)}>
      {log.map((alarm) => (
        <AlarmRow key={alarm.id} vehicle={vehicle} alarm={alarm} word={kindWords[alarm.kind]} />
      ))}
    </EntryList>
  )
}

function AlarmRow({ vehicle, alarm, word }: { vehicle: OthersVehicle; alarm: Alarm; word: string }) {
  const answer = useAction(alarms.acknowledge, [alarms.list])
  const isOpen = alarm.acknowledgedAt === null
  const input = { params: { deviceId: vehicle.deviceId }, body: { alarmId: alarm.id } }
  return (
    <EntryRow
      name={word}
      actions={
        isOpen &&
        vehicle.role === 'DRIVER' && (
          <Button kind="secondary" busy={answer.isPending} onClick={() => answer.mutate(input, { onError })}>
            {texts.answer}
          </Button>
        )
      }
    >
      <Small>
        {formatDayTime(alarm.detectedAt)}, {isOpen ? texts.open : texts.answered}
      </Small>
    </EntryRow>
  )
}
