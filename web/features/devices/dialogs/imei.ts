import * as z from 'zod/mini'
import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { deviceAddition } from '#contract/devices/devices.ts'
import { devicesProblems } from '#contract/devices/devices-problems.ts'
import { digitsOf } from '#web/texts/formats.ts'
import { imeiTexts } from '../texts.ts'

/** The add-device form: an IMEI, the code of devices that have one, and a name for those who want one. */
export const additionForm = z.object({
  imei: z
    .string()
    .check(
      z.minLength(1, { error: imeiTexts.missing, abort: true }),
      z.length(devicesLimits.imeiDigits, devicesProblems.INVALID_IMEI_FORMAT.message),
    ),
  deviceName: deviceAddition.shape.deviceName,
  claimCode: deviceAddition.shape.claimCode,
})

/** What remains of a typed or pasted IMEI, and whether more was dropped than the separators printed on labels. */
export function typedImei(text: string): { imei: string; droppedText: boolean } {
  return { imei: digitsOf(text), droppedText: /[^\d\s./-]/.test(text) }
}
