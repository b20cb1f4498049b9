import { existsSync, readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { createFetchTable } from './fetch-table.ts'
import { answeringServers } from '#server/testing/answering-servers.ts'

const fetchTable = createFetchTable({ fetch, contact: 'https://wegwarte.example' })
const answering = answeringServers()
const serve = async (answer: RequestListener) =>
  `http://${await answering(answer)}/unfallatlas/Unfallorte2024_EPSG25832_CSV.zip`

test('a table is downloaded to a file with its name, which is deleted when it was read', async () => {
  const content = Buffer.alloc(3_000_000, 'a')
  const url = await serve((request, response) => {
    expect(request.headers['user-agent']).toBe('Wegwarte/1.0.0 (+https://wegwarte.example)')
    response.end(content)
  })
  const fetched = await fetchTable(url)
  if (!('path' in fetched)) throw new Error(JSON.stringify(fetched))
  expect(basename(fetched.path)).toBe('Unfallorte2024_EPSG25832_CSV.zip')
  expect(readFileSync(fetched.path).equals(content)).toBe(true)
  await fetched.remove()
  expect(existsSync(fetched.path)).toBe(false)
})

test('a year that is not published yet is missing, which is no failure', async () => {
  expect(await fetchTable(await serve((_request, response) => response.writeHead(404).end()))).toEqual({ absent: true })
})

test('a refusal is reported in words', async () => {
  const url = await serve((_request, response) => response.writeHead(503).end())
  expect(await fetchTable(url)).toEqual({ failure: expect.stringMatching(/antwortet mit Status 503$/) })
})

test('a connection that breaks off returns nothing', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '1000000' }).write('half', () => response.destroy())
  })
  expect(await fetchTable(url)).toEqual({ failure: expect.stringMatching(/ist nicht erreichbar$/) })
})
