import { Link, useSearchParams } from 'react-router'
import { auth } from '#contract/auth.ts'
import { isCallProblem } from '#web/api/call-problem.ts'
import { useAction } from '#web/api/action.ts'
import { session } from '#web/api/session.ts'
import styles from './auth.module.css'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Card } from '#web/kit/Card.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { Page } from '#web/kit/Page.tsx'
import { paths, withQuery } from '#web/kit/paths.ts'

const title = 'Änderung der E-Mail-Adresse abbrechen'

/** „Das war ich nicht“: behind a button, because mail scanners open links, too. */
export function CancelEmailChangePage() {
  const [query] = useSearchParams()
  const cancel = useAction(auth.cancelEmailChange)
  const confirm = () =>
    cancel.mutate({ body: { token: query.get('token') ?? '' } }, { onSuccess: () => session.signOut() })
  const over = isCallProblem(cancel.error, 'EMAIL_CHANGE_OVER')
  return (
    <Page title={title} width="form" ownTitle>
      <Card label={title}>
        {cancel.data === undefined ? (
          <div className={styles.stack}>
            <p>
              Sie haben die Änderung nicht veranlasst? Dann kennt jemand Ihr Passwort. Mit dem Abbruch bleibt es bei
              Ihrer bisherigen Adresse, und alle Browser werden abgemeldet. Danach setzen Sie ein neues Passwort.
            </p>
            {cancel.error !== null && (
              <Notice kind="danger" {...(over && { actions: <Link to={paths.support}>Zum Support</Link> })}>
                {cancel.error.message}
              </Notice>
            )}
            {!over && (
              <Button size="large" wide busy={cancel.isPending} onClick={confirm}>
                Änderung abbrechen
              </Button>
            )}
          </div>
        ) : (
          <div className={styles.stack}>
            <Notice kind="success" title="Die Änderung ist abgebrochen">
              Alle Browser sind abgemeldet. Bitte setzen Sie jetzt ein neues Passwort.
            </Notice>
            <ButtonLink to={withQuery(paths.passwordReset, { email: cancel.data.email })}>
              Neues Passwort setzen
            </ButtonLink>
          </div>
        )}
      </Card>
    </Page>
  )
}
