import type { HopChannel } from '#contract/alarms/alarms.ts'

const prefix = 'alarm.'
const hopPrefix = 'alarm-hop.'
const personPrefix = 'person-alarm.'

/**
 * The name by which an alarm's e-mail is known on its way. Alarm ids are random: the name reveals nothing, and nobody can
 * guess it.
 */
export function emailIdOf(alarmId: string): string {
  return `${prefix}${alarmId}`
}

/**
 * The name of the e-mail to an emergency contact, or of a message to a phone, so that it is sent once
 * (docs/alert-webhook.md).
 */
export function hopIdOf(alarmId: string, number: number, channel: HopChannel): string {
  return `${hopPrefix}${alarmId}.${number}${channel === 'EMAIL' ? '' : `.${channel}`}`
}

/** An e-mail to the owner (`number` null), the hop of an alarm to a contact, or a message to somebody invited to the vehicle. */
export type NamedEmail = { alarmId: string; number: number | null } | { toPerson: string }

/** What the first of these names that is one of ours is about; null if none is. */
export function emailNamed(names: readonly string[]): NamedEmail | null {
  for (const name of names) {
    const named = name.startsWith(hopPrefix)
      ? hopNamed(name.slice(hopPrefix.length))
      : (ownersEmailNamed(name) ?? personsEmailNamed(name))
    if (named !== null) return named
  }
  return null
}

function ownersEmailNamed(name: string): NamedEmail | null {
  if (!name.startsWith(prefix) || name.length === prefix.length) return null
  return { alarmId: name.slice(prefix.length), number: null }
}

/** It is known by its own name, which says nothing of the alarm. */
function personsEmailNamed(name: string): NamedEmail | null {
  return name.startsWith(personPrefix) && name.length > personPrefix.length ? { toPerson: name } : null
}

function hopNamed(rest: string): NamedEmail | null {
  const dot = rest.lastIndexOf('.')
  const number = rest.slice(dot + 1)
  return dot > 0 && /^\d{1,3}$/.test(number) ? { alarmId: rest.slice(0, dot), number: Number(number) } : null
}
