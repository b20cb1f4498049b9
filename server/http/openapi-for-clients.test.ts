import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { forClients } from './openapi-for-clients.ts'
import { operationIdOf } from './route-schema.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('the document for clients', () => {
  test('writes a tuple as an array of its length', () => {
    const number = { type: 'number' }
    const tuple = { type: 'array', prefixItems: [number, number], items: false }
    const mixed = { type: 'array', prefixItems: [number, { type: 'string' }], items: false }
    const { components } = forClients({
      paths: { '/a': { get: { schema: ref('A') }, put: { schema: ref('B') } } },
      components: { schemas: { A: tuple, B: { properties: { deep: mixed } } } },
    })
    expect(components.schemas).toEqual({
      A: { type: 'array', items: number, minItems: 2, maxItems: 2 },
      B: {
        properties: {
          deep: { type: 'array', items: { anyOf: [number, { type: 'string' }] }, minItems: 2, maxItems: 2 },
        },
      },
    })
  })

  test('has those components that a path needs, directly or through others', () => {
    const { components } = forClients({
      paths: { '/a': { get: { schema: ref('Used') } } },
      components: { schemas: { Used: { items: ref('Through') }, Through: { items: ref('Used') }, Unused: {} } },
    })
    expect(Object.keys(components.schemas)).toEqual(['Used', 'Through'])
  })

  test('describes a stream by the data of each event', () => {
    const { paths } = forClients({
      paths: { '/events': { get: { content: { 'text/event-stream': { schema: ref('Event') } } } } },
      components: { schemas: { Event: {} } },
    })
    const data = { type: 'string', contentMediaType: 'application/json', contentSchema: ref('Event') }
    const event = { type: 'object', properties: { data }, required: ['data'] }
    expect(paths['/events']?.get?.content).toEqual({ 'text/event-stream': { schema: event } })
  })

  test('says which form an upload has', () => {
    const upload = endpoints.find(({ multipart }) => multipart === true)
    if (upload === undefined) throw new Error('no endpoint takes an upload')
    const { paths } = forClients({
      paths: { '/upload': { post: { operationId: operationIdOf(upload) }, get: { operationId: 'getUpload' } } },
      components: { schemas: {} },
    })
    expect(paths['/upload']).toEqual({
      post: expect.objectContaining({ requestBody: expect.objectContaining({ required: true }) }),
      get: { operationId: 'getUpload' },
    })
  })
})

describe('the name of an operation', () => {
  test.each([
    ['GET', '/api/devices', 'getDevices'],
    ['PUT', '/api/devices/:id', 'putDevicesById'],
    ['POST', '/api/devices/licenses/:id/release', 'postDevicesLicensesByIdRelease'],
    ['GET', '/api/poi/tiles/:z/:x/:y.mvt', 'getPoiTilesByZByXByYMvt'],
    ['GET', '/api/device-config', 'getDeviceConfig'],
  ] as const)('%s %s is %s', (method, path, name) => {
    expect(operationIdOf({ method, path })).toBe(name)
  })

  test('is given once', () => {
    const names = endpoints.map(operationIdOf)
    expect(new Set(names).size).toBe(names.length)
  })
})
