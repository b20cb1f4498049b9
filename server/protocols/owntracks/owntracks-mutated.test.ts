import { secretbox } from '@noble/ciphers/salsa.js'
import { expect, test } from 'vitest'
import { randomFrom } from '#domain/testing/random.ts'
import { decodeMqtt, owntracks } from './owntracks.ts'
import type { Report } from '#server/protocols/protocol.ts'
import { slowestMs } from '#server/protocols/testing/cpu-time.ts'
import { createMutations } from '#server/protocols/testing/mutations.ts'

/* Messages with their bytes changed at random, the same ones in every run. */

const receivedAt = new Date('2026-11-21T08:00:00.000Z')
const messages = 100_000
const longMessages = 50
/** A message of 1 MB is read in 20 ms; in quadratic time it takes minutes. */
const mostMsOfOne = 500
const secret = 'mutated-messages-secret'

test(`${messages} mutated messages are reports or refused, and never throw`, () => {
  const random = wholeFrom(20_261_121)
  const seeds = seedMessages()
  const outcomes = { reports: 0, fixes: 0, refused: 0, opened: 0 }
  for (let count = 0; count < messages; count += 1) {
    const seed = seeds[random(seeds.length)] ?? Buffer.alloc(0)
    const body = mutated(seed, random)
    const headers = random(4) === 0 ? { 'x-limit-d': 'phone' } : {}
    const decoded = owntracks.decode({ url: '/', headers, contentType: '', body }, receivedAt)
    if ('refusal' in decoded) outcomes.refused += 1
    for (const report of 'refusal' in decoded ? [] : decoded) {
      const said = report.open?.(secret) ?? report
      if (report.open !== undefined && said !== report) outcomes.opened += 1
      const fault = faultOf(said)
      if (fault !== null) expect.fail(`${fault} in ${body.toString('base64')}`)
      outcomes.reports += 1
      if (said.fix !== null) outcomes.fixes += 1
    }
    if (random(4) === 0) decodeMqtt(`owntracks/${random(10)}/x`, body, receivedAt)
  }
  // If nothing came through, the mutations would test only the JSON parser.
  expect(outcomes.fixes).toBeGreaterThan(messages / 10)
  expect(outcomes.reports - outcomes.fixes).toBeGreaterThan(messages / 100)
  expect(outcomes.opened).toBeGreaterThan(messages / 1000)
  expect(outcomes.refused).toBeGreaterThan(messages / 10)
}, 60_000)

test('a mutated message of full length is read in time proportional to its length', () => {
  const mutations = createMutations(seedMessages(), 20_261_122)
  const steps = Array.from({ length: longMessages }, () => {
    const body = mutations.nextOfLength(owntracks.bodyBytes)
    return () => owntracks.decode({ url: '/', headers: {}, contentType: '', body }, receivedAt)
  })
  expect(slowestMs(steps, mostMsOfOne)).toBeLessThan(mostMsOfOne)
}, 30_000)

function faultOf({ identity, fix, battery }: Report): string | null {
  if (!/^[^\0]{1,64}$/su.test(identity)) return 'a name that is none'
  if (battery !== null && !(battery >= 0 && battery <= 100)) return 'an impossible battery'
  if (fix === null) return null
  if (!(Math.abs(fix.latitude) <= 90 && Math.abs(fix.longitude) <= 180)) return 'a place that is none'
  if (!(fix.recordedAt.getTime() > 0)) return 'a time that is none'
  const measured = [fix.accuracy, fix.altitude, fix.speed?.value ?? null, fix.course]
  return measured.every((value) => value === null || Number.isFinite(value)) ? null : 'a number that is none'
}

function seedMessages(): Buffer[] {
  const location =
    '{"_type":"location","lat":49.0069,"lon":8.4037,"tst":1763712000,"tid":"JJ","acc":5,"vel":72,"batt":55}'
  const topical = `{"topic":"owntracks/anna/350000000000001","bs":1,"cog":90,"alt":115.5,"t":"u",${location.slice(1)}`
  const nonce = Buffer.alloc(24, 7)
  const key = Buffer.alloc(32)
  key.write(secret)
  const data = Buffer.concat([nonce, secretbox(key, nonce).seal(Buffer.from(location))]).toString('base64')
  const others = [
    `[${location},${topical}]`,
    `{"tid":"JJ","_type":"encrypted","data":"${data}"}`,
    '{"_type":"transition","tid":"JJ","event":"leave","lat":49,"lon":8,"tst":1763712000}',
    '{"_type":"lwt","tst":1763712000}',
  ]
  return [location, topical, ...others].map((text) => Buffer.from(text))
}

const tokens = ['null', '1e999', '-1', '""', '[', ']', '{}', '":"', ',', '\\u0000', '"NaN"', '0', '9'.repeat(30), '/']

/** Up to three bytes changed, cut out, doubled, or replaced by what parsers stumble over. */
function mutated(seed: Buffer, random: (below: number) => number): Buffer {
  let bytes = Buffer.from(seed)
  for (let times = random(4); times > 0 && bytes.length > 0; times -= 1) {
    const at = random(bytes.length)
    const until = at + random(6)
    const put = [
      Buffer.from([random(256)]),
      Buffer.from(tokens[random(tokens.length)] ?? ''),
      bytes.subarray(at, until),
    ]
    const kind = random(6)
    if (kind === 0) bytes[at] = random(256)
    else if (kind === 1) bytes = bytes.subarray(0, at)
    else bytes = Buffer.concat([bytes.subarray(0, at), put[kind - 2] ?? Buffer.alloc(0), bytes.subarray(until)])
  }
  return bytes
}

/** Whole numbers below a limit, the same from the same start. */
function wholeFrom(start: number): (below: number) => number {
  const random = randomFrom(start)
  return (below) => (random() * 2 ** 32) % below
}
