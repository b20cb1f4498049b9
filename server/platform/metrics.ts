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

/** How long something took, sorted into these upper bounds in seconds. */
const histograms = {
  wegwarte_request_seconds: {
    help: 'How long answers took, by the pattern of their route.',
    bounds: [0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  wegwarte_alarm_first_delivery_seconds: {
    help: 'From the detection of an alarm until a mail server, push service or phone provider took the first message about it.',
    bounds: [1, 2, 5, 10, 20, 30, 60, 120, 300, 900, 3600],
  },
} as const
export type HistogramName = keyof typeof histograms

export type Labels = Readonly<Record<string, string>>

/** What this process has counted since its start. */
export interface Metrics {
  /** @param by 0 for what may come: a counter that begins with its first event hides that event from `increase`. */
  count(name: CounterName, labels: Labels, by?: number): void
  /** How long something took. */
  time(name: HistogramName, labels: Labels, seconds: number): void
  /** In Prometheus' text format. */
  lines(): string[]
}

export function createMetrics(): Metrics {
  const counted = new Map<CounterName, Map<string, number>>()
  const timed = new Map<HistogramName, Map<string, Timed>>([
    ['wegwarte_alarm_first_delivery_seconds', new Map([['', emptyOf('wegwarte_alarm_first_delivery_seconds')]])],
  ])
  return {
    count(name, labels, by = 1) {
      const values = counted.get(name) ?? new Map<string, number>()
      counted.set(name, values)
      const key = labelsInWords(labels)
      values.set(key, (values.get(key) ?? 0) + by)
    },
    time(name, labels, taken) {
      const values = timed.get(name) ?? new Map<string, Timed>()
      timed.set(name, values)
      const key = pairsOf(labels)
      const histogram = values.get(key) ?? emptyOf(name)
      values.set(key, histogram)
      histogram.count += 1
      histogram.seconds += taken
      for (const bucket of histogram.buckets) if (taken <= bucket.bound) bucket.count += 1
    },
    lines() {
      const all = [...counted].flatMap(([name, values]) => [
        ...headOf(name, counters[name], 'counter'),
        ...[...values].map(([labels, value]) => `${name}${labels} ${value}`),
      ])
      return [
        ...all,
        ...[...timed].flatMap(([name, values]) => [
          ...headOf(name, histograms[name].help, 'histogram'),
          ...[...values].flatMap(([pairs, { buckets, count, seconds }]) => {
            const upTo = (bound: string) => inBraces([...(pairs === '' ? [] : [pairs]), `le="${bound}"`].join(','))
            return [
              ...buckets.map((bucket) => `${name}_bucket${upTo(String(bucket.bound))} ${bucket.count}`),
              `${name}_bucket${upTo('+Inf')} ${count}`,
              `${name}_sum${inBraces(pairs)} ${seconds}`,
              `${name}_count${inBraces(pairs)} ${count}`,
            ]
          }),
        ]),
      ]
    },
  }
}

interface Timed {
  buckets: { bound: number; count: number }[]
  count: number
  seconds: number
}

function emptyOf(name: HistogramName): Timed {
  return { buckets: histograms[name].bounds.map((bound) => ({ bound, count: 0 })), count: 0, seconds: 0 }
}

/** One figure as it is now, for each of its labels; a `counter` only grows. */
export interface Gauge {
  name: string
  type: 'gauge' | 'counter'
  help: string
  values: readonly { labels?: Labels; value: number }[]
}

export function gaugeLines(gauges: readonly Gauge[]): string[] {
  return gauges.flatMap(({ name, type, help, values }) => [
    ...headOf(name, help, type),
    ...values.map(({ labels = {}, value }) => `${name}${labelsInWords(labels)} ${value}`),
  ])
}

function headOf(name: string, help: string, type: 'counter' | 'gauge' | 'histogram'): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

/** @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
function labelsInWords(labels: Labels): string {
  return inBraces(pairsOf(labels))
}

function pairsOf(labels: Labels): string {
  return Object.entries(labels)
    .map(([label, value]) => `${label}="${escaped(value)}"`)
    .join(',')
}

function inBraces(pairs: string): string {
  return pairs === '' ? '' : `{${pairs}}`
}

/** Looking first takes a third of the time: this is done for every report of a tracker, and hardly any label needs it. */
function escaped(value: string): string {
  if (!/[\\"\n]/.test(value)) return value
  return value
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
}
