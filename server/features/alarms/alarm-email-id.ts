import type { PhoneChannel } from '#contract/phone-channel.ts'

const prefix = 'alarm.'

/**
 * The name by which an alarm's e-mail is known on its way. Alarm ids are random: the name reveals nothing, and nobody can
 * guess it.
 */
export function emailIdOf(alarmId: string): string {
  return `${prefix}${alarmId}`
}

/** The name of the e-mail to an emergency contact. Reports of mail servers about it say nothing about the owner's address. */
export function hopEmailIdOf(alarmId: string, number: number): string {
  return `alarm-hop.${alarmId}.${number}`
}

/** The name of a message to a phone, for whoever sends it once (docs/alert-webhook.md). */
export function hopPhoneIdOf(alarmId: string, number: number, channel: PhoneChannel): string {
  return `alarm-hop.${alarmId}.${number}.${channel}`
}

/** The alarm of the first of these names that is one of ours; null if none is. */
export function alarmOfEmail(names: readonly string[]): string | null {
  const name = names.find((each) => each.startsWith(prefix) && each.length > prefix.length)
  return name?.slice(prefix.length) ?? null
}
