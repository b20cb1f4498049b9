import type { AlarmKind } from '#contract/alarms/alarms.ts'
import type { WebhookEvent } from '#contract/webhooks/webhooks.ts'

/** What a program is told when an alarm is raised. */
export function eventOfAlarm(kind: AlarmKind): WebhookEvent {
  if (kind === 'LOW_BATTERY') return 'battery.low'
  return kind === 'SILENCE' ? 'device.silent' : 'alarm.raised'
}

/** As its owner reads it. */
export const webhookEventWords: Readonly<Record<WebhookEvent, string>> = {
  'alarm.raised': 'Alarm',
  'alarm.answered': 'Alarm gesehen',
  'battery.low': 'Akku schwach',
  'device.silent': 'Gerät meldet sich nicht',
}
