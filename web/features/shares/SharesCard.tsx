import { useState } from 'react'
import { consents } from '#contract/consents/consents.ts'
import { devices } from '#contract/devices/devices.ts'
import { type Share, shares } from '#contract/shares/shares.ts'
import { FreshToken } from './FreshToken.tsx'
import { NewShare } from './NewShare.tsx'
import { shareInWords } from './share-words.ts'
import { sharesTexts as texts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useSession } from '#web/api/session/session.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { useNow } from '#web/browser/clock.ts'
import { closeWithNotice } from '#web/forms/close-with-notice.ts'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { EntryList, EntryRow } from '#web/ui/text/EntryList.tsx'
import { Details } from '#web/ui/text/Details.tsx'
import { Small } from '#web/ui/layout/Small.tsx'

/** What third parties get of the account's devices. */
export function SharesCard() {
  const isDemo = useSession().user?.demo === true
  return (
    <Card title={texts.title}>
      <CardParts>
        <p>{texts.lead}</p>
        <Details line={texts.delayed}>
          <p>{texts.law}</p>
        </Details>
        {isDemo ? <Small>{texts.demo}</Small> : <OwnShares />}
      </CardParts>
    </Card>
  )
}

function OwnShares() {
  const { data, error, isFetching, refetch } = useCall(shares.list)
  if (data === undefined) {
    if (error === null) return <Small>{texts.loading}</Small>
    return <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <>
      {data.shares.length === 0 ? (
        <Small>{texts.none}</Small>
      ) : (
        <EntryList label={texts.list}>
          {data.shares.map((share) => (
            <ShareRow key={share.id} share={share} />
          ))}
        </EntryList>
      )}
      <Making />
    </>
  )
}

/** The button for a new share, its form, and then its token. */
function Making() {
  const { data, error, isFetching, refetch } = useCall(devices.list)
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<{ recipient: string; token: string } | null>(null)
  if (data === undefined) {
    if (error === null) return null
    return <LoadFailure title={texts.devicesFailed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  const [first, ...others] = data
  if (first === undefined) return <Small>{texts.noDevice}</Small>
  if (made !== null) return <FreshToken {...made} onDone={() => setMade(null)} />
  if (!isOpen) {
    return (
      <Button kind="secondary" onClick={() => setOpen(true)}>
        {texts.add}
      </Button>
    )
  }
  const show = (fresh: { recipient: string; token: string }) => {
    setOpen(false)
    setMade(fresh)
  }
  return <NewShare devices={[first, ...others]} onMade={show} onClose={() => setOpen(false)} />
}

function ShareRow({ share }: { share: Share }) {
  const now = useNow(30_000)
  const revoke = useAction(shares.revoke, [shares.list, consents.list])
  const { isOpen, scope, validity, use } = shareInWords(share, now)
  const confirm = (close: () => void) =>
    revoke.mutate({ params: { shareId: share.id } }, closeWithNotice(close, texts.revoked))
  return (
    <EntryRow
      name={share.recipient}
      isOver={!isOpen}
      actions={
        isOpen && (
          <AskingButton
            action={texts.revoke}
            title={texts.revokeTitle(share.recipient)}
            busy={revoke.isPending}
            onConfirm={confirm}
          >
            <p>{texts.revokeText}</p>
          </AskingButton>
        )
      }
    >
      <Small>
        {share.deviceName}: {scope}
      </Small>
      <Small>
        {validity}; {use}
      </Small>
    </EntryRow>
  )
}
