import { normalClaimCode } from '#domain/claim-code.ts'
import { hashOf } from '#server/secrets.ts'

/** What is stored of a claim code. With the IMEI, so that two devices with the same code do not show it. */
export function hashOfClaimCode(imei: string, code: string): Buffer {
  return hashOf(`${imei} ${normalClaimCode(code)}`)
}
