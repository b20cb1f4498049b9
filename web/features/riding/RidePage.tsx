import { useEffect, useRef, useState } from 'react'
import { secondMs } from '#contract/base/time-units.ts'
import { riding } from '#contract/riding/riding.ts'
import { call } from '#web/api/calls/call.ts'
import { clock } from '#web/browser/clock.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { DistanceSign } from '#web/ui/pictures/road-signs.tsx'
import { announce, say, type Sound, usualSound } from './announce.ts'
import { forgetCameras } from './forget-cameras.ts'
import { type RideView, type RunningRide, startRide } from './ride.ts'
import { RideEnd } from './RideEnd.tsx'
import { RideScreen } from './RideScreen.tsx'
import { RideStart } from './RideStart.tsx'
import { ridingTexts as texts } from './texts.ts'
import { spokenWarning, spokenWeather } from './wording.ts'
import { watchPosition } from './watch-position.ts'

/** /ride: the phone on the handlebar says what waits on the road. */
export function RidePage() {
  const [sound, setSound] = useState<Sound>(usualSound)
  const [ended, setEnded] = useState<{ view: RideView; at: number } | null>(null)
  const { ride, start, end } = useRide(sound)
  const endRide = () => {
    const view = end()
    if (view !== null) setEnded({ view, at: clock.browserNow() })
  }
  return (
    <Page title={texts.title} sign={DistanceSign} lead={ended === null ? texts.lead : undefined}>
      {ended === null ? (
        <RideStart sound={sound} onSound={setSound} onStart={start} />
      ) : (
        <RideEnd view={ended.view} endedAt={ended.at} onAgain={() => setEnded(null)} />
      )}
      {ride !== null && <RideScreen ride={ride} onEnd={endRide} />}
    </Page>
  )
}

/** A ride, until it is ended or the screen is left. */
function useRide(sound: Sound) {
  const [ride, setRide] = useState<RunningRide | null>(null)
  const running = useRef<RunningRide | null>(null)
  useEffect(() => () => running.current?.end(), [])
  const start = async () => {
    // Phones let a page speak later only if it has spoken upon a tap.
    say(texts.startWords, sound)
    await forgetCameras()
    running.current ??= startRide({
      now: clock.browserNow,
      watch: watchPosition,
      everySecond(work) {
        const timer = setInterval(work, secondMs)
        return () => clearInterval(timer)
      },
      ask: (query) => call(riding.hazards, { query }),
      tell: (warning) => announce(spokenWarning(warning), sound),
      tellWeather: (weather) => say(spokenWeather(weather), sound),
    })
    setRide(running.current)
  }
  const end = (): RideView | null => {
    const view = running.current?.current() ?? null
    running.current?.end()
    running.current = null
    setRide(null)
    return view
  }
  return { ride, start: () => void start(), end }
}
