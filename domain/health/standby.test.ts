import { expect, test } from 'vitest'
import { standbyServerLimits } from '#contract/limits/standby-limits.ts'
import {
  isStandbyMissed,
  missingStandbys,
  neededStandbys,
  standbyAdvice,
  type StandbySeen,
  standbyState,
} from './standby.ts'

const well: StandbySeen = { names: 'standby', following: 1, hidden: 0, lagSeconds: null, writesHeld: false }

test.each([
  ['', 0],
  [' ', 0],
  ['standby', 1],
  ['*', 1],
  ['one, two', 1],
  ['first', 1],
  ['2 (one, two)', 2],
  ['FIRST 2 (one, two, three)', 2],
  ['any 1 (one, two)', 1],
])('commits with the setting „%s“ wait for %d', (names, count) => {
  expect(neededStandbys(names)).toBe(count)
})

const { lagSeconds } = standbyServerLimits

test.each<[string, Partial<StandbySeen>, string, boolean, RegExp | null]>([
  ['follows', {}, 'ok', false, null],
  ['lags as usual', { lagSeconds }, 'ok', false, null],
  ['is not wanted', { names: '', following: 0 }, 'none', false, null],
  ['only follows, and nobody waits for it', { names: '', following: 0, hidden: 1 }, 'none', false, null],
  ['is away', { following: 0 }, 'away', true, /fehlt.*pg_reload_conf/],
  ['is one of two', { names: 'any 2 (one, two)' }, 'away', true, /fehlt/],
  ['lags for long', { lagSeconds: lagSeconds + 1 }, 'late', false, /31 Sekunden zurück.*Platte/],
  ['is there and confirms nothing', { writesHeld: true }, 'late', true, /bestätigt nichts.*pg_reload_conf/],
  ['may not be seen', { following: 0, hidden: 1 }, 'hidden', false, /grant pg_read_all_stats/],
  ['may not be seen, and confirms nothing', { following: 0, hidden: 1, writesHeld: true }, 'late', true, /bestätigt/],
])('a standby that %s', (_name, parts, state, isMissed, said) => {
  const seen = { ...well, ...parts }
  expect([standbyState(seen), isStandbyMissed(seen)]).toEqual([state, isMissed])
  const advice = standbyAdvice(seen)
  if (said === null) expect(advice).toBeNull()
  else expect(`${advice?.state} ${advice?.toDo}`).toMatch(said)
})

test('how many are missing is not guessed where they may not be seen', () => {
  expect(missingStandbys({ ...well, names: '2 (one, two)' })).toBe(1)
  expect(missingStandbys({ ...well, hidden: 1 })).toBeNull()
  expect(missingStandbys({ ...well, names: '', hidden: 1 })).toBe(0)
})
