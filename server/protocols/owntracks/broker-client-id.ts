import { createHmac } from 'node:crypto'

/** Every broker takes this many letters and digits (MQTT 3.1.1, section 3.1.3.1). */
const longest = 23

/**
 * The name by which a broker knows this installation, and keeps what came while it was away. It is made of a key in the
 * database, so it is the same in a new container and on another machine, and shows nothing of the key.
 */
export function brokerClientId(key: Buffer): string {
  const name = createHmac('sha256', key).update('client of an mqtt broker').digest('hex')
  return `wegwarte${name}`.slice(0, longest)
}
