import { useState } from 'react'
import type { User } from '#contract/auth/auth.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { secondFactor, type SecondFactorState } from '#contract/second-factor/second-factor.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Badge } from '#web/ui/text/Badge.tsx'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { AskingButton, Dialog } from '#web/ui/dialog/Dialog.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetupForm } from './SetupForm.tsx'
import { secondFactorTexts as texts } from './texts.ts'

/** The account's second factor: whether a sign-in needs a code, and how to change that. */
export function SecondFactor({ user }: { user: User }) {
  return user.demo ? (
    <Card title={texts.title}>
      <CardParts>
        <p>{texts.lead}</p>
        <p>{texts.demo}</p>
      </CardParts>
    </Card>
  ) : (
    <OwnSecondFactor />
  )
}

/** What a dialogue shows: the secret of an app to be connected, or codes that are shown once. */
type Shown = { setup: Reply<typeof secondFactor.start> } | { codes: readonly string[] }

function OwnSecondFactor() {
  const { data, error, isPending, isFetching, refetch } = useCall(secondFactor.show)
  // Here, because the codes are still shown when the card is already that of a second factor switched on.
  const [shown, setShown] = useState<Shown | null>(null)
  const showCodes = (codes: readonly string[]) => setShown({ codes })
  const close = () => setShown(null)
  const isOn = data !== undefined && data.onSince !== null
  return (
    <Card
      title={texts.title}
      aside={data && <Badge kind={isOn ? 'success' : 'plain'}>{isOn ? texts.on : texts.off}</Badge>}
    >
      <CardParts>
        <p>{texts.lead}</p>
        {isPending && <Skeleton lines={2} label={texts.loading} />}
        {error !== null && error.status !== 401 && (
          <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
        )}
        {data !== undefined &&
          (isOn ? (
            <SwitchedOn state={data} onCodes={showCodes} />
          ) : (
            <SwitchOn onStarted={(setup) => setShown({ setup })} />
          ))}
      </CardParts>
      <Dialog opened={shown !== null && 'setup' in shown} onClose={close} title={texts.setupTitle}>
        {shown !== null && 'setup' in shown && (
          <SetupForm setup={shown.setup} onSwitchedOn={showCodes} onCancel={close} />
        )}
      </Dialog>
      <Dialog opened={shown !== null && 'codes' in shown} onClose={close} title={texts.codesTitle}>
        {shown !== null && 'codes' in shown && <RecoveryCodes codes={shown.codes} onKept={close} />}
      </Dialog>
    </Card>
  )
}

function SwitchOn({ onStarted }: { onStarted(setup: Reply<typeof secondFactor.start>): void }) {
  const start = useAction(secondFactor.start, [secondFactor.show])
  return (
    <>
      <Button kind="secondary" busy={start.isPending} onClick={() => start.mutate({}, { onSuccess: onStarted })}>
        {texts.switchOn}
      </Button>
      {start.error !== null && <Notice kind="danger">{`${texts.switchOnFailed} ${messageOf(start.error)}`}</Notice>}
    </>
  )
}

interface SwitchedOnProps {
  state: SecondFactorState
  onCodes(codes: readonly string[]): void
}

function SwitchedOn({ state: { onSince, recoveryCodesLeft }, onCodes }: SwitchedOnProps) {
  const renew = useAction(secondFactor.renewRecoveryCodes, [secondFactor.show])
  const off = useAction(secondFactor.switchOff, [secondFactor.show])
  const failed = (words: string) => (error: unknown) => notify('danger', `${words} ${messageOf(error)}`)
  return (
    <>
      <p>
        {onSince !== null && texts.since(onSince)} · {texts.left(recoveryCodesLeft)}
      </p>
      {recoveryCodesLeft === 0 && (
        <Notice kind="warning" live={false}>
          {texts.noneLeft}
        </Notice>
      )}
      <Small>{texts.lost}</Small>
      <Row gap={3}>
        <AskingButton
          action={texts.renew}
          title={texts.renewTitle}
          busy={renew.isPending}
          onConfirm={(close) =>
            void renew
              .mutateAsync({})
              .then(({ recoveryCodes }) => onCodes(recoveryCodes))
              .catch(failed(texts.renewFailed))
              .finally(close)
          }
        >
          <p>{texts.renewDetail}</p>
        </AskingButton>
        <AskingButton
          action={texts.switchOff}
          title={texts.switchOffTitle}
          busy={off.isPending}
          onConfirm={(close) =>
            void off
              .mutateAsync({})
              .then(() => notify('success', texts.switchedOff))
              .catch(failed(texts.switchOffFailed))
              .finally(close)
          }
        >
          <p>{texts.switchOffDetail}</p>
        </AskingButton>
      </Row>
    </>
  )
}
