import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { httpLimits } from '#contract/http-limits.ts'
import { secondMs } from '#contract/time-units.ts'
import { type VehicleState, vehicles } from '#contract/vehicles.ts'
import { recallAnswer } from '#web/api/kept-answers.ts'
import { queryKey } from '#web/api/queries.ts'
import { session } from '#web/api/session.ts'
import { useNow } from '#web/kit/clock.ts'
import { Facts } from '#web/kit/Facts.tsx'
import { counted, formatAgo } from '#web/kit/formats.ts'

/** While the server does not say who is signed in: it is asked again and again, and what was known last is shown. */
export function ServerAway({ retry, isAsking }: { retry(): void; isAsking: boolean }) {
  return (
    <>
      <p>{isAsking ? 'Wir fragen den Server noch einmal.' : <NextTry retry={retry} />}</p>
      <LastKnownPlaces />
    </>
  )
}

const { awayRetrySeconds } = httpLimits

function NextTry({ retry }: { retry(): void }) {
  const [left, setLeft] = useState<number>(awayRetrySeconds)
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : retry()), secondMs)
    return () => clearTimeout(timer)
  }, [left, retry])
  return <>Wir versuchen es weiter: das nächste Mal in {counted(left, 'Sekunde', 'Sekunden')}.</>
}

/** Of each vehicle that this browser has seen in this session. */
function LastKnownPlaces() {
  const now = useNow(secondMs)
  const known = useLastKnown()
  const places = known.flatMap(({ deviceName, position }) =>
    position === null ? [] : [[deviceName, placeInWords(position, now)] as const],
  )
  if (places.length === 0) return null
  return (
    <>
      <h2>Zuletzt bekannt</h2>
      <Facts facts={places} />
    </>
  )
}

function placeInWords({ latitude, longitude, recordedAt }: NonNullable<VehicleState['position']>, now: Date): string {
  return `${formatAgo(new Date(recordedAt), now)}: ${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

function useLastKnown(): readonly VehicleState[] {
  const [known, setKnown] = useState<readonly VehicleState[]>([])
  useEffect(() => {
    const { token } = session.current()
    if (token === null) return
    void recallAnswer(token, queryKey(vehicles.states)).then((kept) => {
      const { success, data } = z.safeParse(vehicles.states.reply, kept?.value)
      if (success) setKnown(data)
    })
  }, [])
  return known
}
