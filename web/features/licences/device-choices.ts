import type { Device } from '#contract/devices/devices.ts'
import type { Choice } from '#web/ui/controls/ChoiceGroup.tsx'
import { choiceTexts } from './texts.ts'
import { labelAmong } from '#web/shared/devices/device-label.ts'

/** Devices to choose from, distinguished by the licence they use now. */
export function deviceChoices(devices: readonly Device[]): Choice<string>[] {
  return devices.map((device) => ({
    value: device.id,
    label: labelAmong(device, devices),
    detail:
      device.activeLicense === null
        ? choiceTexts.unlicensed
        : choiceTexts.licensed(device.activeLicense.licenseType, device.activeLicense.expiresAt),
  }))
}
