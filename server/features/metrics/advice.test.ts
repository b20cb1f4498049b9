import { expect, test } from 'vitest'
import { adviceFor, type Observed } from './advice.ts'

const now = new Date('2026-11-21T08:00:00Z')

const well: Observed = {
  now,
  backup: { lastAt: now },
  standby: { names: 'standby', following: 1, hidden: 0, lagSeconds: null, writesHeld: false },
  jobs: 'ok',
  roles: [{ role: 'gateway', running: 2, secondsAgo: 7 }],
  overdue: [],
  feeds: [{ feed: 'cap', lastSuccessAt: '2026-11-21T08:00:00.000Z', failing: false }],
  refusesFixes: false,
  silentServers: new Map(),
  clockBehindSeconds: null,
  lastReportAt: null,
  eventLoopSeconds: 0.01,
  connectionsWaiting: 0,
  alarmEmails: [{ state: 'DELIVERED', count: 3 }],
  hearsDatabase: true,
  settingWarnings: [],
}
const toDo = (seen: Partial<Observed>) =>
  adviceFor({ ...well, ...seen }).flatMap((advice) => (advice.toDo === null ? [] : [`${advice.part}: ${advice.toDo}`]))

test('where all is well there is nothing to do', () => {
  expect(toDo({})).toEqual([])
  expect(toDo({ jobs: 'elsewhere' })).toEqual([])
})

test.each<[string, Partial<Observed>, RegExp]>([
  ['no notification arrives', { hearsDatabase: false }, /Meldungen der Datenbank: .*pool_mode = session/],
  ['a setting is a warning', { settingWarnings: ['TILE_URL beginnt …'] }, /Einstellungen: Ändern/],
  ['no backup was made', { backup: { lastAt: null } }, /Sicherung: journalctl -u wegwarte-backup/],
  ['nobody works', { jobs: 'down' }, /Aufgaben: Den Prozess mit der Rolle jobs starten/],
  [
    'no tracker can report',
    { roles: [{ role: 'gateway', running: 0, secondsAgo: 130 }] },
    /Prozesse: Bitte ihn starten/,
  ],
  ['e-mails wait', { overdue: [{ queue: 'alarm-mail', waiting: 2, failed: 0 }] }, /alarm-mail: mail test/],
  [
    'other work was given up',
    { overdue: [{ queue: 'uploads-purge', waiting: 0, failed: 1 }] },
    /uploads-purge: Im Protokoll/,
  ],
  ['nothing can be stored', { refusesFixes: true }, /Freien Platz/],
  [
    'the standby is away',
    { standby: { ...well.standby, following: 0 } },
    /Standby der Datenbank: Bitte ihn starten, oder ohne ihn weitermachen/,
  ],
  [
    'the standby cannot be seen',
    { standby: { ...well.standby, hidden: 1 } },
    /Standby der Datenbank: Bitte als Superuser: grant/,
  ],
  [
    'one of several servers with positions is silent',
    { silentServers: new Map([['w1:5432', new Date('2026-11-21T07:00:00Z')]]) },
    /^Positionen auf w1:5432: .*Standby befördern/,
  ],
  ['the clock is doubted', { clockBehindSeconds: 600 }, /Die Zeit abgleichen/],
  ['a source fails', { feeds: [{ feed: 'cap', lastSuccessAt: null, failing: true }] }, /Quelle cap: feeds status/],
  ['alarms did not arrive', { alarmEmails: [{ state: 'BOUNCED', count: 1 }] }, /Alarm-E-Mails: users show/],
  ['queries wait', { connectionsWaiting: 4 }, /Auslastung der Datenbank/],
  ['the process is busy', { eventLoopSeconds: 0.9 }, /Rollen auf mehrere Prozesse/],
])('if %s, the page says what to do', (_name, seen, said) => {
  expect(toDo(seen)).toEqual([expect.stringMatching(said)])
})

test('that nothing can be stored is not blamed on the disk while the standby is away', () => {
  const standby = { ...well.standby, following: 0, writesHeld: true }
  expect(toDo({ standby, refusesFixes: true })).toEqual([
    expect.stringMatching(/^Standby der Datenbank: /),
    'Meldungen der Tracker: Der Standby der Datenbank fehlt; was zu tun ist, steht dort.',
  ])
})
