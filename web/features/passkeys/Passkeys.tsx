import { useState } from 'react'
import type { User } from '#contract/auth/auth.ts'
import { passkeysLimits } from '#contract/passkeys/passkeys-limits.ts'
import { type Passkey, passkeys } from '#contract/passkeys/passkeys.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { useNow } from '#web/browser/clock.ts'
import { ConfirmDialog } from '#web/ui/dialog/Dialog.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { formatAgo } from '#web/texts/formats.ts'
import { notify } from '#web/ui/text/notify.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { AddPasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs.tsx'
import styles from './Passkeys.module.css'
import { passkeysTexts as texts } from './texts.ts'

/** The account's passkeys: what they are, and how to add, name and remove them. */
export function Passkeys({ user }: { user: User }) {
  return (
    <Card title={texts.title}>
      <CardParts>
        <p>{texts.lead}</p>
        {user.demo ? <p>{texts.demo}</p> : <OwnPasskeys />}
      </CardParts>
    </Card>
  )
}

function OwnPasskeys() {
  const { data, error, isPending, isFetching, refetch } = useCall(passkeys.list)
  return (
    <>
      {isPending && <Skeleton lines={2} label={texts.loading} />}
      {error !== null && error.status !== 401 && (
        <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data !== undefined && data.length > 0 && (
        <>
          <PlainList>
            {data.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </PlainList>
          <Small>{texts.lost}</Small>
        </>
      )}
      {data !== undefined && <Add isFull={data.length >= passkeysLimits.perAccount} />}
    </>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const now = useNow(60_000)
  const { name, lastUsedAt, createdAt, backedUp } = passkey
  const used = lastUsedAt === null ? texts.unused : texts.used(formatAgo(lastUsedAt, now))
  return (
    <li className={styles.passkey}>
      <div className={styles.what}>
        <p className={styles.name}>
          {name} {backedUp && <Badge>{texts.backedUp}</Badge>}
        </p>
        <Small>
          {used} · {texts.since(createdAt)}
        </Small>
      </div>
      <Row gap={2}>
        <Rename passkey={passkey} />
        <Remove passkey={passkey} />
      </Row>
    </li>
  )
}

function Rename({ passkey }: { passkey: Passkey }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button kind="quiet" aria-label={texts.renameNamed(passkey.name)} onClick={() => setOpened(true)}>
        {texts.rename}
      </Button>
      <RenamePasskeyDialog passkey={passkey} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

function Remove({ passkey: { id, name } }: { passkey: Passkey }) {
  const [asking, setAsking] = useState(false)
  const remove = useAction(passkeys.remove, [passkeys.list])
  const removeIt = () =>
    remove
      .mutateAsync({ params: { id } })
      .then(() => notify('success', texts.removed(name)))
      .catch((error: unknown) => notify('danger', `${texts.removeFailed} ${messageOf(error)}`))
      .finally(() => setAsking(false))
  return (
    <>
      <Button kind="remove" aria-label={texts.removeNamed(name)} onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={texts.removeTitle}
        action={texts.removeAction}
        busy={remove.isPending}
        onConfirm={() => void removeIt()}
        onClose={() => !remove.isPending && setAsking(false)}
      >
        <p>{texts.removeDetail(name)}</p>
      </ConfirmDialog>
    </>
  )
}

function Add({ isFull }: { isFull: boolean }) {
  const [opened, setOpened] = useState(false)
  if (!('PublicKeyCredential' in globalThis)) return <p>{texts.unable}</p>
  if (isFull) return <p>{texts.full}</p>
  return (
    <>
      <Button kind="secondary" onClick={() => setOpened(true)}>
        {texts.add}
      </Button>
      <AddPasskeyDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
