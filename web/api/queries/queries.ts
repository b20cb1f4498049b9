import { keepPreviousData, QueryClient, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/base/endpoint.ts'
import { call } from '#web/api/calls/call.ts'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import type { Arguments } from '#web/api/calls/caller.ts'
import { connection } from '#web/api/calls/connection.ts'
import { createPersister } from '#web/api/offline/persister.ts'
import { renewAnswersBy } from './renewal.ts'
import type { Input } from '#web/api/calls/request.ts'
import { session } from '#web/api/session/session.ts'
import { clock } from '#web/browser/clock.ts'
import { drawn } from '#web/browser/drawn.ts'

/** What is kept in the browser is not needed for the first picture. */
const keptAnswers = () => import('#web/api/offline/offline-answers.ts')

const persister = createPersister({
  token: () => session.current().token,
  // Where its code cannot be loaded, because the page is left or there is no network, nothing is kept and nothing known.
  keep: async (token, key, answer, askedAt) => {
    const answeredAt = clock.browserNow()
    await drawn()
    await keptAnswers().then(
      ({ keepAnswer }) => keepAnswer(token, key, answer, { askedAt, answeredAt }),
      () => undefined,
    )
  },
  recall: (...asked) =>
    keptAnswers().then(
      ({ recallAnswer }) => recallAnswer(...asked),
      () => null,
    ),
  now: () => clock.browserNow(),
  connection,
})

/**
 * Answers kept for the screens. Trying again is the call's own business, and so is finding out that there is no connection:
 * TanStack would wait for one without a word.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true, persister },
  },
})

// For good, because the screens ask it by name, without a provider: it renews answers when the page is looked at again.
queryClient.mount()

// Answers to one user are never shown to the next.
session.subscribe((state, before) => {
  if (state.token !== before.token) queryClient.clear()
})

renewAnswersBy(async (endpoints) => {
  await Promise.all(endpoints.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
})

interface QueryOptions<E extends Endpoint> {
  /** False: do not call yet. */
  enabled?: boolean
  refetchInterval?: NonNullable<UseQueryOptions<Reply<E>, CallProblem>['refetchInterval']>
  staleTime?: number
  /** Shows the last reply while the next input's is on its way. */
  keepPrevious?: boolean
}

/** What a query is kept under: the endpoint's path and its input. */
export function queryKey<const E extends Endpoint>(endpoint: E, input?: Input<E>) {
  return [endpoint.path, input ?? {}]
}

/** A call's reply as a component's state. Where the endpoint takes no input, `{}` makes room for the options. */
export function useCall<const E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: keyof Input<E> extends never
    ? [input?: Input<E>, options?: QueryOptions<E>]
    : [input: Input<E>, options?: QueryOptions<E>]
) {
  const { keepPrevious = false, ...rest } = options
  return useQuery<Reply<E>, CallProblem>(
    {
      queryKey: queryKey(endpoint, input),
      // Plumbing: the argument tuple is conditional on the endpoint, which TypeScript cannot rebuild from its parts.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      queryFn: ({ signal }) => call(endpoint, ...([input, { signal }] as Arguments<E>)),
      ...rest,
      ...(keepPrevious && { placeholderData: keepPreviousData }),
    },
    queryClient,
  )
}
