import { afterEach, expect, inject } from 'vitest'
import { differencesOfFetched, undescribedOrigins } from './documented-answers.ts'
import { countPeopleAnew } from './people.ts'

/*
 * This is evaluated for each file of API tests, and what it imports once for each worker: each file begins as if it were the
 * first one.
 */

/**
 * Holds every answer of the product that a test fetches against the OpenAPI document: status, media type and, where the test
 * reads it, the body.
 */
const differences = differencesOfFetched(inject('openApiDocument'))
// The ports of another file's products are free again.
undescribedOrigins.clear()
countPeopleAnew()

afterEach(() => {
  const found = [...differences]
  differences.clear()
  expect(found, 'answers that the OpenAPI document does not describe').toEqual([])
})
