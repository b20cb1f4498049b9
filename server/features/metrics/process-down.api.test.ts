import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { differenceOfAlerts, isPromtoolInstalled, seriesOf } from '#server/testing/alert-rules.ts'
import { freePort } from '#server/testing/free-port.ts'
import { startTestProduct } from '#server/testing/test-product.ts'

const prometheus = '/usr/bin/prometheus'
const token = 'a-token-of-the-operator-2026'
const patienceMs = 120_000
/** Prometheus begins to ask after five seconds, and then each second. */
const seldom = { timeout: patienceMs / 3, interval: 250 }

/** A series as Prometheus has it, as a process would have written it. */
const answer = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
})

if (!isPromtoolInstalled() || !existsSync(prometheus))
  test.skip('a process that is down (skipped: prometheus is not installed, apt install prometheus)')
else {
  test(
    'a process that Prometheus asks as the guide says, and that has ended, raises its alert',
    async () => {
      const product = await startTestProduct({ METRICS_TOKEN: token })
      const scraper = await startPrometheus(new URL(product.url).host)
      const figures = async () => {
        const found = await scraper.ask('{job="wegwarte", __name__=~"up|wegwarte_accounts"}')
        return found.map(({ metric, value }) => `${metric['__name__']} ${value[1]}`).join('\n')
      }
      await expect.poll(figures, seldom).toMatch(/^up 1$/m)
      const before = await figures()
      expect(before).toMatch(/^wegwarte_accounts \d+$/m)
      expect(differenceOfAlerts(seriesOf(before, before), [])).toBeNull()

      await product.close()
      await expect.poll(figures, seldom).toBe('up 0')
      expect(differenceOfAlerts(seriesOf(before, await figures()), ['WegwarteProcessDown'])).toBeNull()
    },
    patienceMs,
  )
}

/** With what the guide gives it, but for the token, whom it asks and how often. */
async function startPrometheus(target: string) {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-prometheus-'))
  const [, config = ''] = /```yaml\n(scrape_configs:\n.*?)```/s.exec(readFileSync('docs/operating.md', 'utf8')) ?? []
  const file = join(folder, 'prometheus.yml')
  const asked = config.replace('TOKEN', () => token).replace(/targets: \[[^\]]*\]/, () => `targets: ['${target}']`)
  writeFileSync(file, `global: { scrape_interval: 1s, scrape_timeout: 1s }\n${asked}`)
  const address = `127.0.0.1:${await freePort()}`
  const words = [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, 'data')}`, '--log.level=error']
  const child = spawn(prometheus, [...words, `--web.listen-address=${address}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await ended
    rmSync(folder, { recursive: true })
  })
  return {
    async ask(query: string) {
      const response = await fetch(`http://${address}/api/v1/query?${new URLSearchParams({ query }).toString()}`).catch(
        () => null,
      )
      return response?.ok === true ? answer.parse(await response.json()).data.result : []
    },
  }
}
