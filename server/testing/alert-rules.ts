import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { secondMs } from '#contract/base/time-units.ts'

export const rulesFile = 'operating/alerts.yaml'
const promtool = '/usr/bin/promtool'
export const isPromtoolInstalled = () => existsSync(promtool)

/** @throws with what it says where the rules are not valid. */
export function checkRules(): string {
  return execFileSync(promtool, ['check', 'rules', rulesFile], { encoding: 'utf8' })
}

/** What a figure was at first, and what it became a quarter of an hour before the rules are asked. */
export interface Series {
  name: string
  before: string
  after: string
  /** By which it grows in each step, from the beginning. */
  growth?: number
}

/** Figures as a process answered them, once and again later. What was not there before has no value then. */
export function seriesOf(before: string, after: string): Series[] {
  const [first, last] = [valuesIn(before), valuesIn(after)]
  return [...new Set([...first.keys(), ...last.keys()])].map((name) => ({
    name,
    before: first.get(name) ?? '_',
    after: last.get(name) ?? '_',
  }))
}

/** How busy this machine is just now is no cause of anything in a test. */
const busy = /^wegwarte_(event_loop_seconds|database_queries_waiting|request_seconds)/

/** All that Prometheus has of a product that answered these figures, once and again later. */
export function scraped(before: string, after: string): Series[] {
  const said = seriesOf(before, after).filter(({ name }) => !busy.test(name))
  return [...said, { name: 'up', before: '1', after: '1' }]
}

/**
 * The same figures with times as seconds since an instant: `promtool` begins at zero, so that this instant is the beginning of what
 * it goes through.
 */
export function timesSince(text: string, at: Date): string {
  return text.replaceAll(
    /^(wegwarte_\w*_timestamp_seconds(?:\{.*\})?) ([\d.e+]+)$/gm,
    (_line, name: string, value: string) => `${name} ${Number(value) - at.getTime() / secondMs}`,
  )
}

function valuesIn(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line): [string, string] => {
      const space = line.lastIndexOf(' ')
      return [line.slice(0, space), line.slice(space + 1)]
    }),
  )
}

/** The names of figures, also of those that have no value yet. */
export function figureNamesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}

/** How long the figures were as at first, and as they are, in steps of the rules. */
const steps = { before: 30, after: 14 }

/**
 * Lets `promtool` go through the rules with these figures. Returns what differs from the alerts that are expected to fire, null if
 * nothing does.
 * @param stepMinutes between two values: alerts that wait for hours need longer ones.
 */
export function differenceOfAlerts(
  series: readonly Series[],
  expected: readonly string[],
  stepMinutes = 1,
): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-alerts-'))
  const file = join(folder, 'test.json')
  const values = ({ before, after, growth }: Series) =>
    growth === undefined
      ? `${before}${repeated(before, steps.before)} ${after}${repeated(after, steps.after)}`
      : `${before}+${growth}x${steps.before + steps.after}`
  const ofProcess = (name: string) => {
    const labels = name.includes('instance=') ? 'job="wegwarte"' : 'instance="one",job="wegwarte"'
    return name.endsWith('}') ? `${name.slice(0, -1)},${labels}}` : `${name}{${labels}}`
  }
  const test = {
    rule_files: [resolve(rulesFile)],
    evaluation_interval: `${stepMinutes}m`,
    tests: [
      {
        interval: `${stepMinutes}m`,
        input_series: series.map((one) => ({ series: ofProcess(one.name), values: values(one) })),
        promql_expr_test: [
          {
            expr: 'count by (alertname) (ALERTS{alertstate="firing"}) > bool 0',
            eval_time: `${(steps.before + steps.after) * stepMinutes}m`,
            exp_samples: expected.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
          },
        ],
      },
    ],
  }
  writeFileSync(file, JSON.stringify(test))
  try {
    execFileSync(promtool, ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' })
    return null
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** In the notation of `promtool`: the same value again and again. */
function repeated(value: string, times: number): string {
  return value === '_' ? `x${times}` : `+0x${times}`
}
