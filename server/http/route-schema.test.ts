import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { problemsOfEveryCall } from './route-schema.ts'

test('an endpoint names only the problems that are its own: what every call may answer is added', () => {
  const repeated = endpoints.flatMap((endpoint) => {
    const added = problemsOfEveryCall(endpoint).filter((code) => endpoint.problems.includes(code))
    // Of these an endpoint may have words of its own for what its handler refuses.
    const again = added.filter((code) => !['NOT_FOUND', 'FORBIDDEN', 'STEP_UP_REQUIRED', 'SHARE_OVER'].includes(code))
    return again.length === 0 ? [] : [`${endpoint.method} ${endpoint.path}: ${again.join(', ')}`]
  })
  expect(repeated).toEqual([])
})
