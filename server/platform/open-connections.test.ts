import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { patience } from '#server/testing/patience.ts'
import { listenOn } from '#server/testing/test-product.ts'
import { followConnections } from './open-connections.ts'

const longMs = 60_000
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function serving() {
  const answers: ServerResponse[] = []
  const server = createServer((_request, response) => void answers.push(response))
  const end = followConnections(server)
  const port = await listenOn(0, server)
  const open = async (text: string) => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    const seen = { text: '', isClosed: false, closed: once(socket, 'close') }
    socket.on('error', () => undefined)
    socket.on('data', (piece) => (seen.text += piece.toString()))
    socket.once('close', () => (seen.isClosed = true))
    await once(socket, 'connect')
    socket.write(text)
    return seen
  }
  const asked = (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count), patience)
  return { server, answers, end, open, asked }
}

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test('connections on which nothing is answered end at once, also those that never asked; an answer under way is finished first', async () => {
  const { server, answers, end, open, asked } = await serving()
  const spare = await open('')
  const idle = await open(request)
  await asked(1)
  answers[0]?.end('first')
  await vi.waitFor(() => expect(idle.text).toContain('first'), patience)
  const busy = await open(request)
  await asked(2)
  const closed = once(server, 'close')
  server.close()
  end(longMs)
  await Promise.all([spare.closed, idle.closed])
  expect(busy.isClosed).toBe(false)
  answers[1]?.end('second')
  await Promise.all([busy.closed, closed])
  expect(busy.text).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*second/i)
})

test('of questions that came together each is answered before the connection ends', async () => {
  const { server, answers, end, open, asked } = await serving()
  const pipelined = await open(request + request)
  await asked(2)
  server.close()
  end(longMs)
  answers[1]?.end('second')
  answers[0]?.end('first')
  await pipelined.closed
  expect(pipelined.text).toContain('first')
})

test('an answer that does not end is cut off', async () => {
  const { server, end, open, asked } = await serving()
  const stuck = await open(request)
  await asked(1)
  const closed = once(server, 'close')
  server.close()
  end(1)
  await Promise.all([stuck.closed, closed])
  expect(stuck.text).toBe('')
})
