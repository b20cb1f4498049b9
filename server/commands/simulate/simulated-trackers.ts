import type { Settings } from '#server/config.ts'
import { CommandProblem } from '#server/commands/command.ts'
import { gt06Encoder } from './gt06-client.ts'
import { h02Encoder } from './h02-client.ts'
import { httpTracker } from './http-client.ts'
import { mqttTracker } from './mqtt-client.ts'
import { osmandRequest, type OsmandShape } from './osmand-client.ts'
import { owntracksMessage, owntracksRequest } from './owntracks-client.ts'
import { queclinkEncoder } from './queclink-client.ts'
import type { SimulatedTracker } from './simulated-tracker.ts'
import { streamTracker } from './stream-client.ts'
import { teltonikaEncoder } from './teltonika-client.ts'

export const simulatedProtocols = [
  'osmand',
  'owntracks',
  'owntracks-mqtt',
  'teltonika',
  'gt06',
  'h02',
  'queclink',
] as const
export type SimulatedProtocol = (typeof simulatedProtocols)[number]

/** What a simulated tracker knows of itself. */
export interface SimulatedIdentity {
  protocol: SimulatedProtocol
  imei: string
  /** For OsmAnd. */
  shape: OsmandShape
  /** Sent with each report over HTTP, or used by OwnTracks for encryption. */
  secret: string | null
  isEncrypted: boolean
}

export function simulatedTracker(
  { protocol, imei, shape, secret, isEncrypted }: SimulatedIdentity,
  settings: Settings,
): SimulatedTracker {
  // Some addresses to listen on cannot be called.
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[settings.GATEWAY_HOST] ?? settings.GATEWAY_HOST
  const phone = { identity: imei, encryptionSecret: isEncrypted ? secret : null }
  switch (protocol) {
    case 'osmand':
      return httpTracker({
        host,
        port: settings.GATEWAY_OSMAND_PORT,
        secret,
        requestOf: (fix) => osmandRequest(shape, imei, fix),
      })
    case 'owntracks':
      return httpTracker({
        host,
        port: settings.GATEWAY_OWNTRACKS_PORT,
        secret: isEncrypted ? null : secret,
        requestOf: (fix) => owntracksRequest(phone, fix),
      })
    case 'owntracks-mqtt':
      if (settings.MQTT_URL === undefined) throw new CommandProblem('Bitte nennen Sie den Broker in MQTT_URL.')
      return mqttTracker({ url: settings.MQTT_URL, messageOf: (fix) => owntracksMessage(phone, fix) })
    case 'teltonika':
      return streamTracker({ host, port: settings.GATEWAY_TELTONIKA_PORT, imei, encoder: teltonikaEncoder })
    case 'gt06':
      return streamTracker({ host, port: settings.GATEWAY_GT06_PORT, imei, encoder: gt06Encoder })
    case 'h02':
      return streamTracker({ host, port: settings.GATEWAY_H02_PORT, imei, encoder: h02Encoder })
    case 'queclink':
      return streamTracker({ host, port: settings.GATEWAY_QUECLINK_PORT, imei, encoder: queclinkEncoder })
  }
}
