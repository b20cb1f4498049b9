import { type ComponentType, useState } from 'react'
import type { Place } from '#contract/base/place.ts'
import type { SavedRoute } from '#contract/saved-routes/saved-routes.ts'
import { departureMistake } from '#domain/route-check/departure.ts'
import type { DrawnPoints } from '#domain/route-check/drawn-route.ts'
import type { GpxLine } from '#domain/route-check/gpx-reading.ts'
import { type KeptRoute, type RouteChoice, useKeptRoute } from './input/kept-route.ts'
import { LastRoute } from './input/LastRoute.tsx'
import { CheckedLine, type SaveRouteSlot } from './result/CheckedLine.tsx'
import { linesIn } from './result/chosen-line.ts'
import styles from './RouteCheckPage.module.css'
import { RouteDrawing } from './input/RouteDrawing.tsx'
import { type RouteFault, RouteInput, type RouteOrigin } from './input/RouteInput.tsx'
import { routeCheckTexts as texts } from './texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { clock } from '#web/browser/clock.ts'
import { Details } from '#web/ui/text/Details.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { createDrafts } from '#web/forms/drafts.ts'
import { useFoundDraft, useKeptDraft } from '#web/forms/use-draft.ts'
import type { PlaceChoice } from '#web/map/layers/CircleField.tsx'
import { SignpostSign } from '#web/ui/pictures/road-signs.tsx'

interface RouteCheckPageProps {
  /** What the rider keeps, to be opened. */
  SavedRoutes: ComponentType<{ onOpen(route: SavedRoute, pieces: Place[][]): void }>
  SaveRoute: SaveRouteSlot
  PlaceChoice: PlaceChoice
}

/** Checks what is on a route, before the ride. */
export function RouteCheckPage({ SavedRoutes, SaveRoute, PlaceChoice }: RouteCheckPageProps) {
  const [lines, setLines] = useState<readonly GpxLine[] | null>(null)
  const [before, setBefore] = useState<RouteChoice | null>(null)
  const [saved, setSaved] = useState<SavedRoute | null>(null)
  const kept = useKeptRoute()
  const [drawn, setDrawn] = useKeptDrawing()
  const [isDrawing, setDrawing] = useState(drawn.length > 0)
  const [fault, setFault] = useState<RouteFault | null>(null)

  const read = (bytes: Uint8Array, origin: RouteOrigin) => {
    const found = linesIn(bytes)
    setFault('fault' in found ? { origin, words: found.fault } : null)
    setLines('lines' in found ? found.lines : null)
  }
  const startAnew = () => {
    setLines(null)
    setBefore(null)
    setSaved(null)
    setFault(null)
  }
  const checkDrawn = (line: readonly Place[]) =>
    setLines([{ kind: 'route', name: texts.drawing.name, pieces: [[...line]] }])
  const openAgain = ({ line, ...choice }: Omit<KeptRoute, 'checkedAt'>) => {
    const { departure } = choice
    const isOver = departure !== null && departureMistake(departure.at, clock.now()) !== null
    setBefore({ ...choice, departure: isOver ? null : departure })
    setLines([line])
  }
  const openSaved = (route: SavedRoute, pieces: Place[][]) => {
    const { name, corridorMetres, departure } = route
    setSaved(route)
    openAgain({ line: { kind: 'route', name, pieces }, corridorMetres, reversed: false, departure })
  }

  return (
    <Page title={texts.title} sign={SignpostSign} lead={lines === null ? texts.lead : undefined}>
      {lines === null ? (
        <>
          <SavedRoutes onOpen={openSaved} />
          {kept !== null && <LastRoute route={kept} onOpen={() => openAgain(kept)} />}
          <RouteInput fault={fault} onRead={read} onFault={setFault} />
          {isDrawing ? (
            <RouteDrawing points={drawn} onChange={setDrawn} onCheck={checkDrawn} PlaceChoice={PlaceChoice} />
          ) : (
            <Button kind="secondary" onClick={() => setDrawing(true)}>
              {texts.drawing.open}
            </Button>
          )}
          <Details line={texts.legalTitle}>
            <p>{texts.legalText}</p>
          </Details>
        </>
      ) : (
        <CheckedLine
          lines={lines}
          before={before}
          saved={saved}
          SaveRoute={SaveRoute}
          another={
            <span className={styles.screenOnly}>
              <Button kind="quiet" onClick={startAnew}>
                {texts.input.another}
              </Button>
            </span>
          }
        />
      )}
    </Page>
  )
}

const drawings = createDrafts<DrawnPoints>()

/** What is drawn stays while another route is looked at, and when the session ends. */
function useKeptDrawing(): [DrawnPoints, (points: DrawnPoints) => void] {
  const found = useFoundDraft(drawings, '')
  const [drawn, setDrawn] = useState<DrawnPoints>(found ?? [])
  useKeptDraft(drawings, '', () => (drawn.length === 0 ? null : drawn))
  return [drawn, setDrawn]
}
