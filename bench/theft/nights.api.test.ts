import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '#domain/testing/random.ts'
import { install, type Installation } from './installation.ts'
import type { Night } from './night.ts'
import { play } from './play.ts'

/* The short form of `npm run bench -- theft`: its goals hold in two nights, sixty times as fast. */

let installation: Installation

beforeAll(async () => {
  const installed = await install('embedded', 60)
  if (installed === null) throw new Error('the embedded database is always there')
  installation = installed
})
afterAll(() => installation.close())

const night: Night = {
  taken: 'in a van',
  protocol: 'OsmAnd',
  everySeconds: 10,
  database: 'embedded',
  contacts: 'never answers',
  owner: 'sleeps',
  killed: 'nothing',
  killedAt: 'taken',
}
const how = (seed: number) => ({ random: randomFrom(seed), lookOnMinutes: 22, parkedSeconds: 240 })
const goals = { detected: 'MOVEMENT', mistaken: 0, afterAnswer: 0, lost: [] }

test('a taken vehicle is detected, both contacts are called, and no message is lost where the product is killed', async () => {
  const [asleep, answered] = await Promise.all([
    play(installation, { ...night, protocol: 'Teltonika', everySeconds: 60, killed: 'product' }, how(1)),
    play(installation, { ...night, owner: 'answers' }, how(2)),
  ])
  expect(asleep).toMatchObject(goals)
  expect(asleep.hopsMs).toHaveLength(2)
  expect(asleep.firstPositionMs).not.toBeNull()
  expect(answered).toMatchObject(goals)
}, 240_000)
