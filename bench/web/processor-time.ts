/** What a trace of Chromium says of one event. Times in microseconds. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** For how long the processor worked on it. */
  tdur?: number
}

type Task = Required<TraceEvent>

/**
 * The events of a trace as a machine with nothing else to do would have written them: each task lasts as long as the processor
 * worked on it, and what happened in it moves along. By the clock, a task on a busy machine is mostly waiting for its turn, and
 * Lighthouse takes that for work.
 */
export function byProcessorTime<Event extends TraceEvent>(events: readonly Event[]): Event[] {
  const threads = Map.groupBy(events.flatMap(taskOf), threadOf)
  for (const tasks of threads.values()) tasks.sort((one, other) => one.ts - other.ts)
  return events.map((event) => {
    const task = lastBegunBy(event.ts, threads.get(threadOf(event)) ?? [])
    if (task === undefined || event.ts > task.ts + task.dur) return event
    const share = Math.min(1, task.tdur / task.dur)
    const moved = { ...event, ts: task.ts + (event.ts - task.ts) * share }
    return event.dur === undefined ? moved : { ...moved, dur: event.dur * share }
  })
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`

function taskOf({ name, pid, tid, ts, dur = 0, tdur }: TraceEvent): Task[] {
  return name === 'RunTask' && dur > 0 && tdur !== undefined ? [{ name, pid, tid, ts, dur, tdur }] : []
}

function lastBegunBy(ts: number, tasks: readonly Task[]): Task | undefined {
  let [from, to] = [0, tasks.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((tasks[middle]?.ts ?? Infinity) <= ts) from = middle + 1
    else to = middle
  }
  return tasks[from - 1]
}
