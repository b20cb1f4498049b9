import { auth } from '#contract/auth/auth.ts'
import { isCallProblem } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { session } from '#web/api/session/session.ts'
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { paths, withQuery } from '#web/browser/paths.ts'
import { Link } from '#web/ui/controls/Link.tsx'
import { useSearchParams } from '#web/browser/search-params.ts'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'

const title = 'Das war ich nicht'

/** Behind a button, because mail scanners open links, too. */
export function SecureAccountPage() {
  const [query] = useSearchParams()
  const secure = useAction(auth.secureAccount)
  const press = () =>
    secure.mutate({ body: { token: query.get('token') ?? '' } }, { onSuccess: () => session.signOut() })
  return (
    <Page title={title} width="form" ownTitle>
      <Card label={title}>
        {secure.data === undefined ? (
          <Stack gap={3}>
            <p>Etwas ist in Ihrem Konto geschehen, das Sie nicht kennen? Dann sperren Sie hier alle aus:</p>
            <MarkedList gap={2}>
              <li>Alle Browser werden abgemeldet, auch Ihre eigenen.</li>
              <li>
                Das jetzige Passwort und alle Passkeys gelten nicht mehr. Sie bekommen eine E-Mail, um ein neues
                Passwort zu setzen.
              </li>
              <li>
                Eine neue E-Mail-Adresse und eine Löschung des Kontos werden zurückgenommen, angebotene Geräte bleiben
                bei Ihnen, und Freigaben enden.
              </li>
              <li>
                Abgewählte Nachrichten zu Alarmen sind wieder eingeschaltet. Telefon und Push richten Sie danach neu
                ein.
              </li>
              <li>Die Datei „Meine Daten“ wird gelöscht.</li>
              <li>Die Anmeldung in zwei Schritten endet, wenn sie erst nach unserer E-Mail eingeschaltet wurde.</li>
            </MarkedList>
            <p>
              Ihre Geräte zeichnen weiter auf. Diebstahlalarm, Links für die Polizei und eine ältere Anmeldung in zwei
              Schritten bleiben, wie sie sind.
            </p>
            {secure.error !== null && <Failure error={secure.error} />}
            {!isOver(secure.error) && (
              <Button size="large" wide busy={secure.isPending} onClick={press}>
                Alle aussperren
              </Button>
            )}
          </Stack>
        ) : (
          <Stack gap={3}>
            <Notice kind="success" title="Ihr Konto ist gesichert">
              Alle Browser sind abgemeldet. Öffnen Sie jetzt die E-Mail an {secure.data.email}, und setzen Sie ein neues
              Passwort.
            </Notice>
            <p>
              Sehen Sie danach im Konto unter „Sicherheit“ nach, was geschehen ist. Fremde Links für die Polizei sperren
              Sie in der Anzeige-Mappe. Fragt die Anmeldung nach einem Code, den Sie nie eingerichtet haben, hilft Ihnen
              der <Link to={paths.support}>Support</Link>.
            </p>
            <ButtonLink kind="secondary" to={withQuery(paths.passwordReset, { email: secure.data.email })}>
              E-Mail nicht angekommen?
            </ButtonLink>
          </Stack>
        )}
      </Card>
    </Page>
  )
}

type Problem = NonNullable<ReturnType<typeof useAction<typeof auth.secureAccount>>['error']>

const isOver = (error: Problem | null) =>
  (['TOKEN_NOT_FOUND', 'ALREADY_USED', 'EXPIRED', 'EMAIL_EXISTS'] as const).some((code) => isCallProblem(error, code))

function Failure({ error }: { error: Problem }) {
  const toSupport = isCallProblem(error, 'EMAIL_EXISTS')
  const next = toSupport ? (
    <Link to={paths.support}>Zum Support</Link>
  ) : (
    <Link to={paths.passwordReset}>Neues Passwort setzen</Link>
  )
  return (
    <Notice kind="danger" {...(isOver(error) && { actions: next })}>
      {error.message}
    </Notice>
  )
}
