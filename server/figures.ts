/** What is counted while a process runs, with its help for Prometheus. Labels never name a person, a place or an address. */
const counters = {
  wegwarte_requests_total: 'Answered requests, by the pattern of their route.',
  wegwarte_reports_total: 'Reports of trackers, by protocol and what became of them.',
  wegwarte_unread_total: 'Parts of reports that nobody reads, by protocol and kind.',
  wegwarte_connections_ended_total: 'Connections of trackers that ended, by protocol and reason.',
  wegwarte_jobs_total: 'Work that was tried, by queue and outcome.',
  wegwarte_emails_total: 'E-mails handed to the mail server, by outcome.',
  wegwarte_pushes_total: 'Push messages handed to push services, by outcome.',
} as const
export type CounterName = keyof typeof counters

/** Upper bounds in seconds of what answers are sorted into. */
const secondsBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const requestSeconds = 'wegwarte_request_seconds'

export type Labels = Readonly<Record<string, string>>

/** What this process has counted since its start. */
export interface Figures {
  count(name: CounterName, labels: Labels, by?: number): void
  /** How long an answer took. */
  timeRequest(seconds: number): void
  /** In Prometheus' text format. */
  lines(): string[]
}

export function createFigures(): Figures {
  const counted = new Map<CounterName, Map<string, number>>()
  const buckets = secondsBounds.map(() => 0)
  let [requests, seconds] = [0, 0]
  return {
    count(name, labels, by = 1) {
      const values = counted.get(name) ?? new Map<string, number>()
      counted.set(name, values)
      const key = labelsInWords(labels)
      values.set(key, (values.get(key) ?? 0) + by)
    },
    timeRequest(taken) {
      requests += 1
      seconds += taken
      for (const [index, bound] of secondsBounds.entries())
        if (taken <= bound) buckets[index] = (buckets[index] ?? 0) + 1
    },
    lines() {
      const all = [...counted].flatMap(([name, values]) => [
        ...headOf(name, counters[name], 'counter'),
        ...[...values].map(([labels, value]) => `${name}${labels} ${value}`),
      ])
      return [
        ...all,
        ...headOf(requestSeconds, 'How long answers took.', 'histogram'),
        ...secondsBounds.map((bound, index) => `${requestSeconds}_bucket{le="${bound}"} ${buckets[index] ?? 0}`),
        `${requestSeconds}_bucket{le="+Inf"} ${requests}`,
        `${requestSeconds}_sum ${seconds}`,
        `${requestSeconds}_count ${requests}`,
      ]
    },
  }
}

/** One figure as it is now, for each of its labels. */
export interface Gauge {
  name: string
  help: string
  values: readonly { labels?: Labels; value: number }[]
}

export function gaugeLines(gauges: readonly Gauge[]): string[] {
  return gauges.flatMap(({ name, help, values }) => [
    ...headOf(name, help, 'gauge'),
    ...values.map(({ labels = {}, value }) => `${name}${labelsInWords(labels)} ${value}`),
  ])
}

function headOf(name: string, help: string, type: 'counter' | 'gauge' | 'histogram'): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

/** @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
function labelsInWords(labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

/** Looking first takes a third of the time: this is done for every report of a tracker, and hardly any label needs it. */
function escaped(value: string): string {
  if (!/[\\"\n]/.test(value)) return value
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
}
