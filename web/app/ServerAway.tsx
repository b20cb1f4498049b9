import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { offlineLimits } from '#contract/limits/offline-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import { type VehicleState, vehicles } from '#contract/vehicles/vehicles.ts'
import { recallAnswer } from '#web/api/offline/offline-answers.ts'
import { queryKey } from '#web/api/queries/queries.ts'
import { session } from '#web/api/session/session.ts'
import { useNow } from '#web/browser/clock.ts'
import { counted, formatAgo } from '#web/texts/formats.ts'
import { Place } from '#web/shared/places/Place.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

/** While the server does not say who is signed in: it is asked again and again, and what was known last is shown. */
export function ServerAway({ retry, isAsking }: { retry(): void; isAsking: boolean }) {
  return (
    <>
      <p>{isAsking ? 'Wir fragen den Server noch einmal.' : <NextTry retry={retry} />}</p>
      <LastKnownPlaces />
    </>
  )
}

const { awayRetrySeconds } = offlineLimits

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
  const known = useLastKnown().filter(({ position }) => position !== null)
  if (known.length === 0) return null
  return (
    <Stack gap={3}>
      <h2>Zuletzt bekannt</h2>
      <PlainList gap={3}>
        {known.map(
          ({ deviceId, deviceName, position, placeName }) =>
            position !== null && (
              <li key={deviceId}>
                <Small>
                  {deviceName}, {formatAgo(new Date(position.recordedAt), now)}
                </Small>
                <Place name={placeName} at={position} accuracy={position.accuracy} />
              </li>
            ),
        )}
      </PlainList>
    </Stack>
  )
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
