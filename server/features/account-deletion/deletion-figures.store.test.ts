import { beforeEach, expect, test } from 'vitest'
import { deletedKinds } from '#contract/account-deletion/account-deletion.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { putWorld } from '#server/db/testing/writers.ts'
import { figuresOf } from './deletion-figures.ts'

describeOnBothDatabases('the figures of a deletion', (database) => {
  beforeEach(() => putWorld(database))

  test('count each kind of what an account has, and nothing of others', async () => {
    const figures = await figuresOf(database, 'anna', new Date('2026-11-21T12:00:00Z'))
    expect(Object.keys(figures).toSorted()).toEqual(deletedKinds.map(({ key }) => key).toSorted())
    expect(figures).toMatchObject({ devices: 2, ownPois: 1, pictures: 2, poiReports: 1, sessions: 2 })
    expect(figures.positions).toBeGreaterThan(0)
    expect(figures.daysOfHistory).toBeGreaterThan(0)
  })

  test('of an account without anything are all zero', async () => {
    const figures = await figuresOf(database, 'nobody', new Date('2026-11-21T12:00:00Z'))
    expect(Object.values(figures)).toEqual(deletedKinds.map(() => 0))
  })
})
