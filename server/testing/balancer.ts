import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const startPatienceMs = 30_000
const askAgainMs = 20

/** What browsers call, in front of several processes that it asks in turn; it leaves out one that is gone. */
export interface Balancer {
  kind: 'nginx' | 'relay'
  url: string
  stop(): Promise<void>
}

/** nginx where the machine has it, else a relay that gives each connection to the next process. */
export async function startBalancer(behind: readonly string[]): Promise<Balancer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const nginx = ['/usr/sbin', ...(process.env['PATH'] ?? '').split(delimiter)]
    .map((folder) => join(folder, 'nginx'))
    .find(existsSync)
  return nginx === undefined
    ? { kind: 'relay', url, stop: await startRelay(port, behind) }
    : { kind: 'nginx', url, stop: await startNginx(nginx, port, behind) }
}

async function startNginx(nginx: string, port: number, behind: readonly string[]): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-nginx-'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configuration(folder, port, behind))
  // The shell waits for the end of its input, which is the end of this process at the latest.
  const script = '"$@" & read -r _; kill -TERM $!; wait; rm -rf "$0"'
  const words = [nginx, '-p', folder, '-c', file, '-e', 'stderr']
  const child = spawn('sh', ['-c', script, folder, ...words], { stdio: ['pipe', 'ignore', 'inherit'] })
  await untilOpen(port)
  return async () => {
    const ended = once(child, 'exit')
    child.stdin.end()
    await ended
  }
}

function configuration(folder: string, port: number, behind: readonly string[]): string {
  const servers = behind.map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=2s;`)
  const unused = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return `
    daemon off;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes 1;
    error_log /dev/null;
    pid ${folder}/pid;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${unused.join(' ')}
      upstream wegwarte { ${servers.join(' ')} keepalive 16; }
      server {
        listen 127.0.0.1:${port};
        client_max_body_size 6m;
        location / {
          proxy_pass http://wegwarte;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }
      }
    }
  `
}

async function startRelay(port: number, behind: readonly string[]): Promise<() => Promise<void>> {
  let asked = 0
  const open = new Set<Socket>()
  const pass = async (client: Socket) => {
    client.on('error', () => undefined)
    for (let tries = 0; tries < behind.length; tries += 1) {
      const { hostname, port } = new URL(behind[asked++ % behind.length] ?? '')
      const server = connect(Number(port), hostname)
      if (!(await isConnected(server))) continue
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        open.add(from)
        from.on('error', () => undefined).pipe(to)
        from.on('close', () => {
          open.delete(from)
          to.destroy()
        })
      }
      return
    }
    client.destroy()
  }
  const relay = createServer((client) => void pass(client)).listen(port, '127.0.0.1')
  await once(relay, 'listening')
  return async () => {
    const closed = once(relay, 'close')
    relay.close()
    for (const socket of open) socket.destroy()
    await closed
  }
}

async function untilOpen(port: number): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += askAgainMs) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await isConnected(socket)
    socket.destroy()
    if (isOpen) return
    if (waitedMs > startPatienceMs) throw new Error('nginx did not start')
    // Timed: asked again until it answers.
    await sleep(askAgainMs)
  }
}

function isConnected(socket: Socket): Promise<boolean> {
  return once(socket, 'connect').then(
    () => true,
    () => false,
  )
}
