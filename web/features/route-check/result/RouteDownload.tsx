import type { Place } from '#contract/base/place.ts'
import type { CheckedRoute } from '#contract/route-check/route-check.ts'
import { routeGpx } from '#domain/route-check/route-gpx.ts'
import { berlinDay } from '#domain/time/time.ts'
import { routeCheckTexts } from '../texts.ts'
import { itemInWords } from '../wording.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { clock } from '#web/browser/clock.ts'
import { notify } from '#web/ui/text/notify.ts'
import { saveFile } from '#web/browser/save-file.ts'

const texts = routeCheckTexts.download

interface RouteDownloadProps {
  name: string
  pieces: readonly (readonly Place[])[]
  checked: CheckedRoute
  withCameras: boolean
}

/** The checked route for a navigation device, with what lies on it as waypoints. Cameras only for those who choose them. */
export function RouteDownload({ name, pieces, checked, withCameras }: RouteDownloadProps) {
  const save = () => {
    const document = routeGpx({
      name,
      pieces,
      checked,
      withCameras,
      nameOf: itemInWords,
      nameOfClosure: routeCheckTexts.closures.waypoint,
    })
    const day = berlinDay(checked.ride?.departure.at ?? clock.now().toISOString())
    const content = new Blob([document], { type: 'application/gpx+xml' })
    saveFile({ fileName: texts.fileName(day), content })
    notify('success', texts.saved)
  }
  return (
    <Button kind="secondary" onClick={save}>
      {texts.gpx}
    </Button>
  )
}
