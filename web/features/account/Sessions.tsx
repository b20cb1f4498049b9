import { useRef, useState } from 'react'
import { account } from '#contract/account/account.ts'
import type { Session, User } from '#contract/auth/auth.ts'
import { clientName } from '#domain/auth/client-name.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { useNow } from '#web/browser/clock.ts'
import { ConfirmDialog } from '#web/ui/dialog/Dialog.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { formatAgo } from '#web/texts/formats.ts'
import { notify } from '#web/ui/text/notify.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import styles from './account.module.css'
import { profileTexts, sessionTexts } from './texts.ts'
import { SignOutQuestion } from './SignOutQuestion.tsx'
import { useSignOut } from './use-sign-out.ts'

/** Where the account is signed in, and the way to end it there. */
export function Sessions({ user }: { user: User }) {
  const { data: sessions, error, isPending, isFetching, refetch } = useCall(account.sessions)
  const list = useRef<HTMLElement>(null)
  const mayEnd = !user.demo
  // Everybody shares the demo account: its visitors must not see each other's sessions.
  const shown = sessions?.filter(({ current }) => mayEnd || current)
  const others = shown?.filter(({ current }) => !current) ?? []
  const toList = () => list.current?.focus()
  return (
    <Card title={sessionTexts.title}>
      <CardParts>
        <p>{sessionTexts.lead}</p>
        {isPending && <Skeleton lines={3} label={sessionTexts.loading} />}
        {error !== null && error.status !== 401 && (
          <>
            <LoadFailure title={sessionTexts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
            {sessions === undefined && <SignOut />}
          </>
        )}
        {shown !== undefined && (
          <PlainList ref={list} tabIndex={-1}>
            {shown
              .toSorted((a, b) => Number(b.current) - Number(a.current))
              .map((session) => (
                <SessionRow key={session.id} session={session} onEnded={toList} />
              ))}
          </PlainList>
        )}
        {others.length > 0 && <EndOthers count={others.length} onEnded={toList} />}
      </CardParts>
    </Card>
  )
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const now = useNow(60_000)
  const name = clientName(session.client)
  const used = session.current ? sessionTexts.inUse : sessionTexts.lastUsed(formatAgo(session.lastUsedAt, now))
  return (
    <li className={styles.session}>
      <div className={styles.client}>
        <p className={styles.clientName} title={session.client}>
          {name} {session.current && <Badge kind="brand">{sessionTexts.current}</Badge>}
        </p>
        <Small>
          {used} · {sessionTexts.since(session.createdAt)}
        </Small>
      </div>
      {session.current ? <SignOut /> : <EndSession session={session} name={name} onEnded={onEnded} />}
    </li>
  )
}

function EndSession({ session, name, onEnded }: { session: Session; name: string; onEnded: () => void }) {
  const end = useAction(account.endSession, [account.sessions])
  const endIt = () =>
    end
      .mutateAsync({ params: { id: session.id } })
      .then(() => {
        notify('success', sessionTexts.ended(name))
        onEnded()
      })
      .catch((error: unknown) => notify('danger', `${sessionTexts.endFailed} ${messageOf(error)}`))
  return (
    <Button kind="secondary" busy={end.isPending} aria-label={sessionTexts.endNamed(name)} onClick={() => void endIt()}>
      {sessionTexts.end}
    </Button>
  )
}

function EndOthers({ count, onEnded }: { count: number; onEnded: () => void }) {
  const [asking, setAsking] = useState(false)
  const end = useAction(account.endOtherSessions, [account.sessions])
  const busy = end.isPending

  const endAll = () =>
    end
      .mutateAsync({})
      .then(() => notify('success', sessionTexts.endedOthers))
      .catch((error: unknown) => notify('danger', `${sessionTexts.endFailed} ${messageOf(error)}`))
      .finally(() => {
        setAsking(false)
        onEnded()
      })

  return (
    <>
      <Button kind="remove" onClick={() => setAsking(true)}>
        {sessionTexts.endOthers}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={sessionTexts.endOthersTitle}
        action={sessionTexts.endOthers}
        busy={busy}
        onConfirm={() => void endAll()}
        onClose={() => !busy && setAsking(false)}
      >
        <p>{sessionTexts.endOthersDetail(count)}</p>
      </ConfirmDialog>
    </>
  )
}

function SignOut() {
  const signOut = useSignOut()
  return (
    <>
      <Button kind="secondary" onClick={signOut.leave}>
        {profileTexts.signOut}
      </Button>
      <SignOutQuestion {...signOut} />
    </>
  )
}
