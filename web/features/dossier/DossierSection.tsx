import { type Dossier, dossiers } from '#contract/dossier/dossier.ts'
import type { Device } from '#contract/devices/devices.ts'
import { reportSteps, safetyTitle, stateNames } from '#domain/dossier/dossier-words.ts'
import { Deeds } from './Deeds.tsx'
import styles from './Dossier.module.css'
import { Removal } from './Removal.tsx'
import { StateButtons } from './statement/StateButtons.tsx'
import { theftTexts } from './theft-texts.ts'
import { dossierTexts as texts } from './texts.ts'
import { useStableProblem } from '#web/api/queries/stable-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { formatDayTime, oClock } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { addressOfCase } from '#web/shared/devices/device-addresses.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'
import { CardPart } from '#web/ui/layout/CardPart.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

const refreshMs = 60_000

/** What the owner of a vehicle reports when it is stolen, and what can be prepared before. The case itself has its own screen. */
export function DossierSection({ device }: { device: Device }) {
  const asked = useCall(dossiers.show, { params: { deviceId: device.id } }, { refetchInterval: refreshMs })
  const { data, isFetching, refetch } = asked
  const problem = useStableProblem(asked)
  return (
    // The same card before and after loading: the focus stays in it.
    <Card title={texts.title} aside={data && <Badge kind={badges[data.state]}>{stateNames[data.state]}</Badge>}>
      {data !== undefined ? (
        <DossierPanel device={device} dossier={data} />
      ) : problem === null ? (
        <Skeleton lines={3} label={texts.loading} />
      ) : (
        <LoadFailure title={texts.failed} error={problem} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

const badges = { PARKED: 'plain', SUSPICIOUS: 'warning', STOLEN: 'danger', RECOVERED: 'success' } as const

function DossierPanel({ device, dossier }: { device: Device; dossier: Dossier }) {
  const { period } = dossier
  return (
    <Stack id="anzeige-mappe" gap={3}>
      <Stack gap={3}>
        <State dossier={dossier} />
        <Suggestion dossier={dossier} />
        {period !== null && (
          <ButtonLink wide kind="danger" size="large" to={addressOfCase(device.id)}>
            {theftTexts.toCase}
          </ButtonLink>
        )}
        {device.demo ? <Small>{theftTexts.demo}</Small> : <StateButtons deviceId={device.id} dossier={dossier} />}
        <Deeds device={device} dossier={dossier} />
        {period === null && !device.demo && <Small>{texts.links.none}</Small>}
      </Stack>
      <HowToReport />
      <Removal device={device} dossier={dossier} />
    </Stack>
  )
}

function State({ dossier: { state, changes } }: { dossier: Dossier }) {
  const [now, ...before] = changes
  return (
    <CardPart>
      <div role="status">
        <p>{texts.meanings[state]}</p>
        {now !== undefined && <Small>{texts.sinceSentence(oClock(formatDayTime(now.since)))}</Small>}
      </div>
      {before.length > 0 && (
        <details>
          <Summary>{texts.history}</Summary>
          <MarkedList as="ol" gap={2} small>
            {changes.map(({ state: said, since, setAt }) => (
              <li key={setAt}>
                <span className={styles.said}>{stateNames[said]}</span> {texts.since(formatDayTime(since))}
                {since !== setAt && <Small as="span">, {texts.setAt(formatDayTime(setAt))}</Small>}
              </li>
            ))}
          </MarkedList>
        </details>
      )}
    </CardPart>
  )
}

function Suggestion({ dossier: { suggestion } }: { dossier: Dossier }) {
  if (suggestion === null) return null
  const title = texts.suggestion(texts.alarmKinds[suggestion.kind], formatDayTime(suggestion.since))
  return (
    <Notice kind="warning" title={title}>
      {texts.suggestionHint}
    </Notice>
  )
}

function HowToReport() {
  return (
    <details>
      <Summary>{texts.how}</Summary>
      <MarkedList as="ol" gap={2} small>
        {[safetyTitle, ...reportSteps].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </MarkedList>
    </details>
  )
}
