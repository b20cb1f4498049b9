import { useEffect, useState } from 'react'
import { useConfig } from '#web/api/calls/config.ts'
import { useConnection } from '#web/api/calls/connection.ts'
import { keepStart } from '#web/api/offline/offline-start.ts'
import { session, useSession } from '#web/api/session/session.ts'
import { Bars } from '#web/app/offline/Bars.tsx'
import { ConnectionBar } from '#web/app/offline/ConnectionBar.tsx'
import { NewerBar } from '#web/app/offline/NewerBar.tsx'
import { OutboxBar } from '#web/app/offline/OutboxBar.tsx'
import { startServiceWorker } from '#web/app/offline/service-worker.ts'
import { closeNotificationsWithSession } from '#web/app/offline/shown-notifications.ts'
import { startOutbox } from '#web/app/offline/start-outbox.ts'
import { keepInstallQuestion } from '#web/browser/install-prompt.ts'
import { whenIdle } from '#web/browser/when-idle.ts'

/**
 * Below the header of everybody who is signed in: says when the server cannot be reached, and offers a newer app. It also
 * keeps what a start without a network needs, for nobody else: who only looks at the landing page has not asked for it.
 */
export function Offline() {
  const { lost } = useConnection()
  const takeOver = useNewerApp()
  useKeptStart(lost)
  return (
    <Bars>
      {lost && <ConnectionBar />}
      <OutboxBar />
      {takeOver !== null && <NewerBar onLoad={takeOver} />}
    </Bars>
  )
}

keepInstallQuestion(window)

let startedOnce = false

/** What ends this build of the app and loads the newer one; null while there is none. */
function useNewerApp(): (() => void) | null {
  const [takeOver, setTakeOver] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (startedOnce) return
    startedOnce = true
    closeNotificationsWithSession()
    startOutbox()
    whenIdle(() => void removeOldAnswers())
    whenIdle(() => void startServiceWorker((load) => setTakeOver(() => load)))
  }, [])
  return takeOver
}

/** What this browser knew too long ago, and links that are over. Where that code cannot be loaded, the next start removes it. */
async function removeOldAnswers(): Promise<void> {
  const { token } = session.current()
  if (token === null) return
  const nothing = () => undefined
  await import('#web/api/offline/offline-answers.ts').then(({ removeOld }) => removeOld(token), nothing)
  await import('#web/features/dossier/police/made-link.ts').then(
    ({ dropExpiredLinks }) => dropExpiredLinks(token),
    nothing,
  )
}

function useKeptStart(lost: boolean): void {
  const { token, user } = useSession()
  const config = useConfig()
  useEffect(() => {
    if (!lost && token !== null && user !== null && config !== null) void keepStart(token, { user, config })
  }, [lost, token, user, config])
}
