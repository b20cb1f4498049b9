import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { browserProblem, CallProblem } from '#web/api/calls/call-problem.ts'
import { createConnection } from '#web/api/calls/connection.ts'
import { createPersister } from './persister.ts'

const present = 1_000_000
const key = ['/api/devices', {}]

let token: string | null
let connection: ReturnType<typeof createConnection>
let kept: Map<string, { at: number; value: unknown }>
let client: QueryClient

beforeEach(() => {
  token = 'geheim'
  connection = createConnection(() => present)
  kept = new Map()
  const nameOf = (of: string, name: QueryKey) => `${of} ${JSON.stringify(name)}`
  const persister = createPersister({
    token: () => token,
    keep: async (of, name, value) => void kept.set(nameOf(of, name), { at: present, value }),
    recall: async (of, name) => kept.get(nameOf(of, name)) ?? null,
    now: () => present,
    connection,
  })
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always', persister } } })
})

const noAnswer = () => Promise.reject(browserProblem('NETWORK_ERROR'))

test('an answer is kept, and shown when the next question finds no server', async () => {
  await client.fetchQuery({ queryKey: key, queryFn: () => 'eins' })
  expect(connection.current()).toEqual({ lost: false, answeredAt: present })
  client.clear()
  expect(await client.fetchQuery({ queryKey: key, queryFn: noAnswer })).toBe('eins')
  expect(connection.current()).toEqual({ lost: true, answeredAt: present })
})

test('what is kept carries the time of its own answer', async () => {
  kept.set('geheim ["/api/devices",{}]', { at: 12_345, value: 'alt' })
  const observer = new QueryObserver(client, { queryKey: key, queryFn: noAnswer })
  const ages: [unknown, number][] = []
  const last = new Promise<void>((resolve) => {
    observer.subscribe(({ data, dataUpdatedAt }) => {
      ages.push([data, dataUpdatedAt])
      if (dataUpdatedAt === 12_345) resolve()
    })
  })
  await last
  expect(ages.at(-1)).toEqual(['alt', 12_345])
})

test('the server is asked first, even where something is kept', async () => {
  kept.set('geheim ["/api/devices",{}]', { at: 1, value: 'alt' })
  expect(await client.fetchQuery({ queryKey: key, queryFn: () => 'neu' })).toBe('neu')
})

test.each([
  ['refuses', new CallProblem('FORBIDDEN', 'Nein.', 403)],
  ['fails', new CallProblem('SERVER_ERROR', 'Kaputt.', 500)],
])('nothing older is shown when the server %s: it has answered', async (_what, problem) => {
  kept.set('geheim ["/api/devices",{}]', { at: 1, value: 'alt' })
  await expect(client.fetchQuery({ queryKey: key, queryFn: () => Promise.reject(problem) })).rejects.toBe(problem)
  expect(connection.current().lost).toBe(false)
})

test('without anything kept the failure stays a failure, and the connection counts as lost', async () => {
  await expect(client.fetchQuery({ queryKey: key, queryFn: noAnswer })).rejects.toThrow('Verbindungsfehler')
  expect(connection.current()).toEqual({ lost: true, answeredAt: null })
})

test('nobody finds what was kept for another session, and whoever signed out meanwhile leaves nothing', async () => {
  await client.fetchQuery({ queryKey: key, queryFn: () => 'eins' })
  token = 'andere'
  client.clear()
  await expect(client.fetchQuery({ queryKey: key, queryFn: noAnswer })).rejects.toThrow('Verbindungsfehler')

  const asked = client.fetchQuery({ queryKey: ['/api/secret'], queryFn: async () => ((token = null), 'zwei') })
  await asked
  expect([...kept.values()].map(({ value }) => value)).toEqual(['eins'])
})

test('a question that was given up says nothing about the connection', async () => {
  const asked = client.fetchQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(browserProblem('NETWORK_ERROR')))
      }),
  })
  await client.cancelQueries({ queryKey: key })
  await asked.catch(() => undefined)
  expect(connection.current().lost).toBe(false)
})

test('a lost connection tells its followers once it is known how old what is shown is', () => {
  const ages: (number | null)[] = []
  const fresh = createConnection(() => present)
  fresh.subscribe(() => ages.push(fresh.current().answeredAt))
  fresh.unanswered()
  fresh.unanswered(12_345)
  fresh.unanswered()
  expect(ages).toEqual([null, 12_345])
})

test('followers hear when the connection is lost and when it is back, and not of each answer', () => {
  let heard = 0
  const stop = connection.subscribe(() => (heard += 1))
  connection.answered()
  connection.unanswered()
  connection.unanswered()
  connection.answered()
  connection.answered()
  expect(heard).toBe(2)
  stop()
  connection.unanswered(5)
  expect(heard).toBe(2)
  expect(connection.current()).toEqual({ lost: true, answeredAt: present })
})
