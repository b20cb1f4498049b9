/** A claim code in its normal form, however it was typed: capital letters and digits. Empty if there are none. */
export function normalClaimCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
