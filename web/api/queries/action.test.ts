import { afterEach, describe, expect, it, vi } from 'vitest'
import { alarms } from '#contract/alarms/alarms.ts'
import { actionOf } from './action.ts'
import { queryClient, queryKey } from './queries.ts'
import { watchTask } from './task.ts'

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
  const watched = watchTask<typeof input, unknown>()
  const end = watched.subscribe(() => undefined)
  const action = {
    mutate: () => watched.start(actionOf(alarms.endPause, [alarms.list]), input),
    progress: watched.current,
  }
  const isAskedAnew = () => queryClient.getQueryState(listed)?.isInvalidated
  return { action, isAskedAnew, end }
}

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

describe('an action', () => {
  it('that was refused says why, and fetches nothing again', async () => {
    serverSays(403, refusal('DEMO_READ_ONLY'))
    const { action, isAskedAnew, end } = pressed()
    await expect(action.mutate()).rejects.toMatchObject({ code: 'DEMO_READ_ONLY', status: 403 })
    expect(action.progress()).toMatchObject({ isPending: false, error: { message: 'Das geht nicht.' } })
    expect(isAskedAnew()).toBe(false)
    end()
  })

  it('that failed because the shown data was outdated fetches it again', async () => {
    serverSays(409, refusal('CONFLICT'))
    const { action, isAskedAnew, end } = pressed()
    await expect(action.mutate()).rejects.toMatchObject({ status: 409 })
    expect(isAskedAnew()).toBe(true)
    end()
  })

  it('is forgotten, with its input, once it is no longer shown', async () => {
    serverSays(403, refusal('DEMO_READ_ONLY'))
    const { action, end } = pressed()
    await expect(action.mutate()).rejects.toThrow()
    expect(action.progress()).toMatchObject({ isError: true, variables: input })
    end()
    expect(action.progress()).toMatchObject({ isError: false, variables: undefined })
  })

  it('is forgotten, too, where it ends after that', async () => {
    serverSays(403, refusal('DEMO_READ_ONLY'))
    const { action, end } = pressed()
    const ending = action.mutate()
    end()
    await expect(ending).rejects.toThrow()
    expect(action.progress()).toMatchObject({ isPending: false, isError: false, variables: undefined })
  })

  it('that ends with the session leaves no data behind', async () => {
    const answer = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => answer.promise)
    const { action, isAskedAnew, end } = pressed()
    const ending = action.mutate()
    queryClient.clear()
    answer.resolve(Response.json(refusal('UNAUTHORIZED'), { status: 401 }))
    await expect(ending).rejects.toMatchObject({ status: 401 })
    expect(action.progress().isPending).toBe(false)
    expect(isAskedAnew()).toBeUndefined()
    end()
  })
})
