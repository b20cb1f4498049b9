import { germanTime } from '#domain/time/fix-time.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { type QueueStatus, readQueues, retryFailed } from '#server/jobs/job-status.ts'

const neverBegun = 'Noch kein Prozess mit der Rolle jobs hat mit dieser Datenbank gearbeitet.'

export const jobsStatus: Command = {
  usage: '[--all]',
  summary: 'Zeigt, welche Aufgaben warten, seit wann, und welche aufgegeben wurden; mit --all auch alle anderen.',
  async run({ database, say }, args) {
    const { values, positionals } = parseWords(args, { all: { type: 'boolean' } })
    if (positionals.length > 0) throw new CommandProblem('Dieser Befehl nimmt nur --all.')
    const queues = await readQueues(database)
    if (queues === null) throw new CommandProblem(neverBegun)
    const shown = values.all === true ? queues : queues.filter(hasOpenWork)
    if (shown.length === 0) say('Nichts wartet, und nichts wurde aufgegeben.')
    for (const queue of shown) say(lineOf(queue))
    return { queues }
  },
}

export const jobsRetry: Command = {
  usage: 'AUFGABE',
  summary: 'Versucht alles noch einmal, was von einer Aufgabe aufgegeben wurde; die Namen nennt jobs status.',
  async run({ database, say }, args) {
    const [queue, ...rest] = parseWords(args, {}).positionals
    if (queue === undefined || rest.length > 0) throw new CommandProblem('Bitte genau eine Aufgabe nennen.')
    const count = await retryFailed(database, queue)
    if (count === null) throw new CommandProblem('Diese Aufgabe gibt es nicht. Alle Namen: jobs status --all')
    say(count === 0 ? 'Davon wurde nichts aufgegeben.' : `${count} werden noch einmal versucht.`)
    return { queue, retried: count }
  },
}

function hasOpenWork({ waiting, retrying, failed }: QueueStatus): boolean {
  return waiting + retrying + failed > 0
}

function lineOf({ queue, waiting, retrying, failed, oldestWaitingSince, lastDoneAt }: QueueStatus): string {
  const counts = [
    ...(waiting > 0 ? [`${waiting} warten`] : []),
    ...(retrying > 0 ? [`${retrying} werden wieder versucht`] : []),
    ...(failed > 0 ? [`${failed} aufgegeben`] : []),
    ...(oldestWaitingSince === null ? [] : [`die älteste seit ${germanTime(oldestWaitingSince)}`]),
    `zuletzt erledigt ${lastDoneAt === null ? 'nie in den letzten Tagen' : germanTime(lastDoneAt)}`,
  ]
  return `${queue.padEnd(26)} ${counts.join(', ')}`
}
