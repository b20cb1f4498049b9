import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Place } from '#contract/place.ts'
import type { Poi } from '#contract/pois.ts'
import { reportTexts } from './texts.ts'
import styles from './ReportControl.module.css'
import { ReportDialog, reportDrafts } from './ReportDialog.tsx'
import { Button } from '#web/kit/Button.tsx'
import { CloseButton } from '#web/kit/CloseButton.tsx'
import type { SheetStop } from '#web/kit/sheet-stops.ts'
import { useFoundDraft } from '#web/kit/use-draft.ts'
import { generalTexts } from '#web/texts/general.ts'

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
}

const texts = reportTexts.place

/** Above the map: first the place, where the user is or by moving the map under a cross, then what is there. */
export function ReportControl({ centre, own, locating, stop, above, ...on }: ReportControlProps) {
  const { onLocate, onStart, onReported } = on
  const found = useFoundDraft(reportDrafts, '')
  const [placing, setPlacing] = useState(found !== null)
  const [place, setPlace] = useState(found?.place ?? null)
  const [ended, setEnded] = useState(0)
  const start = useRef<HTMLButtonElement>(null)

  const begin = () => {
    onStart()
    setPlacing(true)
  }
  const end = () => {
    setPlacing(false)
    setEnded(ended + 1)
  }
  // The control is there again only once it is drawn.
  useEffect(() => {
    if (ended > 0) start.current?.focus()
  }, [ended])
  const reported = (poi: Poi | null) => {
    setPlace(null)
    setPlacing(false)
    if (poi !== null) onReported(poi)
  }

  return (
    <>
      <div className={styles.corner} data-stop={stop} hidden={placing}>
        {above}
        <button ref={start} type="button" className={styles.start} onClick={begin}>
          <ReportIcon />
          {reportTexts.start}
        </button>
      </div>
      {placing && (
        <>
          <Cross />
          <PlacePanel centre={centre} locating={locating} onHere={setPlace} onLocate={onLocate} onClose={end} />
        </>
      )}
      <ReportDialog place={place} own={own} onReported={reported} onClose={() => setPlace(null)} />
    </>
  )
}

interface PlacePanelProps {
  centre: Place | null
  locating: boolean
  onHere(place: Place): void
  onLocate(): void
  onClose(): void
}

function PlacePanel({ centre, locating, onHere, onLocate, onClose }: PlacePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section
      className={styles.panel}
      data-placing
      aria-label={texts.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {texts.title}
        </h2>
        <CloseButton label={generalTexts.cancel} onClick={onClose} />
      </div>
      <p>{centre === null ? texts.unavailable : locating ? texts.locating : texts.explanation}</p>
      <div className={styles.actions}>
        <Button disabled={centre === null} onClick={() => centre !== null && onHere(centre)}>
          {texts.here}
        </Button>
        <Button kind="secondary" onClick={onLocate}>
          {texts.own}
        </Button>
      </div>
    </section>
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
