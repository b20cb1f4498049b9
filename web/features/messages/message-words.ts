import type { SentMessage } from '#contract/messages/messages.ts'
import { inboxTexts as texts } from './texts.ts'
import { paths, withQuery } from '#web/browser/paths.ts'
import { addressOfDevice } from '#web/shared/devices/device-addresses.ts'

/** A word that is known here; null: a newer version has sent it. */
function known(words: Readonly<Record<string, string>>, key: string | null): string | null {
  return key !== null && Object.hasOwn(words, key) ? (words[key] ?? null) : null
}

/** What a message is about. @param alarmWords of kinds of alarms. */
export function subjectOf(
  { kind, detail }: Pick<SentMessage, 'kind' | 'detail'>,
  alarmWords: Readonly<Record<string, string>>,
): string {
  const words =
    isAboutAlarm(kind) || kind === 'person-alarm'
      ? known(alarmWords, detail)
      : (known(texts.kinds, kind) ?? known(texts.reminders, detail))
  return words ?? texts.unknown
}

/** The way it went, and what became of it. @param timeOf shows an instant. */
export function fateInWords(
  { channel, state, dueAt, inDigest }: Pick<SentMessage, 'channel' | 'state' | 'dueAt' | 'inDigest'>,
  now: Date,
  timeOf: (instant: string) => string,
): string {
  const waits = state === 'QUEUED' && Date.parse(dueAt) > now.getTime()
  const fate = waits ? texts.waits(timeOf(dueAt)) : known(texts.states, state)
  const way = inDigest === true ? texts.inDigest : known(texts.channels, channel)
  return [way, fate].filter((word) => word !== null).join(', ')
}

/** Where what it is about is shown; null where that is gone. */
export function addressOf({ kind, detail, deviceId, alarmId }: SentMessage): string | null {
  if (isAboutAlarm(kind) || kind === 'reminder') {
    if (deviceId === null) return null
    if (detail === 'SEASON' || detail === 'INSPECTION' || detail === 'LICENCE') return addressOfDevice(deviceId)
    return withQuery(paths.tracking, { device: deviceId, alarm: alarmId })
  }
  if (kind === 'place-visit') return deviceId && withQuery(paths.tracking, { device: deviceId })
  return places.get(kind) ?? null
}

const places: ReadonlyMap<string, string> = new Map([
  ['licence-reminder', paths.devices],
  ['route-news', paths.routeCheck],
  ['person-alarm', paths.people],
  ['place-weather', withQuery(paths.tracking, { tab: 'alarm' })],
  ['verification', paths.profile],
  ['email-change-notice', paths.profile],
  ['person-invited', paths.people],
  ['data-export', paths.myData],
  ['account-deletion', paths.myData],
])

function isAboutAlarm(kind: string): boolean {
  return kind === 'alarm' || kind === 'alarm-hop'
}
