import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Place } from '#contract/base/place.ts'
import type { ReportType } from '#contract/poi-reports/poi-reports.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { reportTexts } from './texts.ts'
import styles from './ReportControl.module.css'
import { ReportDialog, reportDrafts } from './ReportDialog.tsx'
import { ReportPanel, ReportTiles, type TileType } from './ReportTiles.tsx'
import { type Moved, useReportHere } from './use-report-here.tsx'
import { Button } from '#web/ui/controls/Button.tsx'
import type { SheetStop } from '#web/ui/sheet/sheet-stops.ts'
import { useFoundDraft } from '#web/forms/use-draft.ts'

interface ReportControlProps {
  /** The middle of the map; null if there is no map. */
  centre: Place | null
  /** Where the user is, if that is known. */
  own: Place | null
  /** The browser is being asked where the user is. */
  locating: boolean
  /** How far the sheet over the map is open. */
  stop: SheetStop
  /** A control that stands above the one to report. */
  above: ReactNode
  /** Asks the browser where the user is; the map goes there, near enough to aim. */
  onLocate(): void
  /** When the reporting begins: what covers the map makes room, and the map comes near. */
  onStart(): void
  onReported(poi: Poi): void
  /** What was reported is about to be taken back: it is not to be shown any longer. */
  onTakeBack(): void
}

/** `what`: one tap reports it here. `where`: first the place, by moving the map under a cross. */
type Step =
  | { kind: 'what' }
  /** `moves`: what was reported by a tap and is elsewhere; null: what is there is asked next. */
  | { kind: 'where'; moves: Moved | null }

const texts = reportTexts.place

/** Above the map: one tap says what is here; „Mehr“ asks for the place first, and then for all that is known. */
export function ReportControl({ centre, own, locating, stop, above, ...on }: ReportControlProps) {
  const { onLocate, onStart, onReported, onTakeBack } = on
  const found = useFoundDraft(reportDrafts, '')
  const [step, setStep] = useState<Step | null>(found === null ? null : { kind: 'where', moves: null })
  const [dialog, setDialog] = useState<{ place: Place; type: ReportType | null } | null>(
    found === null ? null : { place: found.place, type: found.type },
  )
  const [ended, setEnded] = useState(0)
  const [isMoving, setMoving] = useState(false)
  const start = useRef<HTMLButtonElement>(null)
  const here = useReportHere({
    onReported: (poi) => {
      end()
      if (poi !== null) onReported(poi)
    },
    onConsentMissing: (type, place) => setDialog({ type, place }),
    onTakeBack,
    onMove: (moves) => {
      onStart()
      setStep({ kind: 'where', moves })
    },
  })

  const begin = () => {
    onStart()
    setStep({ kind: 'what' })
  }
  const end = () => {
    setStep(null)
    setEnded(ended + 1)
  }
  // The control is there again only once it is drawn.
  useEffect(() => {
    if (ended > 0) start.current?.focus()
  }, [ended])
  const reported = (poi: Poi | null) => {
    setDialog(null)
    setStep(null)
    if (poi !== null) onReported(poi)
  }
  const place = own ?? centre
  const reportHere = (type: TileType, isConsentAsked: boolean) => {
    if (place === null) return
    if (isConsentAsked) setDialog({ type, place })
    else here.send(type, place, own === null ? reportTexts.tiles.there : reportTexts.tiles.here)
  }
  /** The one at the wrong place goes first: at most one of them is there. */
  const move = async ({ type, takeBack }: Moved, to: Place) => {
    setMoving(true)
    const isTakenBack = await takeBack()
    setMoving(false)
    if (!isTakenBack) return end()
    // If the new place is refused, another one can be tried: nothing is there any more to be taken back.
    setStep({ kind: 'where', moves: { type, takeBack: async () => true } })
    here.send(type, to, reportTexts.tiles.there)
  }

  return (
    <>
      <div className={styles.corner} data-stop={stop} hidden={step !== null}>
        {above}
        <button ref={start} type="button" className={styles.start} onClick={begin}>
          <ReportIcon />
          {reportTexts.start}
        </button>
      </div>
      {step !== null && (step.kind === 'where' || own === null) && <Cross />}
      {step?.kind === 'what' && (
        <ReportTiles
          where={whereInWords({ place, own, locating })}
          waits={locating || place === null || here.busy}
          onReport={reportHere}
          onMore={() => setStep({ kind: 'where', moves: null })}
          onClose={end}
        />
      )}
      {step?.kind === 'where' && (
        <PlacePanel
          centre={centre}
          locating={locating}
          busy={isMoving || here.busy}
          onHere={(to) => (step.moves === null ? setDialog({ type: null, place: to }) : void move(step.moves, to))}
          onLocate={onLocate}
          onClose={end}
        />
      )}
      <ReportDialog
        place={dialog?.place ?? null}
        type={dialog?.type ?? null}
        own={own}
        onReported={reported}
        onClose={() => setDialog(null)}
      />
    </>
  )
}

function whereInWords({ place, own, locating }: { place: Place | null; own: Place | null; locating: boolean }): string {
  const { tiles } = reportTexts
  if (locating) return tiles.locating
  if (place === null) return tiles.unavailable
  return own === null ? tiles.middle : tiles.ownPlace
}

interface PlacePanelProps {
  centre: Place | null
  locating: boolean
  /** What was aimed at before is on its way. */
  busy: boolean
  onHere(place: Place): void
  onLocate(): void
  onClose(): void
}

function PlacePanel({ centre, locating, busy, onHere, onLocate, onClose }: PlacePanelProps) {
  return (
    <ReportPanel title={texts.title} step="where" onClose={onClose}>
      <p>{centre === null ? texts.unavailable : locating ? texts.locating : texts.explanation}</p>
      <div className={styles.actions}>
        <Button busy={busy} disabled={centre === null} onClick={() => centre !== null && onHere(centre)}>
          {texts.here}
        </Button>
        <Button kind="secondary" onClick={onLocate}>
          {texts.own}
        </Button>
      </div>
    </ReportPanel>
  )
}

/** Where the map's middle is. */
function Cross() {
  return (
    <svg className={styles.cross} viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
      <g className={styles.halo}>{crossLines}</g>
      <g className={styles.lines}>{crossLines}</g>
    </svg>
  )
}

const crossLines = (
  <>
    <circle cx="32" cy="32" r="15" />
    <path d="M32 4v20M32 40v20M4 32h20M40 32h20" />
  </>
)

function ReportIcon() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" className={styles.icon}>
      <path d="M4 10v4h3l6 4.5v-13L7 10z" />
      <path d="M16.5 9a4.2 4.2 0 0 1 0 6M19 6.5a7.8 7.8 0 0 1 0 11" />
    </svg>
  )
}
