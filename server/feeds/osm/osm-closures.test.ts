import { expect, test } from 'vitest'
import { closuresLimits, closuresServerLimits } from '#contract/closures/closures-limits.ts'
import { osmClosures } from './osm-closures.ts'

const way = (id: number, tags: Record<string, string>, corners = 2) => ({
  type: 'way',
  id,
  geometry: Array.from({ length: corners }, (_, index) => ({
    lat: 48.5 + Math.sin(index) / 100,
    lon: 8 + index / 1000,
  })),
  tags: { highway: 'secondary', ...tags },
})
const readAll = (elements: object[]) =>
  osmClosures.read([{ name: 'antwort.json', bytes: Buffer.from(JSON.stringify({ elements })) }])

test('a long line keeps the corners that matter, and a long name is cut', async () => {
  const reading = await readAll([way(1, { motorcycle: 'no', name: 'B'.repeat(5000) }, 2000)])
  expect(reading).toMatchObject({ read: 1, records: [{}] })
  const [record] = 'records' in reading ? reading.records : []
  expect(record?.line).toHaveLength(closuresServerLimits.corners)
  expect(record?.name).toHaveLength(closuresLimits.nameLength)
})

test('very many rules, and conditions of 100,000 characters, are read in no time and kept short', async () => {
  const hostile = ['(', ';', 'no @ (', 'Sa,', 'Jan 1-', '08:00-09:00,', ' AND ', 'no@Sa;', 'x', '0'].flatMap((pump) => [
    pump.repeat(closuresLimits.conditionLength).slice(0, closuresLimits.conditionLength),
    pump.repeat(100_000).slice(0, 100_000),
  ])
  const startedAt = process.threadCpuUsage()
  const reading = await readAll(
    hostile.map((text, index) => way(index, { 'motorcycle:conditional': text, motorcycle: 'no' })),
  )
  expect(process.threadCpuUsage(startedAt).user / 1000).toBeLessThan(400)
  for (const { rules } of 'records' in reading ? reading.records : []) {
    expect(rules.length).toBeLessThanOrEqual(closuresLimits.rules)
    for (const { condition } of rules)
      expect(condition?.length ?? 0).toBeLessThanOrEqual(closuresLimits.conditionLength)
  }
})

test('an answer with far more roads than there are is refused', async () => {
  const many = Array.from({ length: closuresServerLimits.most + 1 }, () => 0)
  expect(await osmClosures.read([{ name: 'a', bytes: Buffer.from(JSON.stringify({ elements: many })) }])).toEqual({
    failure: `a nennt mehr als ${closuresServerLimits.most} Straßen`,
  })
})
