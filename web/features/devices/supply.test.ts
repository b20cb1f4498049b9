import { expect, test } from 'vitest'
import { supplyInWords } from './supply.ts'

const now = new Date('2026-11-21T12:00:00Z')
const justNow = '2026-11-21T11:59:00Z'
const threeDaysAgo = '2026-11-18T11:00:00Z'
const battery = (percent: number | null, at = justNow, volts: number | null = null) => ({ percent, volts, at })
const power = (connected: boolean, since: string | null = null) => ({ connected, at: justNow, since })
const cutAdvice = 'Waren Sie es nicht selbst? Sehen Sie nach dem Fahrzeug.'

test.each([
  ['nothing was ever reported', null, null, []],
  ['only a battery is reported', battery(78), null, [['resting', 'Akku 78 %', null]]],
  ['it is reported in volts', battery(null, justNow, 3.9), null, [['resting', 'Akku 3,9 V', null]]],
  ['power is connected', battery(78), power(true), [['powered', 'Akku 78 %', 'Stromversorgung angeschlossen']]],
  ['it never had power', battery(78), power(false), [['resting', 'Akku 78 %', 'Läuft auf Akku']]],
  ['only power is reported', null, power(true), [['powered', 'Stromversorgung angeschlossen', null]]],
  ['only that it has no power is reported', null, power(false), [['resting', 'Läuft auf Akku', null]]],
  ['the battery is nearly empty', battery(12), power(false), [['low', 'Akku fast leer: laden', 'Noch 12 %']]],
  [
    'a nearly empty battery is being charged',
    battery(12),
    power(true),
    [['powered', 'Akku 12 %', 'Stromversorgung angeschlossen']],
  ],
  [
    'only an older report of a phone said that its battery is being charged',
    battery(12),
    { ...power(true), at: threeDaysAgo },
    [['low', 'Akku fast leer: laden', 'Noch 12 %']],
  ],
  [
    'the reading is old',
    battery(64, threeDaysAgo),
    null,
    [['resting', 'Akku zuletzt 64 %', 'gemeldet am 18.11.2026, 12:00']],
  ],
  [
    'the power was cut',
    battery(78),
    power(false, '2026-11-21T09:30:00Z'),
    [
      ['cut', 'Stromversorgung getrennt seit 21.11.2026, 10:30', cutAdvice],
      ['resting', 'Akku 78 %', 'Läuft auf Akku'],
    ],
  ],
  [
    'the power was cut and no battery is reported',
    null,
    power(false, '2026-11-21T09:30:00Z'),
    [['cut', 'Stromversorgung getrennt seit 21.11.2026, 10:30', cutAdvice]],
  ],
] as const)('when %s', (_name, reportedBattery, reportedPower, lines) => {
  const actual = supplyInWords({ battery: reportedBattery, externalPower: reportedPower }, now)
  expect(actual.map(({ state, words, advice }) => [state, words, advice])).toEqual(lines)
})
