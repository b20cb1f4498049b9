import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { emergencyContacts, type Invitation } from '#contract/emergency-contacts/emergency-contacts.ts'
import { agreementText, agreementVersion } from '#domain/emergency-contacts/agreement.ts'
import { emergencyContactsTexts } from './texts.ts'
import { call } from '#web/api/calls/call.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { useTask } from '#web/api/queries/action.ts'
import { queryClient } from '#web/api/queries/queries.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { paths } from '#web/browser/paths.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Link } from '#web/ui/controls/Link.tsx'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'

const texts = emergencyContactsTexts.invitation

/** Somebody who is invited accepts, declines or leaves, without an account. */
export function InvitationCard({ token, children }: InvitationProps) {
  return (
    <Card label={texts.title}>
      <InvitationOf token={token}>{children}</InvitationOf>
    </Card>
  )
}

interface InvitationProps {
  token: string
  /** What a contact who accepted may give besides. */
  children: ReactNode
}

function InvitationOf({ token, children }: InvitationProps) {
  const { data, error, isFetching, refetch } = useQuery<Invitation, CallProblem>(
    {
      queryKey: [emergencyContacts.invitation.path, token],
      queryFn: ({ signal }) => call(emergencyContacts.invitation, {}, { signal, token }),
    },
    queryClient,
  )
  const leave = useTask({ run: () => call(emergencyContacts.leave, {}, { token }) })
  if (leave.isSuccess)
    return (
      <Notice kind="success" title={texts.left}>
        {texts.leftDetail}
      </Notice>
    )
  if (data === undefined) {
    if (error === null) return <Skeleton lines={4} label={texts.loading} />
    if (error.status === 410) return <Notice kind="danger">{messageOf(error)}</Notice>
    return <LoadFailure error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <Stack gap={3}>
      {leave.error !== null && <Notice kind="danger">{messageOf(leave.error)}</Notice>}
      {data.state === 'ACCEPTED' ? (
        <Accepted invitation={data} busy={leave.isPending} onLeave={() => leave.mutate(undefined)}>
          {children}
        </Accepted>
      ) : (
        <Invited token={token} invitation={data} busy={leave.isPending} onDecline={() => leave.mutate(undefined)} />
      )}
    </Stack>
  )
}

interface InvitedProps {
  token: string
  invitation: Invitation
  busy: boolean
  onDecline(): void
}

/** Behind buttons, because mail scanners open links, too. */
function Invited({ token, invitation, busy, onDecline }: InvitedProps) {
  const accept = useTask({
    run: () => call(emergencyContacts.accept, { body: { version: agreementVersion } }, { token }),
  })
  const press = () =>
    accept.mutate(undefined, {
      onSuccess: (accepted) => queryClient.setQueryData([emergencyContacts.invitation.path, token], accepted),
    })
  return (
    <>
      <p>{texts.asks(invitation.ownerEmail, invitation.deviceModel)}</p>
      <MarkedList gap={2}>
        {texts.what.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </MarkedList>
      <p>{agreementText(agreementVersion)}</p>
      <p>
        <Link to={paths.privacy}>{texts.privacy}</Link>
      </p>
      {accept.error !== null && <Notice kind="danger">{messageOf(accept.error)}</Notice>}
      <Button size="large" wide busy={accept.isPending} onClick={press}>
        {texts.accept}
      </Button>
      <Button wide kind="secondary" busy={busy} onClick={onDecline}>
        {texts.decline}
      </Button>
    </>
  )
}

interface AcceptedProps {
  invitation: Invitation
  busy: boolean
  onLeave(): void
  children: ReactNode
}

function Accepted({ invitation, busy, onLeave, children }: AcceptedProps) {
  const { deviceName, deviceModel, ownerEmail } = invitation
  return (
    <>
      <Notice kind="success" title={texts.accepted(deviceName ?? deviceModel)}>
        {texts.acceptedDetail(ownerEmail)}
      </Notice>
      {children}
      <AskingButton
        action={texts.leave}
        title={texts.leaveTitle}
        busy={busy}
        onConfirm={(close) => {
          onLeave()
          close()
        }}
      >
        <p>{texts.leaveText}</p>
      </AskingButton>
    </>
  )
}
