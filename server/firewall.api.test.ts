import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'
import { readSettings } from '#server/config.ts'

/* `operating/nftables.conf`, loaded on a machine of its own: a network namespace, with another one that calls it. */

const patienceMs = 60_000
const file = 'operating/nftables.conf'
const names = { inside: `wegwarte-in-${process.pid}`, outside: `wegwarte-out-${process.pid}` }
const addresses = { 4: '192.0.2.1', 6: '2001:db8::1' }

const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: 'pipe' }).toString()
const within = (name: string, ...words: string[]) => run('ip', 'netns', 'exec', name, ...words)

if (!mayMakeNetworks()) test.skip('through operating/nftables.conf (skipped: needs root, nft and ip netns)')
else
  describe('through operating/nftables.conf', { timeout: patienceMs }, () => {
    let listener: ReturnType<typeof spawn>
    const settings = readSettings({})
    const tcpOnly = [settings.GATEWAY_GT06_PORT, settings.GATEWAY_OSMAND_PORT, settings.GATEWAY_OWNTRACKS_PORT]
    const { GATEWAY_TELTONIKA_PORT, GATEWAY_H02_PORT, GATEWAY_QUECLINK_PORT, GATEWAY_MEITRACK_PORT } = settings
    const both = [GATEWAY_TELTONIKA_PORT, GATEWAY_H02_PORT, GATEWAY_QUECLINK_PORT, GATEWAY_MEITRACK_PORT]
    const tcp = [22, 80, 443, ...tcpOnly, ...both]
    const inside = [settings.PORT, 5432, 9090]

    beforeAll(async () => {
      const { inside: here, outside } = names
      for (const name of [here, outside]) run('ip', 'netns', 'add', name)
      run('ip', '-n', here, 'link', 'add', 'wan', 'type', 'veth', 'peer', 'name', 'wan', 'netns', outside)
      for (const [name, last] of [
        [here, 1],
        [outside, 2],
      ] as const) {
        run('ip', '-n', name, 'address', 'add', `192.0.2.${last}/24`, 'dev', 'wan')
        run('ip', '-n', name, 'address', 'add', `2001:db8::${last}/64`, 'dev', 'wan', 'nodad')
        for (const device of ['lo', 'wan']) run('ip', '-n', name, 'link', 'set', device, 'up')
      }
      within(here, 'nft', '-f', file)
      listener = spawn(
        'ip',
        ['netns', 'exec', here, process.execPath, '-e', listening, ...[...tcp, ...inside].map(String)],
        {
          stdio: ['pipe', 'pipe', 'inherit'],
        },
      )
      if (listener.stdout !== null) await once(listener.stdout, 'data')
    }, patienceMs)
    afterAll(async () => {
      listener.stdin?.end()
      await once(listener, 'exit')
      for (const name of Object.values(names)) run('ip', 'netns', 'delete', name)
    })

    const askedFrom = async (name: string, host: string, ports: readonly number[]) => {
      const asking = spawn('ip', ['netns', 'exec', name, process.execPath, '-e', calling, host, ...ports.map(String)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      return JSON.parse(await text(asking.stdout)) as { tcp: number[]; udp: number[] }
    }

    test.each([4, 6] as const)('IPv%d: what the product offers is reached, and nothing else', async (version) => {
      expect(await askedFrom(names.outside, addresses[version], [...tcp, ...inside])).toEqual({
        tcp: tcp.toSorted((a, b) => a - b),
        udp: [443, ...both].toSorted((a, b) => a - b),
      })
    })

    test('the machine itself reaches everything', async () => {
      const all = [...tcp, ...inside].toSorted((a, b) => a - b)
      for (const host of ['127.0.0.1', '::1']) {
        expect(await askedFrom(names.inside, host, all)).toEqual({ tcp: all, udp: all })
      }
    })

    test('loaded once more it is the same, and it leaves the tables of others alone', () => {
      const before = within(names.inside, 'nft', 'list', 'ruleset')
      within(names.inside, 'nft', 'add', 'table', 'ip', 'docker')
      within(names.inside, 'nft', '-f', file)
      const after = within(names.inside, 'nft', 'list', 'ruleset')
      expect(after.replace(/table ip docker \{\n\}\n/, '')).toBe(before)
      expect(after).toContain('table ip docker')
    })
  })

test('no port that trackers report to is forgotten in this test', () => {
  expect(Object.keys(anyGatewayPorts)).toHaveLength(7)
})

function mayMakeNetworks(): boolean {
  try {
    run('nft', '--version')
    run('ip', 'netns', 'add', names.inside)
    run('ip', 'netns', 'delete', names.inside)
    return true
  } catch {
    return false
  }
}

/** Listens at each port by TCP and UDP until its input ends, and answers every word. */
const listening = `
  const net = require('node:net'), dgram = require('node:dgram')
  const ports = process.argv.slice(1).map(Number)
  let open = 0
  const opened = () => { if (++open === 2 * ports.length) console.log('open') }
  for (const port of ports) {
    net.createServer((socket) => socket.on('error', () => {}).end('here')).listen(port, '::', opened)
    const udp = dgram.createSocket('udp6')
    udp.on('message', (_message, { port, address }) => udp.send('here', port, address))
    udp.bind(port, '::', opened)
  }
  process.stdin.resume().on('end', () => process.exit())`

/** Says at which ports somebody answers; what a firewall drops is never answered. */
const calling = `
  const net = require('node:net'), dgram = require('node:dgram')
  const [host, ...ports] = process.argv.slice(1)
  const patienceMs = 5000
  const askTcp = (port) => new Promise((resolve) => {
    const socket = net.connect({ host, port: Number(port), timeout: patienceMs })
    const done = (answered) => { socket.destroy(); resolve(answered ? [Number(port)] : []) }
    socket.once('data', () => done(true)).once('timeout', () => done(false)).once('error', () => done(false))
  })
  const askUdp = (port) => new Promise((resolve) => {
    const socket = dgram.createSocket(host.includes(':') ? 'udp6' : 'udp4')
    const done = (answered) => { clearTimeout(late); socket.close(); resolve(answered ? [Number(port)] : []) }
    // Timed: a datagram that a firewall drops is never answered.
    const late = setTimeout(() => done(false), patienceMs)
    socket.once('message', () => done(true))
    socket.send('there?', Number(port), host)
  })
  const sorted = (answers) => answers.flat().sort((a, b) => a - b)
  Promise.all([Promise.all(ports.map(askTcp)), Promise.all(ports.map(askUdp))])
    .then(([tcp, udp]) => console.log(JSON.stringify({ tcp: sorted(tcp), udp: sorted(udp) })))`
