import { once } from 'node:events'
import { expect, test } from 'vitest'
import { contact } from '#contract/contact.ts'
import { startTestApi } from '#server/testing/test-api.ts'

test('a handler notices when its caller has left, and only then', async () => {
  const begun = Promise.withResolvers<void>()
  const left = Promise.withResolvers<boolean>()
  let answered: AbortSignal | undefined
  const app = await startTestApi((api) =>
    api.on(contact.send, async ({ body, hasLeft }) => {
      if (body.subject === 'bleibt') {
        answered = hasLeft
        return {}
      }
      begun.resolve()
      await once(hasLeft, 'abort')
      left.resolve(hasLeft.aborted)
      hasLeft.throwIfAborted()
      return {}
    }),
  )
  const url = new URL(contact.send.path, await app.listen({ host: '127.0.0.1', port: 0 }))
  const send = (subject: string, signal: AbortSignal | null = null) => {
    const body = JSON.stringify({ name: 'Ada', email: 'ada@example.org', subject, message: 'Guten Tag, Support' })
    return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal })
  }
  const leaving = new AbortController()
  const asked = send('geht', leaving.signal)
  await begun.promise
  leaving.abort()
  await expect(asked).rejects.toThrow('aborted')
  expect(await left.promise).toBe(true)
  expect((await send('bleibt')).ok).toBe(true)
  expect(answered?.aborted).toBe(false)
  await app.close()
})

test('an answer is under way until it was sent, or until its caller has left', async () => {
  const begun = Promise.withResolvers<void>()
  const ends: PromiseWithResolvers<void>[] = []
  const whileAnswered = () => {
    const end = Promise.withResolvers<void>()
    ends.push(end)
    return () => end.resolve()
  }
  const handle = async ({ hasLeft }: { hasLeft: AbortSignal }) => {
    if (ends.length > 1) return {}
    begun.resolve()
    await once(hasLeft, 'abort')
    return {}
  }
  const app = await startTestApi((api) => api.on(contact.send, handle), undefined, { whileAnswered })
  const url = new URL(contact.send.path, await app.listen({ host: '127.0.0.1', port: 0 }))
  const body = JSON.stringify({
    name: 'Ada',
    email: 'ada@example.org',
    subject: 'Frage',
    message: 'Guten Tag, Support',
  })
  const send = (signal: AbortSignal | null = null) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal })
  const leaving = new AbortController()
  const asked = send(leaving.signal)
  await begun.promise
  leaving.abort()
  await expect(asked).rejects.toThrow('aborted')
  await ends[0]?.promise
  expect((await send()).ok).toBe(true)
  await ends[1]?.promise
  await app.close()
})
