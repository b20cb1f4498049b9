import { useState } from 'react'
import { consents, type PresentConsent } from '#contract/consents/consents.ts'
import type { Reply } from '#contract/base/endpoint.ts'
import { ConsentRow } from './ConsentRow.tsx'
import { History } from './History.tsx'
import { consentsTexts as texts } from './texts.ts'
import { download } from '#web/api/calls/call.ts'
import { useTask } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useUser } from '#web/api/session/session.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { CardPart } from '#web/ui/layout/CardPart.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { saveFile } from '#web/browser/save-file.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { Summary } from '#web/ui/text/Summary.tsx'
import { Small } from '#web/ui/layout/Small.tsx'

/** What was consented to, by device and purpose: its state, withdrawal, history and proof. */
export function ConsentsCard() {
  const { data, error, isFetching, refetch } = useCall(consents.list, { query: {} })
  return (
    <Card title={texts.title}>
      <Stack gap={3}>
        <Small>{texts.lead}</Small>
        {data !== undefined ? (
          <Consents list={data} />
        ) : error === null ? (
          <Skeleton lines={4} label={texts.loading} />
        ) : (
          <LoadFailure title={texts.failed} error={error} busy={isFetching} onRetry={() => void refetch()} />
        )}
      </Stack>
    </Card>
  )
}

type List = Reply<typeof consents.list>

function Consents({ list }: { list: List }) {
  const isDemo = useUser()?.demo === true
  const [befores, setBefores] = useState<readonly (string | null)[]>([null])
  if (list.present.length === 0) return <p>{texts.none}</p>
  return (
    <Stack gap={3}>
      {isDemo && <Small>{texts.demo}</Small>}
      {byDevice(list.present).map(({ key, title, rows }) => (
        <CardPart key={key} title={title}>
          <PlainList>
            {rows.map((row) => (
              <ConsentRow key={row.purpose} consent={row} texts={list.texts} mayWithdraw={!isDemo} />
            ))}
          </PlainList>
        </CardPart>
      ))}
      <CardPart title={texts.history}>
        <details>
          <Summary>{texts.historyShown}</Summary>
          <History befores={befores} onOlder={(before) => setBefores([...befores, before])} />
        </details>
      </CardPart>
      <CardPart>
        <Proof />
      </CardPart>
    </Stack>
  )
}

/** Those of the account first. */
function byDevice(present: readonly PresentConsent[]) {
  const keys = [...new Set(present.map(({ deviceId }) => deviceId))]
  return keys
    .map((deviceId) => {
      const rows = present.filter((one) => one.deviceId === deviceId)
      const [first] = rows
      const name = first?.deviceName ?? texts.account
      return { key: deviceId ?? '', title: first?.isPresent === false ? texts.gone(name) : name, rows }
    })
    .toSorted((one, other) => Number(one.key !== '') - Number(other.key !== ''))
}

function Proof() {
  const fetching = useTask<void, void>({
    run: async () => {
      const file = await download(consents.proof)
      if (file !== null) saveFile(file)
    },
    onError: (problem) => notify('danger', `${texts.proofFailed} ${messageOf(problem)}`),
  })
  return (
    <>
      <Small>{texts.proofHint}</Small>
      <div>
        <Button kind="secondary" busy={fetching.isPending} onClick={() => fetching.mutate()}>
          {texts.proof}
        </Button>
      </div>
    </>
  )
}
