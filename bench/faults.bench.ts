/*
 * What happens to people's data when something fails: two processes for browsers, one for work and one for trackers on one
 * PostgreSQL with fsync, under load. Every acknowledged report and e-mail is looked for afterwards. What was killed is started
 * again at once, as a service manager does. `--short` takes three minutes instead of twelve.
 */
import { loadavg } from 'node:os'
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

const faults: ((installation: Installation) => Promise<Row>)[] = [
  (installation) => databaseAway(installation, isShort ? 5 : 30),
  databaseKilled,
  gatewayKilled,
  apiKilled,
  (installation) => jobsKilled(installation, crowd.people),
  (installation) => feedsHang(installation, crowd.people),
  (installation) => mailAway(installation, crowd.people),
  (installation) => clockJumps(installation, true),
  (installation) => clockJumps(installation, false),
  (installation) => manyTrackers(installation, crowd.trackers),
  (installation) => manyStreams(installation, crowd.streams),
]

const server = await startServer()
if (server === null) console.log('PostgreSQL: not measured (postgresql-15 is not installed)')
else {
  const installation = await install(server)
  const rows: Row[] = []
  for (const happen of faults) {
    rows.push(await happen(installation))
    console.log(lineOf(rows.at(-1)).join(', '))
  }
  await installation.close()
  await server.remove()
  const full = await diskFull(isShort ? 5 : 20)
  if (full === null) console.log('disk full: not measured, because this user may not make a small disk (mount)')
  else rows.push(full)
  rows.push(...((await withStandby(isShort ? 20 : 60)) ?? []))
  console.log(`\n${table(['fault', 'load', 'acknowledged', 'lost', 's to recover', 'note'], rows.map(lineOf))}`)
  console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
  if (rows.some(({ lost }) => lost > 0)) process.exitCode = 1
}

function lineOf(row: Row | undefined): string[] {
  if (row === undefined) return []
  const { fault, load, acknowledged, lost, seconds, note } = row
  return [fault, load, String(acknowledged), String(lost), seconds === null ? '–' : seconds.toFixed(1), note]
}
