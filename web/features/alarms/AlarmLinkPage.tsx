import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { alarms, isCallForHelp, type LinkedAlarm } from '#contract/alarms/alarms.ts'
import { loginThen } from '#domain/auth/guards.ts'
import styles from './AlarmSection.module.css'
import { alarmTexts } from './texts.ts'
import { call } from '#web/api/calls/call.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { useTask } from '#web/api/queries/action.ts'
import { queryClient } from '#web/api/queries/queries.ts'
import { useUser } from '#web/api/session/session.ts'
import { Button, ButtonLink, OutsideButtonLink } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { DefinitionList } from '#web/ui/text/DefinitionList.tsx'
import { formatAccuracy, formatDayTime } from '#web/texts/formats.ts'
import { LinkPage } from '#web/ui/layout/LinkPage.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { paths } from '#web/browser/paths.ts'
import { Place } from '#web/shared/places/Place.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

const texts = alarmTexts.linked
const secondMs = 1_000
const refreshMs = 15 * secondMs

const otherWays = (
  <>
    <OutsideButtonLink kind="danger" href="tel:110">
      {texts.emergency}
    </OutsideButtonLink>
    <ButtonLink kind="secondary" to={paths.login}>
      {texts.signIn}
    </ButtonLink>
  </>
)

/** /alarm#…: who was sent a message about an alarm sees it, and answers it where others wait for that, without signing in. */
export function AlarmLinkPage() {
  return (
    <LinkPage title={texts.title} otherWay={otherWays}>
      {(token) => (
        <Card label={texts.title}>
          <AlarmOfLink token={token} />
        </Card>
      )}
    </LinkPage>
  )
}

function AlarmOfLink({ token }: { token: string }) {
  const queryKey = [alarms.linked.path, token]
  const { data, error, isFetching, refetch } = useQuery<LinkedAlarm, CallProblem>(
    {
      queryKey,
      queryFn: ({ signal }) => call(alarms.linked, {}, { signal, token }),
      // Others may answer meanwhile.
      refetchInterval: ({ state }) => (state.error?.status === 410 ? false : refreshMs),
    },
    queryClient,
  )
  const answer = useTask({ run: () => call(alarms.answer, {}, { token }) })
  if (error?.status === 410) {
    return (
      <Notice kind="danger" actions={otherWays}>
        {messageOf(error)}
      </Notice>
    )
  }
  if (data === undefined) {
    if (error === null) return <Skeleton lines={4} label={texts.loading} />
    return <LoadFailure error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (data.readsOnly !== undefined) return <ShownAlarm alarm={data} goesOn={data.readsOnly} />
  const press = () =>
    answer.mutate(undefined, { onSuccess: (answered) => queryClient.setQueryData(queryKey, answered) })
  const isReaders = data.answer?.by === 'READER'
  const isHelp = isCallForHelp(data.kind)
  const words = isHelp ? texts.help : texts
  return (
    <Stack gap={3}>
      <h2 className={styles.kind}>{texts.happened(alarmTexts.log.kinds[data.kind], data.deviceName)}</h2>
      {isHelp && (
        <p className={styles.asks}>{data.reader === 'OWNER' ? texts.help.asks : texts.help.called(data.ownerEmail)}</p>
      )}
      <LinkedFacts alarm={data} />
      {isHelp && <Emergency number="112" kind="danger" label={texts.help.emergency} />}
      {data.stated !== undefined && (
        <Notice kind={data.stated.kind === 'BACK' ? 'success' : 'danger'}>{statedInWords(data.stated)}</Notice>
      )}
      {data.answer !== null && (
        <Notice kind="success" title={answeredBy(data, data.answer)}>
          {texts.stopped}
        </Notice>
      )}
      {answer.error !== null && <Notice kind="danger">{messageOf(answer.error)}</Notice>}
      {!isReaders && (
        <Button kind={isHelp ? 'secondary' : 'primary'} size="large" wide busy={answer.isPending} onClick={press}>
          {words.answers[data.reader]}
        </Button>
      )}
      <Small>{words.advice[data.reader]}</Small>
      {!isHelp && <Emergency number="110" kind="secondary" label={texts.emergency} />}
    </Stack>
  )
}

function statedInWords(stated: NonNullable<LinkedAlarm['stated']>): string {
  const words = texts.stated[stated.kind === 'BACK' ? 'BACK' : stated.stated]
  return words(formatDayTime(stated.since))
}

interface ShownAlarmProps {
  alarm: LinkedAlarm
  goesOn: NonNullable<LinkedAlarm['readsOnly']>
}

/** Where the vehicle was, the police, and where its owner goes on: at once where they are signed in. */
function ShownAlarm({ alarm, goesOn: { ownerId, address } }: ShownAlarmProps) {
  const user = useUser()
  if (user?.id === ownerId) return <Navigate to={address} replace />
  return (
    <Stack gap={3}>
      <h2 className={styles.kind}>{texts.happened(alarmTexts.log.kinds[alarm.kind], alarm.deviceName)}</h2>
      <LinkedFacts alarm={alarm} />
      <Emergency number="110" kind="danger" label={texts.emergency} />
      {user === null ? (
        <>
          <ButtonLink kind="secondary" wide to={loginThen(address)}>
            {texts.signIn}
          </ButtonLink>
          <Small>{texts.signInHint}</Small>
        </>
      ) : (
        <Small>{texts.signedInAsOther}</Small>
      )}
    </Stack>
  )
}

function Emergency({ number, kind, label }: { number: '110' | '112'; kind: 'danger' | 'secondary'; label: string }) {
  return (
    <OutsideButtonLink kind={kind} wide href={`tel:${number}`}>
      {label}
    </OutsideButtonLink>
  )
}

function answeredBy({ kind, reader, ownerEmail }: LinkedAlarm, { by, at }: NonNullable<LinkedAlarm['answer']>): string {
  const time = formatDayTime(at)
  const words = isCallForHelp(kind) ? texts.help : texts
  if (by === 'READER') return words.answered[reader](time)
  return by === 'OWNER' ? words.answeredByOwner(ownerEmail, time) : texts.answeredByContact(time)
}

function LinkedFacts({ alarm }: { alarm: LinkedAlarm }) {
  const { kind, reader, ownerEmail, detectedAt, place, evidence } = alarm
  const isHelp = isCallForHelp(kind)
  return (
    <>
      {place !== null && <Place name={alarm.placeName} at={place} accuracy={place.accuracy} />}
      <DefinitionList
        facts={[
          [texts.time, formatDayTime(isHelp ? detectedAt : (place?.recordedAt ?? detectedAt))],
          [texts.help.lastPlace, isHelp && place !== null ? formatDayTime(place.recordedAt) : null],
          [texts.why, evidence && alarmTexts.log.evidences[evidence]],
          [texts.accuracy, place && place.accuracy !== null ? formatAccuracy(place.accuracy) : null],
          [texts.owner, reader === 'CONTACT' ? ownerEmail : null],
        ]}
      />
      {place !== null && (
        <OutsideButtonLink kind="quiet" href={mapAddress(place)} target="_blank">
          {texts.onMap}
        </OutsideButtonLink>
      )}
    </>
  )
}

function mapAddress({ latitude, longitude }: NonNullable<LinkedAlarm['place']>): string {
  // A metre is the fifth decimal.
  const [north, east] = [latitude.toFixed(5), longitude.toFixed(5)]
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`
}
