import type { Sleepers } from './night-people.ts'

/** A kind of message, and how those of a night are known. */
export interface Kind {
  name: string
  to(sleepers: Sleepers): string
  words: RegExp
  /**
   * A message that comes twice carries the same name, so that it is shown once. An e-mail whose link replaces that of the one
   * before has another: the newest must be shown.
   */
  isNamed: boolean
  /** Sent before all others. */
  isAlarm: boolean
}

export const kinds: readonly Kind[] = [
  {
    name: 'an alarm by e-mail',
    to: ({ owner }) => owner.email,
    words: /^Test-Alarm.*\n[^]*erreichen E-Mails über Alarme dieses Postfach/,
    isNamed: true,
    isAlarm: true,
  },
  {
    name: 'an alarm in a browser',
    to: ({ browser }) => browser,
    words: /^Test-Alarm für „Enduro/,
    isNamed: true,
    isAlarm: true,
  },
  {
    name: 'an alarm on a phone',
    to: ({ phone }) => phone,
    words: /^Wegwarte-Alarm: Enduro[^]*Test[^]*http/,
    isNamed: true,
    isAlarm: true,
  },
  {
    name: 'an alarm to an emergency contact',
    to: ({ contact }) => contact,
    words: /Stromversorgung[^]*\/alarm#/,
    isNamed: true,
    isAlarm: true,
  },
  {
    name: 'a reminder of a licence',
    to: ({ owner }) => owner.email,
    words: /^Die Lizenz für „Enduro .*“ läuft am .* ab/,
    isNamed: true,
    isAlarm: false,
  },
  {
    name: 'a reminder of a vehicle',
    to: ({ owner }) => owner.email,
    words: /^Die HU von „Enduro .*“ ist 06\/2027 fällig/,
    isNamed: true,
    isAlarm: false,
  },
  {
    name: 'news of a saved route',
    to: ({ owner }) => owner.email,
    words: /^Neu auf Ihrer Strecke „Strecke .*“\n[^]*Dauerbaustelle/,
    isNamed: true,
    isAlarm: false,
  },
  {
    name: 'an export of data',
    to: ({ owner }) => owner.email,
    words: /^Ihre Daten liegen bereit\n[^]*\/data-export#/,
    isNamed: true,
    isAlarm: false,
  },
  {
    name: 'the deletion of an account',
    to: ({ leaver }) => leaver.email,
    words: /^Bitte bestätigen Sie die Löschung/,
    isNamed: true,
    isAlarm: false,
  },
  {
    name: 'the receipt of a deletion',
    to: ({ gone }) => gone.email,
    words: /^Ihr Konto ist gelöscht\n[^]*1 Gerät/,
    isNamed: true,
    isAlarm: false,
  },
]
