import { useEffect, useState } from 'react'
import { accountDeletion, type AccountDeletionState } from '#contract/account-deletion/account-deletion.ts'
import type { User } from '#contract/auth/auth.ts'
import { figureWords } from '#domain/account-deletion/figure-words.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'
import { refreshUser } from './current-user.ts'
import { deletionTexts as texts } from './texts.ts'
import { TheftTick } from './TheftTick.tsx'

/** What goes with the account, said before the step, and the step. */
export function AccountDeletionCard({ user }: { user: User }) {
  const { data, error, isFetching, refetch } = useCall(accountDeletion.show)
  // The banner above may have kept the account.
  useEffect(() => void refetch(), [user.deletesAt, refetch])
  return (
    <Card title={texts.title}>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} label={texts.loading} />
        ) : (
          <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
        )
      ) : (
        <CardParts>
          {data.present === null && <p>{texts.lead}</p>}
          {data.present !== null && <Present user={user} present={data.present} />}
          <Consequences state={data} />
          {user.demo && (
            <Notice kind="info" live={false}>
              {texts.demo}
            </Notice>
          )}
          {!user.demo && data.present?.stage !== 'GRACE' && <Ask user={user} state={data} />}
        </CardParts>
      )}
    </Card>
  )
}

function Present({ user, present }: { user: User; present: NonNullable<AccountDeletionState['present']> }) {
  const keep = useAction(accountDeletion.keep, [accountDeletion.show])
  const keepIt = () =>
    keep.mutate(
      {},
      {
        onSuccess: () => {
          notify('success', texts.kept)
          void refreshUser()
        },
        onError: (error) => notify('danger', messageOf(error)),
      },
    )
  const isGrace = present.stage === 'GRACE'
  return (
    <Notice
      kind={isGrace ? 'warning' : 'info'}
      title={isGrace ? texts.grace : texts.asked}
      live={false}
      actions={
        <Button kind="secondary" busy={keep.isPending} onClick={keepIt}>
          {texts.cancel}
        </Button>
      }
    >
      {isGrace
        ? texts.graceDetail(present.deletesAt, present.bySupport)
        : texts.askedDetail(user.email, present.askedAt)}
    </Notice>
  )
}

function Consequences({ state: { figures, licences, inUse } }: { state: AccountDeletionState }) {
  const goes = figureWords(figures)
  return (
    <>
      <h3>{texts.goes}</h3>
      {goes.length === 0 ? <p>{texts.nothing}</p> : <List lines={goes} />}
      {figures.devices > 0 && <p>{texts.devices}</p>}
      {licences.length > 0 && (
        <>
          <p>{texts.licences}</p>
          <List lines={licences.map((each) => texts.licence(each.licenseKey, each.licenseType, each.expiresAt))} />
        </>
      )}
      <p>{texts.takeAlong}</p>
      {inUse.rides.length > 0 && (
        <Notice kind="info" live={false}>
          {texts.rides(inUse.rides)}
        </Notice>
      )}
      {inUse.thefts.length > 0 && (
        <Notice kind="warning" title={texts.theftTitle} live={false}>
          {inUse.thefts.map(({ deviceName, openLinks }) => texts.theft(deviceName, openLinks)).join(' ')}{' '}
          {texts.theftLoss}
        </Notice>
      )}
    </>
  )
}

function List({ lines }: { lines: readonly string[] }) {
  return (
    <MarkedList gap={1}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </MarkedList>
  )
}

function Ask({ user, state }: { user: User; state: AccountDeletionState }) {
  const ask = useAction(accountDeletion.ask, [accountDeletion.show])
  const [accepts, setAccepts] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isTheft = state.inUse.thefts.length > 0
  const send = (close: () => void) =>
    ask
      .mutateAsync({ body: { acceptsTheftLoss: isTheft && accepts } })
      .then(() => setProblem(null))
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(close)
  return (
    <>
      {isTheft && <TheftTick checked={accepts} onChange={setAccepts} />}
      {problem !== null && <Notice kind="danger">{problem}</Notice>}
      <AskingButton
        action={state.present === null ? texts.ask : texts.askAgain}
        title={texts.askTitle}
        busy={ask.isPending}
        onConfirm={(close) => void send(close)}
      >
        <p>{texts.askDetail(user.email)}</p>
      </AskingButton>
    </>
  )
}
