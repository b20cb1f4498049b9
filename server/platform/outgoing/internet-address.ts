import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/*
 * A browser names the address for its messages and an owner that of a webhook or a broker, so anybody can name any address. The product must
 * not be led to call what only it can reach. A name is looked up when the connection is made, and exactly the addresses found are
 * used: answering differently the second time does not help an attacker.
 */

/** Which addresses may be called: those on the internet, and a test's own service on loopback. */
export type Reach = 'internet' | 'loopback'

/** Ports below belong to services of machines themselves; programs of people listen above. */
const firstFreePort = 1024

/**
 * Whether an address may be called at all: https, a name, no password.
 * @param ports `usual`: that of https alone; `free`: also those from 1024 on.
 */
export function isInternetUrl(address: string, reach: Reach, ports: 'usual' | 'free' = 'usual'): boolean {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (reach === 'loopback') return url.hostname === '127.0.0.1'
  const isName = url.hostname.includes('.') && isIP(url.hostname.replaceAll(/[[\]]/g, '')) === 0
  const isPort = url.port === '' || (ports === 'free' && Number(url.port) >= firstFreePort)
  return url.protocol === 'https:' && isPort && isName
}

/** A name leads to an address that not everybody on the internet can reach. */
export class PrivateAddress extends Error {
  constructor() {
    super('the name leads to a private address')
    this.name = 'PrivateAddress'
  }
}

/** The addresses of a name. Rejects where it has none. */
type AddressesOf = (name: string) => Promise<LookupAddress[]>

/** Looks names up, and fails if one of the addresses is not on the internet. */
export function internetLookup(addressesOf: AddressesOf): LookupFunction {
  return (name, options, callback) => {
    addressesOf(name).then(
      (found) => {
        const [first] = found
        if (first === undefined || !found.every(({ address }) => isInternetAddress(address))) {
          callback(new PrivateAddress(), '')
        } else if (options.all === true) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}

/** A server of names that does not answer finds none. */
const dnsTimeoutMs = 2_000
const dnsTries = 2

/**
 * Asks the servers of names themselves. `dns.lookup` would take one of Node's few threads until it is answered, and anybody can name a
 * name whose server never does: two such names, and nothing else is found any more (https://nodejs.org/api/dns.html).
 */
async function askServersOfNames(name: string): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: dnsTries })
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  const found = (answer: PromiseSettledResult<string[]>, family: 4 | 6) =>
    answer.status === 'rejected' ? [] : answer.value.map((address) => ({ address, family }))
  return [...found(four, 4), ...found(six, 6)]
}

export const lookupInternet = internetLookup(askServersOfNames)

/** How a connection is made: where all addresses may be called, as Node does it. */
export function lookupWithin(reach: Reach): { lookup?: LookupFunction } {
  return reach === 'internet' ? { lookup: lookupInternet } : {}
}

/** What will not work about an address: its form, where its name leads, or its name. */
export type Unreachable = 'form' | 'private' | 'unknown'

/** Longer than the servers of names are asked. */
const lookupPatienceMs = 5_000

/**
 * What will not work, said before anything is sent: the form of an address, its name, or where that leads now. It is checked again
 * when a connection is made. Null: it may be called.
 */
export async function whyUnreachable(
  address: string,
  reach: Reach,
  lookUp: LookupFunction = lookupInternet,
): Promise<Unreachable | null> {
  if (!isInternetUrl(address, reach, 'free')) return 'form'
  if (reach === 'loopback') return null
  const { promise, resolve } = Promise.withResolvers<Error | null>()
  const late = setTimeout(() => resolve(new Error('not found in time')), lookupPatienceMs)
  lookUp(new URL(address).hostname, { all: true }, (error) => resolve(error))
  const failure = await promise.finally(() => clearTimeout(late))
  if (failure === null) return null
  return failure instanceof PrivateAddress ? 'private' : 'unknown'
}

/** Whether everybody on the internet can reach an IP address. */
export function isInternetAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !reservedFour.check(address, 'ipv4')
  return version === 6 && internetSix.check(address, 'ipv6') && !reservedSix.check(address, 'ipv6')
}

/** IANA, special-purpose address registries: what is not globally reachable, or leads to such addresses. */
const reservedFour = blocks('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
])
const internetSix = blocks('ipv6', [['2000::', 3]])
const reservedSix = blocks('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

function blocks(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, family)
  return list
}
