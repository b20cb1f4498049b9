import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { DataRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loadConfig } from '#web/api/calls/config.ts'
import '#web/app/theme/tokens.css'
import '#web/app/theme/base.css'
import { connect } from '#web/app/start/connect.ts'
import { startRouter } from '#web/app/start/router.ts'
import { rememberScrolling } from '#web/app/start/scrolling.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')

void loadConfig()
const router = startRouter()
rememberScrolling(router)
connect(router)

// What the page shows already (the landing page, or that a screen is on its way) stays until the app can draw the screen.
if (root.hasChildNodes()) await whenReady(router)

// As a transition the first picture is drawn bit by bit: a phone answers a tap in between.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
)

function whenReady({ state, subscribe }: DataRouter): Promise<void> {
  if (state.initialized) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
