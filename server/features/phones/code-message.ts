import type { PhoneChannel } from '#contract/phones/phone-channel.ts'
import { phonesLimits } from '#contract/phones/phones-limits.ts'

const { codeMinutes } = phonesLimits

/**
 * What brings a code to its number. The last line of the text message lets browsers offer the code on the product's pages and
 * nowhere else: https://wicg.github.io/sms-one-time-codes/
 * @param host of the product's pages.
 */
export function codeMessage(channel: PhoneChannel, code: string, host: string): string {
  if (channel === 'SMS') {
    return `Wegwarte: Ihr Code ist ${code}. Er gilt ${codeMinutes} Minuten. Nicht angefordert? Dann ist nichts zu tun.\n\n@${host} #${code}`
  }
  // One by one, so that it is not read out as a number.
  const spoken = Array.from(code).join(', ')
  return `Guten Tag, hier ist Wegwarte. Ihr Code ist: ${spoken}. Noch einmal: ${spoken}. Er gilt ${codeMinutes} Minuten. Haben Sie keinen angefordert, ist nichts zu tun. Auf Wiederhören.`
}
