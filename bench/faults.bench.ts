/*
 * What happens to people's data when something fails: two processes for browsers, one for work and one for trackers on one
 * PostgreSQL with fsync, under load. Every acknowledged report and e-mail is looked for afterwards. What was killed is started
 * again at once, as a service manager does. `--short` takes three minutes instead of twelve; `--only=streams,trackers` measures
 * these faults alone. All of it stays on this machine, and ends by itself.
 */
import { loadavg } from 'node:os'
import { minuteMs } from '#contract/base/time-units.ts'
import { openFilesAllowed } from '#server/testing/load/open-files.ts'
import { table } from '#bench/pois/figures.ts'
import { manyStreams, manyTrackers } from './faults/crowd.ts'
import { databaseAway, databaseKilled, diskFull } from './faults/database.ts'
import { type Installation, install, startServer } from './faults/installation.ts'
import type { Row } from './faults/load.ts'
import { clockJumps, feedsHang, jobsKilled, mailAway } from './faults/outside.ts'
import { apiKilled, gatewayKilled } from './faults/processes.ts'
import { withStandby } from './faults/standby.ts'

const isShort = process.argv.includes('--short')
const crowd = isShort
  ? { streams: 1_000, trackers: 2_000, people: 10 }
  : { streams: 5_000, trackers: 10_000, people: 50 }

/** A fault that nothing recovers from would be waited for without end. */
const longestMinutes = 40
setTimeout(() => {
  console.error(`not over after ${longestMinutes} minutes`)
  process.exit(1)
}, longestMinutes * minuteMs).unref()

/** Sockets of this process besides those of the crowd. */
const otherFiles = 1_000
const openFiles = Math.max(crowd.streams, crowd.trackers) + otherFiles
if (openFilesAllowed() < openFiles) {
  console.error(`${openFiles} open files are needed (ulimit -n)`)
  process.exit(1)
}

const faults: Record<string, (installation: Installation) => Promise<Row>> = {
  away: (installation) => databaseAway(installation, isShort ? 5 : 30),
  killed: databaseKilled,
  gateway: gatewayKilled,
  api: apiKilled,
  jobs: (installation) => jobsKilled(installation, crowd.people),
  feeds: (installation) => feedsHang(installation, crowd.people),
  mail: (installation) => mailAway(installation, crowd.people),
  ahead: (installation) => clockJumps(installation, true),
  behind: (installation) => clockJumps(installation, false),
  trackers: (installation) => manyTrackers(installation, crowd.trackers),
  streams: (installation) => manyStreams(installation, crowd.streams),
}
/** Those with an installation of their own. */
const others: Record<string, () => Promise<Row[]>> = {
  disk: async () => {
    const full = await diskFull(isShort ? 5 : 20)
    if (full === null) console.log('disk full: not measured, because this user may not make a small disk (mount)')
    return full === null ? [] : [full]
  },
  standby: async () => (await withStandby(isShort ? 20 : 60)) ?? [],
}

const wanted = process.argv
  .find((word) => word.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const unknown = wanted?.filter((name) => !(name in faults || name in others)) ?? []
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are: ${Object.keys({ ...faults, ...others }).join(', ')}`)
  process.exit(1)
}
const isWanted = (name: string) => wanted === undefined || wanted.includes(name)

const rows: Row[] = []
const server = await startServer()
if (server === null) console.log('PostgreSQL: not measured (postgresql-15 is not installed)')
else {
  const shared = Object.entries(faults).filter(([name]) => isWanted(name))
  if (shared.length > 0) {
    const installation = await install(server)
    for (const [, happen] of shared) note(await happen(installation))
    await installation.close()
  }
  await server.remove()
  for (const [name, happen] of Object.entries(others)) {
    if (isWanted(name)) for (const row of await happen()) note(row)
  }
  console.log(`\n${table(['fault', 'load', 'acknowledged', 'lost', 's to recover', 'note'], rows.map(lineOf))}`)
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
  if (rows.some(({ lost }) => lost > 0)) process.exitCode = 1
}

/** At once: the whole takes long. */
function note(row: Row): void {
  rows.push(row)
  console.log(lineOf(row).join(', '), `(load of the machine ${loadavg()[0]?.toFixed(1)})`)
}

function lineOf(row: Row): string[] {
  const { fault, load, acknowledged, lost, seconds, note } = row
  return [fault, load, String(acknowledged), String(lost), seconds === null ? '–' : seconds.toFixed(1), note]
}
