import type { Device } from '#contract/devices.ts'
import type { Choice } from './ChoiceGroup.tsx'
import { choiceTexts } from './texts.ts'

/** Devices to choose from, told apart by the licence they use now. */
export function deviceChoices(devices: readonly Device[]): Choice<string>[] {
  return devices.map(({ id, deviceName, activeLicense }) => ({
    value: id,
    label: deviceName,
    detail:
      activeLicense === null
        ? choiceTexts.unlicensed
        : choiceTexts.licensed(activeLicense.licenseType, activeLicense.expiresAt),
  }))
}
