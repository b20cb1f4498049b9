import { useState } from 'react'
import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { type Device, devices } from '#contract/devices/devices.ts'
import { hasCheckDigit } from '#domain/devices/imei.ts'
import { Dialog, DialogForm, FormFoot } from '#web/ui/dialog/Dialog.tsx'
import { useDraftedForm } from '#web/forms/drafted-form.ts'
import { createDrafts } from '#web/forms/drafts.ts'
import { focusFirst } from '#web/forms/form.ts'
import { ClaimCodeField } from '#web/shared/accounts/ClaimCodeField.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { useCloseAfter } from '#web/forms/use-close-after.ts'
import { useReopening } from '#web/forms/use-draft.ts'
import { useDialogAction } from '#web/forms/use-dialog-action.ts'
import { devicesAndLicences } from '#web/api/queries/devices-and-licences.ts'
import styles from './dialogs.module.css'
import { additionForm, typedImei } from './imei.ts'
import { additionProblem } from '../problems.ts'
import { addTexts, imeiTexts } from '../texts.ts'

/** Adds a bought device by its IMEI; closes by itself shortly after it succeeded. */
export function AddDeviceDialog(opening: { opened: boolean; onClose: () => void }) {
  const { opened, onClose } = useReopening(drafts, '', opening)
  const { action: add, close } = useDialogAction(devices.registerImei, devicesAndLicences, onClose)
  useCloseAfter(opened && add.isSuccess, devicesLimits.closeAfterAddingSeconds, close)
  return (
    <Dialog opened={opened} onClose={close} title={addTexts.title}>
      {add.data === undefined ? <AddDeviceForm add={add} onCancel={close} /> : <Added device={add.data.device} />}
    </Dialog>
  )
}

type Add = ReturnType<typeof useDialogAction<typeof devices.registerImei>>['action']

const emptyAddition = { imei: '', claimCode: '', deviceName: '' }
const drafts = createDrafts<Partial<typeof emptyAddition>>()

function AddDeviceForm({ add, onCancel }: { add: Add; onCancel: () => void }) {
  const form = useDraftedForm(additionForm, emptyAddition, drafts)
  const [problem, setProblem] = useState<string | null>(null)
  const { imei, claimCode, deviceName } = form.values

  const refused = (error: unknown) => {
    const { message, aboutImei } = additionProblem(error)
    if (!aboutImei) return setProblem(message)
    form.setFieldError('imei', message)
    form.getInputNode('imei')?.focus()
  }
  const submit = form.onSubmit(
    () => {
      if (add.isPending) return
      setProblem(null)
      const name = deviceName.trim() === '' ? null : deviceName
      add.mutate({ body: { imei, claimCode, deviceName: name } }, { onError: refused })
    },
    (errors) => focusFirst(form, errors),
  )
  const typeImei = (text: string) => {
    const typed = typedImei(text)
    form.setFieldValue('imei', typed.imei)
    form.setFieldError('imei', typed.droppedText ? imeiTexts.digitsOnly : null)
  }

  return (
    <DialogForm onSubmit={submit}>
      <div>
        <TextField
          {...form.getInputProps('imei')}
          onChange={(event) => typeImei(event.currentTarget.value)}
          label={addTexts.imei}
          description={addTexts.imeiPlace}
          inputMode="numeric"
          digits
          autoComplete="off"
          required
          data-autofocus
        />
        <ImeiHint imei={imei} />
      </div>
      <ClaimCodeField {...form.getInputProps('claimCode')} />
      <TextField
        {...form.getInputProps('deviceName')}
        label={addTexts.name}
        description={addTexts.nameOptional}
        autoComplete="off"
      />
      <FormFoot problem={problem} action={addTexts.submit} busy={add.isPending} onCancel={onCancel} />
    </DialogForm>
  )
}

/** The number of digits until it is right, and whether the last one looks wrong; neither prevents sending the form. */
function ImeiHint({ imei }: { imei: string }) {
  const { imeiDigits } = devicesLimits
  const isCounting = imei !== '' && imei.length !== imeiDigits
  const looksWrong = imei.length === imeiDigits && !hasCheckDigit(imei)
  return (
    <>
      {isCounting && <p className={styles.below}>{addTexts.imeiProgress(imei.length, imeiDigits)}</p>}
      <p role="status" className={looksWrong ? styles.hint : 'visually-hidden'}>
        {looksWrong && addTexts.checkDigit}
      </p>
    </>
  )
}

function Added({ device }: { device: Device }) {
  const { activeLicense } = device
  return (
    <Notice kind="success" title={addTexts.done}>
      <p>{addTexts.doneDetail(device.deviceName, device.deviceModel)}</p>
      {activeLicense !== null && <p>{addTexts.doneLicence(activeLicense.licenseType, activeLicense.expiresAt)}</p>}
    </Notice>
  )
}
