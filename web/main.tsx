import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loadConfig } from '#web/api/config.ts'
import '#web/app/theme/tokens.css'
import '#web/app/theme/base.css'
import { connect } from '#web/app/connect.ts'
import { routes } from '#web/app/routes.tsx'
import { startAtTop } from '#web/app/scroll-positions.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')

startAtTop()
void loadConfig()
const router = createBrowserRouter(routes)
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

function whenReady({ state, subscribe }: ReturnType<typeof createBrowserRouter>): Promise<void> {
  if (state.initialized) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
