import { useState } from 'react'
import { devices } from '#contract/devices/devices.ts'
import { mqtt, type MqttBroker } from '#contract/mqtt/mqtt.ts'
import { germanTime } from '#domain/time/fix-time.ts'
import { BrokerForm } from './BrokerForm.tsx'
import { mqttTexts as texts } from './texts.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useAction } from '#web/api/queries/action.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { AskingButton } from '#web/ui/dialog/Dialog.tsx'
import { Card, CardParts } from '#web/ui/layout/Card.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { EntryList, EntryRow } from '#web/ui/text/EntryList.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { notify } from '#web/ui/text/notify.ts'

/** While it is looked at: the first try takes seconds. */
const everyMs = 5_000

/** Which broker shows the vehicles in Home Assistant. */
export function MqttCard() {
  return (
    <Card title={texts.title}>
      <CardParts>
        <p>{texts.lead}</p>
        <Small>{texts.places}</Small>
        <Broker />
      </CardParts>
    </Card>
  )
}

function Broker() {
  const own = useCall(devices.list)
  const { data, error, isFetching, refetch } = useCall(mqtt.get, {}, { refetchInterval: everyMs })
  const [isOpen, setOpen] = useState(false)
  if (data === undefined || own.data === undefined) {
    const problem = error ?? own.error
    if (problem === null) return <Small>{texts.loading}</Small>
    const again = () => void Promise.all([refetch(), own.refetch()])
    return <LoadFailure title={texts.failed} error={problem} busy={isFetching} onRetry={again} />
  }
  const { broker } = data
  if (isOpen) return <BrokerForm broker={broker} devices={own.data} onClose={() => setOpen(false)} />
  if (broker === null) {
    return (
      <>
        <Small>{texts.none}</Small>
        <Button kind="secondary" onClick={() => setOpen(true)}>
          {texts.add}
        </Button>
      </>
    )
  }
  const names = own.data.filter(({ id }) => broker.deviceIds.includes(id)).map(({ deviceName }) => deviceName)
  return <Entered broker={broker} names={names} onChange={() => setOpen(true)} />
}

function Entered({ broker, names, onChange }: { broker: MqttBroker; names: string[]; onChange(): void }) {
  const { host, port, publishedAt, failure, paused } = broker
  const remove = useAction(mqtt.remove, [mqtt.get])
  const trouble = paused ? texts.paused : failure && texts.failures[failure]
  const confirm = (close: () => void) =>
    void remove
      .mutateAsync({})
      .then(() => notify('success', texts.removed))
      .catch((error: unknown) => notify('danger', messageOf(error)))
      .finally(close)
  return (
    <EntryList label={texts.list}>
      <EntryRow name={`${host}:${port}`} isOver={paused} actions={null}>
        <Stack gap={2}>
          <div>
            <Small>{texts.devices(names)}</Small>
            {publishedAt !== null && <Small>{texts.published(germanTime(new Date(publishedAt)))}</Small>}
            {publishedAt === null && failure === null && <Small>{texts.waiting}</Small>}
          </div>
          {trouble !== null && (
            <Notice kind="warning" live={false}>
              {trouble}
            </Notice>
          )}
          <Row gap={2}>
            <Button kind="secondary" onClick={onChange}>
              {texts.change}
            </Button>
            <AskingButton
              action={texts.remove}
              title={texts.removeTitle(host)}
              busy={remove.isPending}
              onConfirm={confirm}
            >
              <p>{texts.removeText}</p>
            </AskingButton>
          </Row>
        </Stack>
      </EntryRow>
    </EntryList>
  )
}
