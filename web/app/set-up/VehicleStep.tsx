import { IconCar, IconMotorbike } from '@tabler/icons-react'
import * as z from 'zod/mini'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deviceChange, devices, type UsageType, usageTypes } from '#contract/devices/devices.ts'
import { addressOfStep } from './addresses.ts'
import { SetUpFrame } from './SetUpFrame.tsx'
import styles from './steps.module.css'
import type { SetUpSubject } from './subject.ts'
import { setUpTexts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { devicesAndLicences } from '#web/api/queries/devices-and-licences.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { focusFirst, showFieldProblems, useContractForm } from '#web/forms/form.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Plate } from '#web/shared/devices/Plate.tsx'
import { RadioTile } from '#web/ui/controls/RadioTile.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

const { vehicle: texts } = setUpTexts
const { usageType, vehiclePlate, deviceName } = deviceChange.shape
const vehicleForm = z.object({ usageType, vehiclePlate, deviceName })
const icons = { MOTORRAD: IconMotorbike, AUTO: IconCar } as const
const kinds = usageTypes.toReversed()
const formId = 'vehicle'

/** What the tracker is in: so alarms, e-mails and the police call it by its name. */
export function VehicleStep({ device }: SetUpSubject) {
  const navigate = useNavigate()
  const change = useAction(devices.change, devicesAndLicences)
  const [problem, setProblem] = useState<string | null>(null)
  const isUnnamed = device.deviceName === device.deviceModel
  const form = useContractForm(vehicleForm, {
    usageType: device.usageType,
    vehiclePlate: device.vehiclePlate ?? '',
    deviceName: isUnnamed ? texts.names[device.usageType] : device.deviceName,
  })
  const { values } = form

  const choose = (kind: UsageType) => {
    // A name that we proposed follows the kind.
    if (values.deviceName === texts.names[values.usageType]) form.setFieldValue('deviceName', texts.names[kind])
    form.setFieldValue('usageType', kind)
  }
  const submit = form.onSubmit(
    (body) => {
      setProblem(null)
      change.mutate(
        { params: { id: device.id }, body },
        {
          onSuccess: () => void navigate(addressOfStep('TRACKER', device.id)),
          onError: (error) => setProblem(showFieldProblems(form, error) ? null : messageOf(error)),
        },
      )
    },
    (errors) => focusFirst(form, errors),
  )
  const Kind = icons[values.usageType]
  return (
    <SetUpFrame
      screen="VEHICLE"
      device={device}
      title={setUpTexts.titles.VEHICLE}
      lead={texts.lead}
      picture={
        <div className={styles.vehicle}>
          <Kind size={96} stroke={1.25} />
          {values.vehiclePlate.trim() !== '' && <Plate large text={values.vehiclePlate} />}
        </div>
      }
      foot={
        <Button type="submit" form={formId} size="large" wide busy={change.isPending}>
          {setUpTexts.next}
        </Button>
      }
    >
      <Stack as="form" id={formId} gap={3} onSubmit={submit} noValidate>
        {problem !== null && <Notice kind="danger">{problem}</Notice>}
        <div role="radiogroup" aria-label={texts.kind} className={styles.kinds}>
          {kinds.map((kind) => (
            <RadioTile
              key={kind}
              roomy
              name="usageType"
              value={kind}
              checked={values.usageType === kind}
              onChange={() => choose(kind)}
            >
              {texts.kinds[kind]}
            </RadioTile>
          ))}
        </div>
        <TextField
          {...form.getInputProps('vehiclePlate')}
          label={texts.plate}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <TextField {...form.getInputProps('deviceName')} label={texts.name} autoComplete="off" required />
      </Stack>
    </SetUpFrame>
  )
}
