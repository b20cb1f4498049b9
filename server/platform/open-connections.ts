import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Follows the connections of an HTTP server, so that they can be ended when it stops. Node itself knows no end for a connection
 * that never sent a request, nor for one that is asked again and again.
 * @returns ends at once where nothing is being answered, elsewhere after the answer, and after `patienceMs` everywhere.
 */
export function followConnections(server: Server): (patienceMs: number) => void {
  /** The answers under way on each. */
  const open = new Map<Socket, Set<ServerResponse>>()
  let isEnding = false
  server.on('connection', (socket) => {
    if (isEnding) socket.destroy()
    open.set(socket, new Set())
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const answers = open.get(socket)
    answers?.add(response)
    if (isEnding) response.shouldKeepAlive = false
    response.once('close', () => {
      answers?.delete(response)
      if (isEnding && answers?.size === 0) socket.destroySoon()
    })
  })
  return (patienceMs) => {
    isEnding = true
    for (const [socket, answers] of open) {
      if (answers.size === 0) socket.destroy()
      // Its caller is told by the answer, and sends nothing more.
      for (const answer of answers) answer.shouldKeepAlive = false
    }
    setTimeout(() => {
      for (const socket of open.keys()) socket.destroy()
    }, patienceMs).unref()
  }
}
