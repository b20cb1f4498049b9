import { MutationObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { alarms } from '#contract/alarms.ts'
import { actionOf, mutationOf } from '#web/api/action.ts'
import { queryClient, queryKey } from '#web/api/queries.ts'

const deviceId = '0190a000-0000-7000-8000-000000000001'
const input = { params: { deviceId } }
const listed = queryKey(alarms.list, input)

/** What the server answers. */
function serverSays(status: number, body: object) {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
}

const refusal = (code: string) => ({ success: false, error: { code, message: 'Das geht nicht.' } })

/** An action on the alarms, as a component would watch it. */
function pressed() {
  queryClient.setQueryData(listed, {})
  const action = new MutationObserver(queryClient, mutationOf(actionOf(alarms.endPause, [alarms.list])))
  const watched = action.subscribe(() => undefined)
  const isAskedAnew = () => queryClient.getQueryState(listed)?.isInvalidated
  return { action, isAskedAnew, end: watched }
}

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

describe('an action', () => {
  it('that was refused says why, and fetches nothing again', async () => {
    serverSays(403, refusal('DEMO_READ_ONLY'))
    const { action, isAskedAnew, end } = pressed()
    await expect(action.mutate(input)).rejects.toMatchObject({ code: 'DEMO_READ_ONLY', status: 403 })
    expect(action.getCurrentResult()).toMatchObject({ isPending: false, error: { message: 'Das geht nicht.' } })
    expect(isAskedAnew()).toBe(false)
    end()
  })

  it('that failed because the shown data was outdated fetches it again', async () => {
    serverSays(409, refusal('CONFLICT'))
    const { action, isAskedAnew, end } = pressed()
    await expect(action.mutate(input)).rejects.toMatchObject({ status: 409 })
    expect(isAskedAnew()).toBe(true)
    end()
  })

  it('is forgotten, with its input, soon after it is no longer shown', async () => {
    vi.useFakeTimers()
    serverSays(403, refusal('DEMO_READ_ONLY'))
    const { action, end } = pressed()
    await expect(action.mutate(input)).rejects.toThrow()
    expect(queryClient.getMutationCache().getAll()).toHaveLength(1)
    end()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(queryClient.getMutationCache().getAll()).toEqual([])
    vi.useRealTimers()
  })

  it('that ends with the session leaves no data behind', async () => {
    const answer = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => answer.promise)
    const { action, isAskedAnew, end } = pressed()
    const ending = action.mutate(input)
    queryClient.clear()
    answer.resolve(Response.json(refusal('UNAUTHORIZED'), { status: 401 }))
    await expect(ending).rejects.toMatchObject({ status: 401 })
    expect(action.getCurrentResult().isPending).toBe(false)
    expect(isAskedAnew()).toBeUndefined()
    end()
  })
})
