import { type ReactNode, useId, useState } from 'react'
import { type Dossier, dossiers } from '#contract/dossier/dossier.ts'
import type { Position, Range } from '#contract/history/history.ts'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { isAway, keptFrom } from '#domain/dossier/dossier.ts'
import { deletionSentence, reportSteps, stateMeanings } from '#domain/dossier/dossier-words.ts'
import { BeginningDialog } from './statement/BeginningDialog.tsx'
import { doingInWords, filledInWords } from './case-words.ts'
import { DetailsDialog } from './DetailsDialog.tsx'
import { LinkButton, LinkReaders, MadeLinks, usePoliceLink } from './police/PoliceLink.tsx'
import { Removal } from './Removal.tsx'
import { StateButtons } from './statement/StateButtons.tsx'
import styles from './TheftCase.module.css'
import { dossierTexts } from './texts.ts'
import { UndoReport } from './statement/UndoReport.tsx'
import { download } from '#web/api/calls/call.ts'
import { clock } from '#web/browser/clock.ts'
import { useKeptFocus } from '#web/browser/kept-focus.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Place } from '#web/shared/places/Place.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { useDocument } from '#web/browser/use-document.ts'
import { momentInWords } from '#web/texts/vehicle-states.ts'
import { Summary } from '#web/ui/text/Summary.tsx'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'

const texts = dossierTexts.case

interface TheftCaseProps {
  vehicle: VehicleState
  dossier: Dossier
  /** The way since it was taken, the oldest first. */
  travelled: readonly Position[]
  now: Date
  /** How old all of this is, where it cannot be fetched again. */
  age: ReactNode
  /** Downloads the positions of a time as GPX, and says how that went. */
  onDownloadGpx(range: Range): Promise<void>
}

/** The case of a vehicle that was stolen, or may be: where it is, the police, and that it is back. Nothing here silences its alarm. */
export function TheftCase({ vehicle, dossier, travelled, now, age, onDownloadGpx }: TheftCaseProps) {
  const { deviceId } = vehicle
  const { state, undoable } = dossier
  const region = useKeptFocus<HTMLElement>()
  const link = usePoliceLink(deviceId, dossier.links)
  return (
    <section ref={region} className={styles.case} aria-label={texts.title}>
      {/* Absent: a server of the version before takes nothing back. */}
      {undoable && <UndoReport key={undoable.at} deviceId={deviceId} undoable={undoable} />}
      <WhereItIs {...{ vehicle, dossier, travelled, now }} />
      {age}
      {isAway(state) && vehicle.trackingMode === null && !vehicle.demo && (
        <Notice kind="warning" live={false}>
          {dossierTexts.trackingOff}
        </Notice>
      )}
      <Police vehicle={vehicle} dossier={dossier} link={link} />
      {!vehicle.demo && <StateButtons deviceId={deviceId} dossier={dossier} />}
      <MadeLinks deviceId={deviceId} links={dossier.links} made={link} />
      <Rows vehicle={vehicle} dossier={dossier} now={now} onDownloadGpx={onDownloadGpx} />
    </section>
  )
}

function WhereItIs({
  vehicle,
  dossier,
  travelled,
  now,
}: Pick<TheftCaseProps, 'vehicle' | 'dossier' | 'travelled' | 'now'>) {
  const { position, placeName } = vehicle
  const { state, details } = dossier
  const doing = doingInWords(vehicle, travelled, now)
  if (!isAway(state)) return <p className={styles.place}>{stateMeanings[state]}</p>
  return (
    <div role="status">
      {position === null ? (
        <p className={styles.place}>{texts.noPlace}</p>
      ) : (
        <Place name={placeName} at={position} accuracy={position.accuracy} />
      )}
      {doing !== null && <p className={styles.doing}>{doing}</p>}
      {position === null && details.lastSeenPlace !== null && <p>{texts.scene(details.lastSeenPlace)}</p>}
    </div>
  )
}

function Police({
  vehicle: { demo },
  dossier: { state },
  link,
}: Pick<TheftCaseProps, 'vehicle' | 'dossier'> & { link: ReturnType<typeof usePoliceLink> }) {
  const readersId = useId()
  return (
    <>
      {isAway(state) && <p className={styles.safety}>{texts.safety}</p>}
      {!demo && <LinkReaders id={readersId} link={link} />}
      <div className={styles.pair}>
        {isAway(state) && (
          <a className={styles.call} href="tel:110" aria-label={texts.callFull}>
            {texts.call}
          </a>
        )}
        {!demo && <LinkButton link={link} readersId={readersId} />}
      </div>
    </>
  )
}

function Rows({
  vehicle,
  dossier,
  now,
  onDownloadGpx,
}: Pick<TheftCaseProps, 'vehicle' | 'dossier' | 'now' | 'onDownloadGpx'>) {
  const { deviceId, demo } = vehicle
  const { period, oldestPositionAt, details, state } = dossier
  const [opened, setOpened] = useState<'beginning' | 'details' | null>(null)
  const close = () => setOpened(null)
  const document = useDocument(() => download(dossiers.document, { params: { deviceId } }))
  const gpx = useGpx(period, onDownloadGpx)
  return (
    <section aria-label={texts.rows} className={styles.rows}>
      {period !== null && (
        <Row
          name={texts.beginning}
          value={momentInWords(period.since, now)}
          onClick={demo || !isAway(state) ? null : () => setOpened('beginning')}
        />
      )}
      <Row name={texts.details} value={filledInWords(details)} onClick={demo ? null : () => setOpened('details')} />
      <Row name={texts.document} busy={document.isBusy} onClick={document.download} />
      {oldestPositionAt !== null && (
        <>
          <Row name={texts.gpx} busy={gpx.isBusy} onClick={gpx.download} />
          <Small>{deletionSentence(oldestPositionAt)}</Small>
        </>
      )}
      <details>
        <Summary>{dossierTexts.how}</Summary>
        <MarkedList as="ol" gap={2} small>
          {reportSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </MarkedList>
      </details>
      {!isAway(state) && <Removal device={{ id: deviceId, demo }} dossier={dossier} />}
      {period !== null && (
        <BeginningDialog deviceId={deviceId} since={period.since} opened={opened === 'beginning'} onClose={close} />
      )}
      <DetailsDialog deviceId={deviceId} dossier={dossier} opened={opened === 'details'} onClose={close} />
    </section>
  )
}

function useGpx(period: Dossier['period'], onDownload: (range: Range) => Promise<void>) {
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    if (period === null) return
    const now = clock.now()
    setIsBusy(true)
    await onDownload({
      start: keptFrom(new Date(period.from ?? period.since), now).toISOString(),
      end: period.until ?? now.toISOString(),
    })
    setIsBusy(false)
  }
  return { isBusy, download: () => void save() }
}

interface RowProps {
  name: string
  value?: string
  busy?: boolean
  /** Null: it is only read. */
  onClick: (() => void) | null
}

function Row({ name, value, busy = false, onClick }: RowProps) {
  const content = (
    <>
      <span>{name}</span>
      {value !== undefined && <span className={styles.value}>{value}</span>}
    </>
  )
  if (onClick === null) return <p className={styles.row}>{content}</p>
  return (
    <button
      type="button"
      className={styles.row}
      data-leads
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {content}
    </button>
  )
}
