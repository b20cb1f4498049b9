import { Agent, request } from 'node:http'
import { vi } from 'vitest'
import { dayMs, secondMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { patience } from '#server/testing/patience.ts'
import type { Person } from '#server/testing/people.ts'

const atOnce = 4
const betweenFixesMs = 5 * secondMs
const longBeforeMs = 5 * dayMs

/** Reports of one moving tracker, some at a time over kept connections; what is not acknowledged is sent again at once. */
export function startReporting(port: number, { imei, deviceSecret }: Pick<Person, 'imei' | 'deviceSecret'>) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const begun = clockFrom().now().getTime() - longBeforeMs
  const acknowledged: Date[] = []
  const failures = new Set<string>()
  const waitedMs: number[] = []
  let next = 0
  const over = new AbortController()
  const drive = async () => {
    while (!over.signal.aborted) {
      const number = next++
      const recordedAt = new Date(begun + number * betweenFixesMs)
      const place = `lat=${(48 + number / 1_000).toFixed(4)}&lon=8.5&speed=20`
      const path = `/?id=${imei}&key=${deviceSecret}&${place}&timestamp=${recordedAt.getTime() / secondMs}`
      const since = performance.now()
      for (let outcome = ''; outcome !== '200';) {
        outcome = await statusOf(port, path, agent)
        if (outcome !== '200') failures.add(outcome)
      }
      waitedMs.push(performance.now() - since)
      acknowledged.push(recordedAt)
    }
  }
  const driven = Promise.all(Array.from({ length: atOnce }, drive))
  return {
    acknowledged,
    /** Statuses and codes of the operating system. */
    failures,
    longestMs: () => Math.max(...waitedMs),
    async untilMoreAcknowledged(count: number) {
      const before = acknowledged.length
      await vi.waitFor(() => {
        if (acknowledged.length < before + count) throw new Error('not acknowledged')
      }, patience)
    },
    async end() {
      over.abort()
      await driven
      agent.destroy()
    },
  }
}

function statusOf(port: number, path: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    request({ port, host: '127.0.0.1', path, method: 'POST', agent })
      .once('response', (response) => {
        response.resume().once('end', () => resolve(String(response.statusCode)))
        response.once('error', () => resolve('CUT'))
      })
      .once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
      .end()
  })
}
