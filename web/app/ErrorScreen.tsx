import { Suspense, useCallback } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { isCallProblem, withReference } from '#web/api/calls/call-problem.ts'
import { signOut } from '#web/api/session/sign-in.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { RetryIcon } from '#web/ui/pictures/icons.tsx'
import { lazyExtra, NavigationFailed } from '#web/browser/lazy-with-retry.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { paths } from '#web/browser/paths.ts'
import { generalTexts } from '#web/texts/general.ts'

/** There is a session, but the server did not say for which user. */
export class UserUnknown extends Error {
  constructor(options: ErrorOptions) {
    super('the profile could not be loaded', options)
    this.name = 'UserUnknown'
  }
}

/** Shown in place of a screen that could not be reached or failed. */
export function ErrorScreen() {
  const error = useRouteError()
  if (error instanceof UserUnknown) return <UserUnknownScreen cause={error.cause} />
  const failedOnTheWay = error instanceof NavigationFailed
  return (
    <Page
      title={failedOnTheWay ? generalTexts.navigationFailed : generalTexts.unexpected}
      lead={
        failedOnTheWay
          ? 'Die Seite konnte nicht geladen werden. Bitte prüfen Sie Ihre Internetverbindung und laden Sie sie noch einmal.'
          : 'Bitte laden Sie die Seite neu. Bleibt der Fehler bestehen, schreiben Sie uns, was Sie zuletzt getan haben.'
      }
      width="reading"
      ownTitle
      actions={
        <>
          <Button onClick={() => window.location.reload()}>
            <RetryIcon />
            {generalTexts.reload}
          </Button>
          <ButtonLink kind="secondary" to={paths.landing}>
            Zur Startseite
          </ButtonLink>
        </>
      }
    >
      {null}
    </Page>
  )
}

/** Comes from the browser's own store where the server does not answer, or not at all. */
const ServerAway = lazyExtra(async () => (await import('./ServerAway.tsx')).ServerAway)

/** The session goes on: the visitor asks for the account again, or signs out. */
function UserUnknownScreen({ cause }: { cause: unknown }) {
  const { state, revalidate } = useRevalidator()
  const retry = useCallback(() => void revalidate(), [revalidate])
  const requestId = isCallProblem(cause) ? cause.requestId : undefined
  // Loaded when it is needed: few ever see this screen.
  const leave = async () => {
    const { mayLoseChanges } = await import('#web/features/account/sign-out-loss.ts').catch(() => noQuestion)
    if (!(await mayLoseChanges())) return
    void signOut()
    retry()
  }
  return (
    <Page
      title="Ihr Konto konnte nicht geladen werden"
      lead={withReference('Der Server antwortet gerade nicht. Sie bleiben angemeldet.', requestId)}
      width="reading"
      ownTitle
      actions={
        <>
          <Button busy={state === 'loading'} onClick={retry}>
            <RetryIcon />
            {generalTexts.retry}
          </Button>
          <Button kind="secondary" onClick={() => void leave()}>
            Abmelden
          </Button>
        </>
      }
    >
      <Suspense>
        <ServerAway retry={retry} isAsking={state === 'loading'} />
      </Suspense>
    </Page>
  )
}

const noQuestion = { mayLoseChanges: async () => true }
