import { expect, test } from 'vitest'
import { type Reach, untoldOf } from './untold.ts'

const all: Reach = { declined: [], hasBrowser: true, isEmailReturned: false, isDisabled: false }
const theft = ['THEFT EMAIL', 'THEFT PUSH']
const help = ['HELP EMAIL', 'HELP PUSH']

test.each<[string, Partial<Reach>, string[]]>([
  ['wants everything', {}, []],
  ['wants everything and has no browser', { hasBrowser: false }, []],
  ['wants no e-mails', { declined: ['THEFT EMAIL', 'HELP EMAIL'] }, []],
  ['wants no push messages', { declined: ['THEFT PUSH', 'HELP PUSH'] }, []],
  ['wants push messages alone, and has no browser', { declined: ['THEFT EMAIL'], hasBrowser: false }, ['THEFT']],
  ['wants nothing about a theft', { declined: theft }, ['THEFT']],
  ['wants nothing about a call for help', { declined: help }, ['HELP']],
  ['wants nothing', { declined: [...theft, ...help] }, ['THEFT', 'HELP']],
  ['wants nothing about a silence, which is theirs alone to know', { declined: ['SILENCE EMAIL', 'SILENCE PUSH'] }, []],
  ['has an address from which e-mails come back', { isEmailReturned: true }, []],
  ['has such an address and no browser', { isEmailReturned: true, hasBrowser: false }, ['THEFT', 'HELP']],
  [
    'has such an address and wants no push message about a call for help',
    { isEmailReturned: true, declined: ['HELP PUSH'] },
    ['HELP'],
  ],
  ['has a disabled account', { isDisabled: true }, ['THEFT', 'HELP']],
])('an invited person who %s is untold of %3$j', (_who, reach, untold) => {
  expect(untoldOf({ ...all, ...reach })).toEqual(untold)
})
