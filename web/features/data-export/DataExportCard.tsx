import { type ReactNode, useState } from 'react'
import type { User } from '#contract/auth/auth.ts'
import { dataExportLimits } from '#contract/data-export/data-export-limits.ts'
import { type DataExport, dataExports } from '#contract/data-export/data-export.ts'
import { secondMs } from '#contract/base/time-units.ts'
import styles from './data-export.module.css'
import { dataExportTexts as texts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { download } from '#web/api/calls/call.ts'
import { type CallProblem, messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { closeWithNotice } from '#web/forms/close-with-notice.ts'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { useDocument } from '#web/browser/use-document.ts'
import { Small } from '#web/ui/layout/Small.tsx'

/** Everything that is stored about the account, as a file: asked for, on its way, ready. */
export function DataExportCard({ user }: { user: User }) {
  return (
    <Card title={texts.title}>
      <CardParts>
        <p>{texts.lead}</p>
        {user.demo ? <Notice kind="info">{texts.demo}</Notice> : <OwnExport />}
      </CardParts>
    </Card>
  )
}

function OwnExport() {
  const asked = useCall(
    dataExports.show,
    {},
    {
      refetchInterval: ({ state }) =>
        isUnderWay(state.data?.state) ? dataExportLimits.askedEverySeconds * secondMs : false,
    },
  )
  const { data, error, isFetching, refetch } = asked
  if (data === undefined) {
    if (error === null) return <Skeleton lines={2} label={texts.loading} />
    return <LoadFailure title={texts.loadFailed} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (data === null) return <Request label={texts.request} />
  switch (data.state) {
    case 'WAITING':
    case 'RUNNING':
      return <UnderWay of={data} />
    case 'READY':
      return <Ready of={data} />
    case 'FAILED':
      return (
        <Request label={texts.again}>
          <Notice kind="danger">{texts.gaveUp}</Notice>
        </Request>
      )
    case 'EXPIRED':
      return (
        <Request label={texts.again}>
          <Small>{texts.expired(data.requestedAt)}</Small>
        </Request>
      )
  }
}

function isUnderWay(state: DataExport['state'] | undefined): boolean {
  return state === 'WAITING' || state === 'RUNNING'
}

function Request({ label, children }: { label: string; children?: ReactNode }) {
  const [withoutPrivacyZones, setWithoutZones] = useState(false)
  const request = useAction(dataExports.request, [dataExports.show])
  return (
    <>
      {children}
      <Small>{texts.time}</Small>
      <Check checked={withoutPrivacyZones} onChange={(event) => setWithoutZones(event.currentTarget.checked)}>
        {texts.withoutZones}
      </Check>
      {request.error !== null && <Notice kind="danger">{messageOf(request.error)}</Notice>}
      <Button busy={request.isPending} onClick={() => request.mutate({ body: { withoutPrivacyZones } })}>
        {label}
      </Button>
    </>
  )
}

function UnderWay({ of }: { of: DataExport }) {
  const { percent, step, stepName } = of
  return (
    <>
      <progress className={styles.bar} max={100} value={percent} aria-label={texts.progress} />
      <p role="status">{step === null ? texts.waiting : `${texts.percent(percent)}: ${texts.steps[step](stepName)}`}</p>
      <Small>{texts.time}</Small>
      <Cancel />
    </>
  )
}

function Ready({ of }: { of: DataExport }) {
  const [isAskedAgain, setAskedAgain] = useState(false)
  const file = useDocument(() => download(dataExports.file, {}))
  return (
    <>
      <p className={styles.ready} role="status">
        {texts.ready(of)}
      </p>
      {of.withoutPrivacyZones && <Small>{texts.lacksPlaces}</Small>}
      <Small>{texts.careful}</Small>
      <Row gap={3}>
        <Button busy={file.isBusy} onClick={file.download}>
          {texts.download}
        </Button>
        <Remove />
        {!isAskedAgain && (
          <Button kind="quiet" onClick={() => setAskedAgain(true)}>
            {texts.again}
          </Button>
        )}
      </Row>
      {isAskedAgain && (
        <Request label={texts.request}>
          <p>{texts.replaces}</p>
        </Request>
      )}
    </>
  )
}

const failed = (problem: CallProblem) => `${texts.failed} ${messageOf(problem)}`

/** The unfinished file is deleted; another can be requested at once. */
function Cancel() {
  const cancel = useAction(dataExports.remove, [dataExports.show])
  const press = () =>
    cancel.mutate(
      {},
      closeWithNotice(() => {}, texts.cancelled, failed),
    )
  return (
    <Button kind="secondary" busy={cancel.isPending} onClick={press}>
      {texts.cancel}
    </Button>
  )
}

function Remove() {
  const remove = useAction(dataExports.remove, [dataExports.show])
  const confirm = (close: () => void) => remove.mutate({}, closeWithNotice(close, texts.removed, failed))
  return (
    <AskingButton action={texts.remove} title={texts.removeTitle} busy={remove.isPending} onConfirm={confirm}>
      <p>{texts.removeText}</p>
    </AskingButton>
  )
}
