/*
 * Nights in which a vehicle is taken, played on the running product over its real ports: what is detected, how soon it is on
 * screen, pushed, mailed and with the emergency contacts, and what is lost where something is killed meanwhile. First nights at
 * normal speed, from which latencies are read: the five protocols side by side, on each database. Then nights with a clock that
 * runs sixty times as fast, in which any two circumstances meet: they show order, loss and counts. `--normal` and `--fast` play
 * these alone, `--only=3,17` some of the fast ones. All of it stays on this machine, and takes less than an hour.
 */
import { loadavg } from 'node:os'
import { minuteMs, secondMs } from '#contract/base/time-units.ts'
import { table } from '#bench/pois/figures.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { installedPostgres } from '#server/db/testing/postgres-cluster.ts'
import { install } from './theft/installation.ts'
import type { Outcome } from './theft/judge.ts'
import { factors, type Night, nights } from './theft/night.ts'
import { play } from './theft/play.ts'

const longestMinutes = 60
const fastestTimes = 60
/** Two nights at a time keep two cores busy. */
const lanes = 2
/** Longer than the chain of contacts; of fast nights, than one more e-mail and one more chain may wait. */
const normal = { parkedSeconds: 60, lookOnMinutes: 13 }
const fast = { lookOnMinutes: 35 }

setTimeout(() => {
  console.error(`not over after ${longestMinutes} minutes`)
  process.exit(1)
}, longestMinutes * minuteMs).unref()

const quiet = { everySeconds: 10, owner: 'sleeps', killed: 'nothing', killedAt: 'taken' } as const
const outcomes = ['detected', 'screen s', 'push s', 'mail s', 'hops s', 'dossier s', 'after answer', 'lost', 'again']

const numbers = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const only = numbers?.split(',').map(Number)
const missed: string[] = []

if ((await installedPostgres()) === null) console.log('PostgreSQL: not played (postgresql-15 is not installed)')
if (only === undefined && !process.argv.includes('--fast')) await normalNights()
if (!process.argv.includes('--normal')) await fastNights()
console.log(`load of the machine ${loadavg()[0]?.toFixed(1)}`)
if (missed.length > 0) {
  console.error(`missed goals:\n${missed.join('\n')}`)
  process.exitCode = 1
}
process.exit()

async function normalNights(): Promise<void> {
  const ways = ['ridden', 'in a van', 'pushed', 'frozen', 'in a van'] as const
  const rows = await Promise.all(
    factors.database.map(async (database) => {
      const installation = await install(database, 1)
      if (installation === null) return []
      const played = await Promise.all(
        factors.protocol.map(async (protocol, number) => {
          const taken = ways[number] ?? 'ridden'
          const night = { ...quiet, taken, protocol, database, contacts: 'never answers' } as const
          const outcome = await play(installation, night, { ...normal, random: randomFrom(number) })
          note(`${taken}, ${protocol}, ${database}`, outcome)
          return [taken, protocol, database, ...lineOf(outcome)]
        }),
      )
      await installation.close()
      return played
    }),
  )
  console.log(
    `At normal speed, a fix every 10 s:\n${table(['taken', 'protocol', 'database', ...outcomes], rows.flat())}\n`,
  )
}

async function fastNights(): Promise<void> {
  const waiting = [...nights().entries()].filter(([number]) => only === undefined || only.includes(number))
  console.log(`${waiting.length} nights, ${fastestTimes} times as fast:`)
  const rows: string[][] = []
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [number, night] = next
      const name = [String(number), ...Object.values(night).map(String)]
      const outcome = await fastNight(number, night)
      if (outcome instanceof Error) missed.push(`${name.join(', ')}: ${outcome.message}`)
      else if (outcome !== null) {
        note(name.join(', '), outcome)
        rows.push([...name, ...lineOf(outcome)])
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const sorted = rows.toSorted(([one], [other]) => Number(one) - Number(other))
  console.log(`\n${table(['night', ...Object.keys(factors), ...outcomes], sorted)}\n`)
}

/** Null where PostgreSQL is not installed; an error does not keep the other nights from being played. */
async function fastNight(number: number, night: Night): Promise<Outcome | Error | null> {
  try {
    const installation = await install(night.database, fastestTimes)
    if (installation === null) return null
    try {
      return await play(installation, night, { ...fast, random: randomFrom(number) })
    } finally {
      await installation.close()
    }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function note(name: string, outcome: Outcome): void {
  const goals = [
    ...(outcome.detected === null ? ['not detected'] : []),
    ...outcome.lost.map((what) => `lost: ${what}`),
    ...(outcome.afterAnswer > 0 ? [`${outcome.afterAnswer} messages after an answer`] : []),
    ...(outcome.mistaken > 0 ? [`${outcome.mistaken} alarms before it was taken`] : []),
  ]
  missed.push(...goals.map((goal) => `${name}: ${goal}`))
  console.log(`${name}: ${[...lineOf(outcome), ...goals].join(' | ')}`)
}

function lineOf(outcome: Outcome): string[] {
  const seconds = (ms: number | null) => (ms === null ? '–' : (ms / secondMs).toFixed(1))
  const { detected, onScreenMs, pushedMs, mailedMs, hopsMs, firstPositionMs, afterAnswer, lost, again } = outcome
  return [
    detected ?? 'nothing',
    seconds(onScreenMs),
    seconds(pushedMs),
    seconds(mailedMs),
    hopsMs.map(seconds).join(' ') || '–',
    seconds(firstPositionMs),
    String(afterAnswer),
    String(lost.length),
    String(again),
  ]
}
