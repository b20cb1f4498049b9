import { useState } from 'react'
import { accessTokensLimits } from '#contract/access-tokens/access-tokens-limits.ts'
import { type AccessToken, accessTokens } from '#contract/access-tokens/access-tokens.ts'
import { type MadeToken, NewToken } from './NewToken.tsx'
import styles from './Programs.module.css'
import { accessTokensTexts as texts } from './texts.ts'
import { exampleCall, tokenInWords } from './token-words.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useNow } from '#web/browser/clock.ts'
import { paths } from '#web/browser/paths.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Link } from '#web/ui/controls/Link.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { EntryList, EntryRow } from '#web/ui/text/EntryList.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { SecretOnce } from '#web/ui/text/SecretOnce.tsx'

/** Which programs read the account's data, with which token. */
export function ProgramsCard() {
  return (
    <Card title={texts.title}>
      <CardParts>
        <p>{texts.lead}</p>
        <Small>
          {texts.ends} {texts.live} <Link to={paths.myData}>{texts.toShares}</Link>
        </Small>
        <Programs />
      </CardParts>
    </Card>
  )
}

function Programs() {
  const now = useNow(60_000)
  const { data, error, isFetching, refetch } = useCall(accessTokens.list)
  if (data === undefined) {
    if (error === null) return <Small>{texts.loading}</Small>
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  const valid = data.accessTokens.filter(({ expiresAt }) => new Date(expiresAt) > now)
  return (
    <>
      {data.accessTokens.length === 0 ? (
        <Small>{texts.none}</Small>
      ) : (
        <EntryList label={texts.list}>
          {data.accessTokens.map((token) => (
            <ProgramRow key={token.id} token={token} now={now} />
          ))}
        </EntryList>
      )}
      <Making isFull={valid.length >= accessTokensLimits.perAccount} />
    </>
  )
}

/** The button for a new token, its form, and then the token. */
function Making({ isFull }: { isFull: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  if (made !== null) return <FreshToken {...made} onDone={() => setMade(null)} />
  if (isFull) return <Small>{texts.full}</Small>
  if (!isOpen) {
    return (
      <Button kind="secondary" onClick={() => setOpen(true)}>
        {texts.add}
      </Button>
    )
  }
  const show = (fresh: MadeToken) => {
    setOpen(false)
    setMade(fresh)
  }
  return <NewToken onMade={show} onClose={() => setOpen(false)} />
}

function FreshToken({ name, scopes, token, onDone }: MadeToken & { onDone(): void }) {
  const example = exampleCall(window.location.origin, scopes)
  return (
    <SecretOnce
      title={texts.fresh.title(name)}
      text={texts.fresh.text}
      value={token}
      words={texts.fresh}
      onDone={onDone}
    >
      {example !== null && (
        <div>
          <Small>{texts.fresh.example}</Small>
          <code className={styles.example}>{example}</code>
        </div>
      )}
      <Small>
        {texts.fresh.howTo} <a href="/api/docs">{texts.fresh.documentation}</a>.
      </Small>
    </SecretOnce>
  )
}

function ProgramRow({ token, now }: { token: AccessToken; now: Date }) {
  const revoke = useAction(accessTokens.revoke, [accessTokens.list])
  const { isValid, allowed, validity, use } = tokenInWords(token, now)
  const confirm = (close: () => void) =>
    void revoke
      .mutateAsync({ params: { id: token.id } })
      .then(() => notify('success', texts.revoked))
      .catch((error: unknown) => notify('danger', messageOf(error)))
      .finally(close)
  return (
    <EntryRow
      name={token.name}
      isOver={!isValid}
      actions={
        isValid && (
          <AskingButton
            action={texts.revoke}
            title={texts.revokeTitle(token.name)}
            busy={revoke.isPending}
            onConfirm={confirm}
          >
            <p>{texts.revokeText}</p>
          </AskingButton>
        )
      }
    >
      <Small>{allowed}</Small>
      <Small>
        {validity}; {use}
      </Small>
    </EntryRow>
  )
}
