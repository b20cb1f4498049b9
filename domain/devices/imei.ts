/**
 * Whether the last digit of an IMEI is the Luhn check digit of the others (3GPP TS 23.003, annex B). Only a hint while
 * typing: trackers with made-up numbers are sold, and any 15 digits are an IMEI to us.
 */
export function hasCheckDigit(imei: string): boolean {
  const sum = [...imei].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
