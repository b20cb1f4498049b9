import type { Device } from '#contract/devices/devices.ts'
import { CheckGroup } from '#web/ui/controls/CheckGroup.tsx'

interface DeviceChecksProps {
  legend: string
  devices: readonly Device[]
  chosen: readonly string[]
  /** In the order of the devices, and none that is not among them. */
  onChange(chosen: string[]): void
  error: string | undefined
}

/** Some of one's vehicles. */
export function DeviceChecks({ legend, devices, chosen, onChange, error }: DeviceChecksProps) {
  const ids = devices.map(({ id }) => id)
  return (
    <CheckGroup
      legend={legend}
      choices={devices.map(({ id, deviceName, deviceModel }) => ({ value: id, name: deviceName, detail: deviceModel }))}
      chosen={chosen}
      onToggle={(one) => onChange(ids.filter((id) => chosen.includes(id) !== (id === one)))}
      error={error}
    />
  )
}
