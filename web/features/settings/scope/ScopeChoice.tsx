import type { Device } from '#contract/devices/devices.ts'
import styles from './ScopeChoice.module.css'
import { configurationTexts } from '../texts.ts'
import { labelAmong } from '#web/shared/devices/device-label.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Select } from '#web/ui/fields/Select.tsx'

interface ScopeChoiceProps {
  devices: readonly Device[]
  /** Null: the account. */
  device: Device | null
  failed: boolean
  onChoose(deviceId: string | null): void
}

const texts = configurationTexts.scope

/** Whose settings are edited: the account's or a device's. */
export function ScopeChoice({ devices, device, failed, onChoose }: ScopeChoiceProps) {
  return (
    <div className={styles.choice}>
      <Select
        label={texts.label}
        description={device === null ? texts.accountHint : texts.deviceHint}
        value={device?.id ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      >
        <option value="">{texts.account}</option>
        {devices.map((each) => (
          <option key={each.id} value={each.id}>
            {labelAmong(each, devices)}
          </option>
        ))}
      </Select>
      {failed && (
        <Notice kind="warning" live={false}>
          {texts.devicesFailed}
        </Notice>
      )}
    </div>
  )
}
