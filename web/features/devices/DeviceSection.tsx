import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useId, useRef, useState } from 'react'
import { type Device, devices } from '#contract/devices/devices.ts'
import { vehicles, type VehicleState } from '#contract/vehicles/vehicles.ts'
import { inOrder } from '#domain/vehicles/vehicle-order.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { useNow } from '#web/browser/clock.ts'
import { EmptyState, LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { DataAge } from '#web/ui/text/DataAge.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { AddDeviceDialog } from './dialogs/AddDeviceDialog.tsx'
import { DeviceCard } from './DeviceCard.tsx'
import { deviceListProblem } from './problems.ts'
import { OrderDialog } from './dialogs/OrderDialog.tsx'
import styles from './DeviceSection.module.css'
import { listTexts, orderTexts } from './texts.ts'

const refreshMs = 60_000

interface DeviceSectionProps {
  /** How a device without a licence gets one, and how one that ends soon is renewed. */
  licenceWays(device: Device): ReactNode
}

/** The devices of the account, and the way to add one. */
export function DeviceSection({ licenceWays }: DeviceSectionProps) {
  const list = useCall(devices.list, {}, { refetchInterval: refreshMs })
  const overview = useCall(devices.statusOverview, {}, { refetchInterval: refreshMs })
  const states = useCall(vehicles.states, {}, { refetchInterval: refreshMs })
  const now = useNow(30_000)
  const [adding, setAdding] = useState(false)
  const [ordering, setOrdering] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  const most = overview.data?.maxDevices
  const isFull = most !== undefined && list.data !== undefined && list.data.length >= most
  // Cards are drawn bit by bit: a phone answers a tap in between.
  const shown = useDeferredValue(list.data)
  const hasDevices = shown !== undefined && shown.length > 0
  const add = <AddButton full={isFull ? most : null} onPress={() => setAdding(true)} />

  return (
    <Section title={listTexts.title} heading={heading} action={hasDevices && add}>
      <ListFailure error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />
      {shown === undefined && list.error === null && <CardSkeletons />}
      {shown?.length === 0 && (
        <EmptyState title={listTexts.emptyTitle} actions={add} level={3}>
          {listTexts.empty}
        </EmptyState>
      )}
      {hasDevices && <DataAge of={list} />}
      {hasDevices && (
        <div className={styles.cards}>
          {inOrder(shown, (device) => stateOf(states.data, device) ?? undefined).map((device) => (
            <DeviceCard
              key={device.id}
              device={device}
              state={states.isPending ? undefined : stateOf(states.data, device)}
              licenceWays={licenceWays(device)}
              now={now}
              onGone={() => heading.current?.focus()}
            />
          ))}
        </div>
      )}
      {hasDevices && shown.length > 1 && (
        <Row gap={2}>
          <Button kind="secondary" onClick={() => setOrdering(true)}>
            {orderTexts.open}
          </Button>
          <OrderDialog own={shown} opened={ordering} onClose={() => setOrdering(false)} />
        </Row>
      )}
      <AddDeviceDialog opened={adding} onClose={() => setAdding(false)} />
    </Section>
  )
}

function stateOf(states: readonly VehicleState[] | undefined, device: Device): VehicleState | null {
  return states?.find(({ deviceId }) => deviceId === device.id) ?? null
}

/** Blocked when every place is taken, and then it says so. */
function AddButton({ full, onPress }: { full: number | null; onPress: () => void }) {
  const reasonId = useId()
  return (
    <div className={styles.add}>
      <Button onClick={onPress} disabled={full !== null} aria-describedby={full === null ? undefined : reasonId}>
        <IconPlus size={20} aria-hidden="true" />
        {listTexts.add}
      </Button>
      {full !== null && (
        <p id={reasonId} className={styles.reason}>
          {listTexts.full(full)}
        </p>
      )}
    </div>
  )
}

interface ListFailureProps {
  error: unknown
  busy: boolean
  onRetry: () => void
}

function ListFailure({ error, busy, onRetry }: ListFailureProps): ReactNode {
  const problem = error === null ? null : deviceListProblem(error)
  if (problem === null) return null
  return <LoadFailure title={problem.title} error={problem.detail} onRetry={onRetry} busy={busy} />
}

function CardSkeletons() {
  return (
    <div className={styles.cards}>
      {[0, 1].map((card) => (
        <div key={card} className={styles.cardPlace}>
          <Skeleton lines={0} label={listTexts.loading} />
        </div>
      ))}
    </div>
  )
}
