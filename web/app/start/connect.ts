import type { DataRouter } from 'react-router'
import { loginThen } from '#domain/auth/guards.ts'
import { session } from '#web/api/session/session.ts'
import { sendSignOuts } from '#web/api/session/sign-in.ts'
import { screenOf } from './screen-at.ts'
import { notify } from '#web/ui/text/notify.ts'
import { paths } from '#web/browser/paths.ts'
import { generalTexts } from '#web/texts/general.ts'

/** Lets what happens outside React reach the visitor: the session's end, another tab, errors nobody caught. */
export function connect(router: DataRouter): void {
  session.onExpiry(() => {
    const { pathname, search } = router.state.location
    const comeBack = screenOf(pathname)?.access === 'signed-in'
    notify('info', generalTexts.sessionExpired)
    void router.navigate(comeBack ? loginThen(pathname + search) : paths.login)
  })
  window.addEventListener('storage', () => {
    session.followStorage()
    void router.revalidate()
  })
  void sendSignOuts()
  window.addEventListener('online', () => void sendSignOuts())
  const reportUnexpected = () => notify('danger', generalTexts.unexpected)
  // Browsers also report their own harmless remarks here (a ResizeObserver that skipped a round), without an error.
  window.addEventListener('error', ({ error }) => error instanceof Error && reportUnexpected())
  window.addEventListener('unhandledrejection', reportUnexpected)
}
