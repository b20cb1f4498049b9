import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { upload } from '#contract/upload.ts'
import { gt06Encoder } from '#server/commands/simulate/gt06-client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { openLiveStream } from '#server/testing/load/live-stream.ts'
import { patience } from '#server/testing/patience.ts'
import { becomeCustomer } from '#server/testing/people.ts'
import { startTestProduct } from '#server/testing/test-product.ts'

const patienceMs = 120_000

test(
  'a stop ends streams, trackers and spare connections at once, and waits only for a request that is not whole, not for long',
  async () => {
    const trackerPort = await freePort()
    const product = await startTestProduct({ GATEWAY_GT06_PORT: String(trackerPort) })
    const person = await becomeCustomer(product)
    const order: string[] = []
    const noteEnd = (name: string, socket: Socket) => {
      socket.on('error', () => undefined).resume()
      return once(socket, 'close').then(() => order.push(name))
    }
    const dial = async (port: number | string) => {
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      return socket
    }
    const { port } = new URL(product.url)

    const streams = await Promise.all(Array.from({ length: 5 }, () => openLiveStream(product.url, person.token)))
    const tracker = await dial(trackerPort)
    const login = gt06Encoder.login(person.imei)
    if (login === null) throw new TypeError('GT06 trackers log in')
    tracker.write(login.bytes)
    await once(tracker, 'data')
    const spare = await dial(port)
    const long = await dial(port)
    long.write(
      `POST ${upload.send.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n',
    )
    const [go] = await once(long, 'data')
    expect(String(go)).toContain('100 Continue')

    const ends = [
      ...streams.map(({ ended }) => ended.then(() => order.push('stream'))),
      noteEnd('tracker', tracker),
      noteEnd('spare', spare),
      noteEnd('long', long),
    ]
    await product.close()
    await Promise.all(ends)
    expect(order.at(-1)).toBe('long')
    expect(order.toSorted()).toEqual(['long', 'spare', 'stream', 'stream', 'stream', 'stream', 'stream', 'tracker'])
    await vi.waitFor(() => expect(streams.every(({ response }) => response.complete)).toBe(true), patience)
  },
  patienceMs,
)
