import { describe, expect, test } from 'vitest'
import { documentedBy } from './documented-answers.ts'

const json = (schema: object) => ({ 'application/json': { schema } })
const document = JSON.stringify({
  openapi: '3.1.0',
  paths: {
    '/api/things/{id}': {
      get: { responses: { 200: { content: json({ $ref: '#/components/schemas/Thing' }) }, 204: {} } },
    },
    '/api/things/newest': { get: { responses: { 200: { content: json({ type: 'null' }) } } } },
    '/api/tiles/{x}/{y}.mvt': { get: { responses: { 200: { content: { '*/*': { schema: {} } } } } } },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      },
    },
  },
})

describe('an answer', () => {
  const { differs, bodyDiffers } = documentedBy(document)
  const found = { method: 'GET', path: '/api/things/7', status: 200, mediaType: 'application/json' }

  test.each([
    ['with a documented status and media type', found, null],
    ['without a body, where none is documented', { ...found, status: 204, mediaType: null }, null],
    [
      'with a status that is not documented',
      { ...found, status: 404 },
      'GET /api/things/{id}: status 404 is not in the document',
    ],
    [
      'of another media type',
      { ...found, mediaType: 'text/html' },
      'GET /api/things/{id}: 200 is text/html, the document says application/json',
    ],
    [
      'of any media type, where all are documented',
      { ...found, path: '/api/tiles/1/2.mvt', mediaType: 'image/png' },
      null,
    ],
    ['at an address that is not in the document', { ...found, path: '/api/things/7/more', status: 418 }, null],
    ['by a method that is not in the document', { ...found, method: 'PATCH', status: 418 }, null],
  ])('%s', (_case, answer, difference) => {
    expect(differs(answer)).toBe(difference)
  })

  test.each([
    ['as documented', '/api/things/7', { name: 'a' }, null],
    [
      'without a field',
      '/api/things/7',
      {},
      "the body of 200 is not as documented:  must have required property 'name'",
    ],
    [
      'with a field of another type',
      '/api/things/7',
      { name: 7 },
      'the body of 200 is not as documented: /name must be string',
    ],
    [
      'with a field too many',
      '/api/things/7',
      { name: 'a', secret: 'b' },
      'the body of 200 is not as documented:  must NOT have additional properties',
    ],
    ['at an address that is written out, by that and not by the parameter', '/api/things/newest', null, null],
  ])('whose body is %s', (_case, path, body, difference) => {
    expect(bodyDiffers({ ...found, path }, body)?.replace(/^.*?: /, '') ?? null).toBe(difference)
  })
})
