import { useCallback, useEffect, useState } from 'react'
import { config } from '#contract/config.ts'
import { call } from '#web/api/calls/call.ts'
import { loadConfig } from '#web/api/calls/config.ts'
import { connection, useConnection } from '#web/api/calls/connection.ts'
import { queryClient } from '#web/api/queries/queries.ts'
import { Bar } from '#web/app/offline/Bar.tsx'
import { takeNetworkNews } from '#web/app/offline/network-news.ts'
import { offlineTexts as texts } from '#web/app/offline/texts.ts'
import { NoConnectionIcon } from '#web/ui/pictures/icons.tsx'
import { useDataAge } from '#web/ui/text/data-age.ts'
import { generalTexts } from '#web/texts/general.ts'

/** How often the server is looked for, besides when the browser finds a network. */
const everyMs = 20_000

/** The server cannot be reached: what is shown is from before, and says from when. */
export function ConnectionBar() {
  const age = useDataAge(useConnection().answeredAt)
  const { looking, look } = useLook()
  return (
    <Bar
      name={texts.connection}
      icon={<NoConnectionIcon />}
      title={texts.lost}
      action={generalTexts.retry}
      busy={looking}
      onAction={look}
    >
      {age === null ? texts.nothingKnown : `${age}.`}
    </Bar>
  )
}

/** Looks for the server; once it answers, everything on the screen is fetched again. */
function useLook() {
  const [looking, setLooking] = useState(false)
  const look = useCallback(async () => {
    setLooking(true)
    try {
      await call(config.time)
      connection.answered()
      await Promise.all([loadConfig(), queryClient.invalidateQueries()])
    } catch {
      // Still nothing: the bar stays.
    } finally {
      setLooking(false)
    }
  }, [])
  useEffect(() => {
    const lookAgain = () => {
      takeNetworkNews()
      void look()
    }
    const timer = setInterval(lookAgain, everyMs)
    window.addEventListener('online', lookAgain)
    // While a call is tried again, a network comes before it is known that the connection was lost.
    if (takeNetworkNews()) void look()
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', lookAgain)
    }
  }, [look])
  return { looking, look: () => void look() }
}
