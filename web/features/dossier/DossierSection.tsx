import { type Dossier, type DossierState, dossiers } from '#contract/dossier.ts'
import type { Device } from '#contract/devices.ts'
import type { Range } from '#contract/history.ts'
import { isAway } from '#domain/dossier/dossier.ts'
import { reportSteps, safetyAdvice, safetyTitle, stateNames } from '#domain/dossier/dossier-words.ts'
import { Deeds } from './Deeds.tsx'
import styles from './Dossier.module.css'
import { PoliceLinks } from './PoliceLinks.tsx'
import { Removal } from './Removal.tsx'
import { StateButtons } from './StateButtons.tsx'
import { theftTexts } from './theft-texts.ts'
import { dossierTexts as texts } from './texts.ts'
import { VanishingPositions } from './VanishingPositions.tsx'
import { useLastingProblem } from '#web/api/lasting-problem.ts'
import { useCall } from '#web/api/queries.ts'
import { Badge } from '#web/kit/Badge.tsx'
import { Card } from '#web/kit/Card.tsx'
import { LoadFailure } from '#web/kit/EmptyState.tsx'
import { formatDayTime, oClock } from '#web/kit/formats.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { Summary } from '#web/kit/Summary.tsx'
import { CardPart, CardParts } from '#web/kit/CardPart.tsx'
import { Small } from '#web/kit/Small.tsx'

interface DossierSectionProps {
  device: Device
  trackingEnabled: boolean
  /** Downloads the positions of a time as GPX, and says how that went. */
  onDownloadGpx(range: Range): Promise<void>
}

const refreshMs = 60_000

/** What the owner of a vehicle does when it is stolen, and what can be prepared before. */
export function DossierSection(props: DossierSectionProps) {
  const input = { params: { deviceId: props.device.id } }
  const asked = useCall(dossiers.show, input, { refetchInterval: refreshMs })
  const { data, isFetching, refetch } = asked
  const problem = useLastingProblem(asked)
  return (
    // The same card before and after loading: the focus stays in it.
    <Card title={texts.title} aside={data && <Badge kind={badges[data.state]}>{stateNames[data.state]}</Badge>}>
      {data !== undefined ? (
        <DossierPanel {...props} dossier={data} />
      ) : problem === null ? (
        <Skeleton lines={3} label={texts.loading} />
      ) : (
        <LoadFailure title={texts.failed} error={problem} busy={isFetching} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

interface DossierPanelProps extends DossierSectionProps {
  dossier: Dossier
}

const badges = { PARKED: 'plain', SUSPICIOUS: 'warning', STOLEN: 'danger', RECOVERED: 'success' } as const

function DossierPanel({ device, dossier, trackingEnabled, onDownloadGpx }: DossierPanelProps) {
  const { state } = dossier
  return (
    <div id="anzeige-mappe" className={styles.frame}>
      <div className={styles.columns}>
        <CardParts>
          <State dossier={dossier} />
          <Safety state={state} />
          {isAway(state) && !trackingEnabled && (
            <Notice kind="warning" live={false}>
              {texts.trackingOff}
            </Notice>
          )}
          <Suggestion dossier={dossier} />
          {device.demo ? <Small>{theftTexts.demo}</Small> : <StateButtons deviceId={device.id} dossier={dossier} />}
        </CardParts>
        <CardParts>
          <VanishingPositions dossier={dossier} onDownload={onDownloadGpx} />
          <Deeds device={device} dossier={dossier} />
          {!device.demo && <PoliceLinks deviceId={device.id} dossier={dossier} />}
        </CardParts>
      </div>
      <HowToReport open={isAway(state)} />
      <Removal device={device} dossier={dossier} />
    </div>
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
          <ol className={styles.history}>
            {changes.map(({ state: said, since, setAt }) => (
              <li key={setAt}>
                <span className={styles.said}>{stateNames[said]}</span> {texts.since(formatDayTime(since))}
                {since !== setAt && <Small as="span">, {texts.setAt(formatDayTime(setAt))}</Small>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </CardPart>
  )
}

function Safety({ state }: { state: DossierState }) {
  if (!isAway(state)) return null
  return (
    <Notice
      kind="danger"
      title={safetyTitle}
      live={false}
      actions={
        <a className={styles.call} href="tel:110">
          {texts.emergency}
        </a>
      }
    >
      {safetyAdvice}
    </Notice>
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

function HowToReport({ open }: { open: boolean }) {
  return (
    <details open={open}>
      <Summary>{texts.how}</Summary>
      <ol className={styles.steps}>
        {!open && <li>{safetyTitle}</li>}
        {reportSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  )
}
