/** A claim code as it counts, however it was typed: letters in capitals and digits. Empty where there are none. */
export function normalClaimCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
