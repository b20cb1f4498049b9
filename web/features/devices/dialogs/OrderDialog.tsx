import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { type Device, devices } from '#contract/devices/devices.ts'
import { devicesAndLicences } from '#web/api/queries/devices-and-licences.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { labelAmong } from '#web/shared/devices/device-label.ts'
import { Dialog, DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { PlainList } from '#web/ui/layout/PlainList.tsx'
import { Row } from '#web/ui/layout/Row.tsx'
import { useDialogAction } from '#web/forms/use-dialog-action.ts'
import styles from './OrderDialog.module.css'
import { movedBy } from './own-order.ts'
import { orderTexts } from '../texts.ts'

interface OrderDialogProps {
  /** In the present order. */
  own: readonly Device[]
  opened: boolean
  onClose: () => void
}

/** Where each vehicle stands while nothing is grave about any. */
export function OrderDialog({ own, opened, onClose }: OrderDialogProps) {
  const { action: putInOrder, close } = useDialogAction(devices.putInOrder, devicesAndLicences, onClose)
  const save = (deviceIds: readonly string[]) =>
    putInOrder.mutate(
      { body: { deviceIds: [...deviceIds] } },
      {
        onSuccess() {
          notify('success', orderTexts.saved)
          onClose()
        },
      },
    )
  return (
    <Dialog opened={opened} onClose={close} title={orderTexts.title}>
      <OrderForm
        own={own}
        save={save}
        busy={putInOrder.isPending}
        problem={putInOrder.error && putInOrder.error.message}
        onCancel={close}
      />
    </Dialog>
  )
}

interface OrderFormProps {
  own: readonly Device[]
  save(deviceIds: readonly string[]): void
  busy: boolean
  problem: string | null
  onCancel: () => void
}

function OrderForm({ own, save, busy, problem, onCancel }: OrderFormProps) {
  const [order, setOrder] = useState(own)
  const [said, setSaid] = useState('')
  const move = (device: Device, by: 1 | -1, button: HTMLButtonElement) => {
    const next = movedBy(order, device, by)
    flushSync(() => {
      setOrder(next)
      setSaid(orderTexts.movedTo(labelAmong(device, own), next.indexOf(device) + 1, next.length))
    })
    // A row that moves down takes its button out of the page for a moment.
    button.focus()
  }
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) save(order.map(({ id }) => id))
      }}
    >
      <p>{orderTexts.lead}</p>
      <PlainList as="ol" gap={2} aria-label={orderTexts.list}>
        {order.map((device, index) => (
          <li key={device.id} className={styles.row}>
            <span className={styles.name}>{labelAmong(device, own)}</span>
            <Row gap={2}>
              <Button
                kind="secondary"
                aria-label={orderTexts.up(labelAmong(device, own))}
                disabled={index === 0}
                onClick={(event) => move(device, -1, event.currentTarget)}
              >
                <IconChevronUp size={20} aria-hidden="true" />
              </Button>
              <Button
                kind="secondary"
                aria-label={orderTexts.down(labelAmong(device, own))}
                disabled={index === order.length - 1}
                onClick={(event) => move(device, 1, event.currentTarget)}
              >
                <IconChevronDown size={20} aria-hidden="true" />
              </Button>
            </Row>
          </li>
        ))}
      </PlainList>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <FormFoot problem={problem} action={orderTexts.action} busy={busy} onCancel={onCancel} />
    </DialogForm>
  )
}
