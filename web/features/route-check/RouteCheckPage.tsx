import { type ComponentType, useState } from 'react'
import type { Place } from '#contract/place.ts'
import type { SavedRoute } from '#contract/saved-routes.ts'
import { departureMistake } from '#domain/route-check/departure.ts'
import type { GpxLine } from '#domain/route-check/gpx-reading.ts'
import { type KeptRoute, type RouteChoice, useKeptRoute } from './kept-route.ts'
import { LastRoute } from './LastRoute.tsx'
import { CheckedLine, type SaveRouteSlot } from './CheckedLine.tsx'
import { linesIn } from './chosen-line.ts'
import styles from './RouteCheckPage.module.css'
import { type RouteFault, RouteInput, type RouteOrigin } from './RouteInput.tsx'
import { routeCheckTexts as texts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { clock } from '#web/kit/clock.ts'
import { More } from '#web/kit/More.tsx'
import { Page } from '#web/kit/Page.tsx'
import { SignpostSign } from '#web/kit/road-signs.tsx'

interface RouteCheckPageProps {
  /** What the rider keeps, to be opened. */
  SavedRoutes: ComponentType<{ onOpen(route: SavedRoute, pieces: Place[][]): void }>
  SaveRoute: SaveRouteSlot
}

/** Checks what is on a route, before the ride. */
export function RouteCheckPage({ SavedRoutes, SaveRoute }: RouteCheckPageProps) {
  const [lines, setLines] = useState<readonly GpxLine[] | null>(null)
  const [before, setBefore] = useState<RouteChoice | null>(null)
  const [saved, setSaved] = useState<SavedRoute | null>(null)
  const kept = useKeptRoute()
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
    <Page
      title={texts.title}
      sign={SignpostSign}
      lead={lines === null ? texts.lead : undefined}
      actions={
        lines !== null && (
          <div className={styles.screenOnly}>
            <Button kind="secondary" onClick={startAnew}>
              {texts.input.another}
            </Button>
          </div>
        )
      }
    >
      {lines === null ? (
        <>
          <SavedRoutes onOpen={openSaved} />
          {kept !== null && <LastRoute route={kept} onOpen={() => openAgain(kept)} />}
          <RouteInput fault={fault} onRead={read} onFault={setFault} />
          <More line={texts.legalTitle}>
            <p>{texts.legalText}</p>
          </More>
        </>
      ) : (
        <CheckedLine lines={lines} before={before} saved={saved} SaveRoute={SaveRoute} />
      )}
    </Page>
  )
}
