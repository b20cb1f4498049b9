import { vehicles } from '#contract/vehicles/vehicles.ts'
import { Column, Lead } from './TabLayout.tsx'
import type { TrackedDevice } from './tracked-device.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { Deletion } from '#web/features/history/deletion/Deletion.tsx'
import { ConsentPanel } from '#web/features/tracking/settings/ConsentPanel.tsx'
import { DeviceState } from '#web/features/tracking/now/DeviceState.tsx'
import { ModePanel } from '#web/features/tracking/settings/ModePanel.tsx'
import { mayStart } from '#web/features/tracking/shown-tracking.ts'
import { SwitchPanel } from '#web/features/tracking/settings/SwitchPanel.tsx'

/** How the device is recorded, with whose consent, and how to end it. */
export function SettingsTab({ device, history, deletion, tracking }: TrackedDevice) {
  const { shown } = tracking
  const { data, refetch } = useCall(vehicles.states)
  // What is not known yet is waited for: nobody switches off what is stolen without having been asked.
  const isMissed = async () => {
    const known = data ?? (await refetch()).data
    return known?.find(({ deviceId }) => deviceId === device.id)?.condition.kind === 'MISSED'
  }
  return (
    <>
      <Lead>
        <DeviceState device={device} screen={shown} onRetry={tracking.retry} />
      </Lead>
      <Column>
        <ModePanel screen={shown} onClick={tracking.clickMode} />
        <ConsentPanel screen={shown} onChange={tracking.setConsent} onRenew={tracking.renewConsent} />
        <SwitchPanel device={device} screen={shown} isMissed={isMissed} actions={tracking}>
          <Deletion
            device={device}
            shown={history.history.positions}
            deleting={deletion.deleting}
            receipt={deletion.receipt}
            onDelete={(range) => mayStart(shown, 'delete') && deletion.start(range)}
          />
        </SwitchPanel>
      </Column>
    </>
  )
}
