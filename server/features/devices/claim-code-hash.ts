import { normalClaimCode } from '#domain/devices/claim-code.ts'
import { hashOf } from '#server/platform/secrets.ts'

/** The stored hash of a claim code. It includes the IMEI, so that equal codes of two devices have different hashes. */
export function hashOfClaimCode(imei: string, code: string): Buffer {
  return hashOf(`${imei} ${normalClaimCode(code)}`)
}
