import type { Settings } from '#server/config.ts'
import { gt06 } from './gt06/gt06.ts'
import { h02 } from './h02/h02.ts'
import { type Listener, listenHttp, type ListenOptions } from './listen.ts'
import { listenTcp } from './listen-tcp.ts'
import { listenUdp } from './listen-udp.ts'
import { meitrack } from './meitrack/meitrack.ts'
import { osmand } from './osmand/osmand.ts'
import { owntracks } from './owntracks/owntracks.ts'
import type { HttpProtocol, StreamProtocol } from './protocol.ts'
import { queclink } from './queclink/queclink.ts'
import { teltonika } from './teltonika/teltonika.ts'
import { teltonikaUdp } from './teltonika/teltonika-udp.ts'

type PortSetting = Extract<keyof Settings, `GATEWAY_${string}_PORT`>

/** Every tracker protocol of the product, and the setting of its port. */
const protocols: readonly { port: PortSetting; http?: HttpProtocol; tcp?: StreamProtocol; udp?: StreamProtocol }[] = [
  { port: 'GATEWAY_OSMAND_PORT', http: osmand },
  { port: 'GATEWAY_OWNTRACKS_PORT', http: owntracks },
  { port: 'GATEWAY_TELTONIKA_PORT', tcp: teltonika, udp: teltonikaUdp },
  { port: 'GATEWAY_GT06_PORT', tcp: gt06 },
  { port: 'GATEWAY_H02_PORT', tcp: h02, udp: h02 },
  { port: 'GATEWAY_QUECLINK_PORT', tcp: queclink, udp: queclink },
  { port: 'GATEWAY_MEITRACK_PORT', tcp: meitrack, udp: meitrack },
]

/** Any free port for each protocol, for tests. */
export const anyGatewayPorts = Object.fromEntries(protocols.map(({ port }) => [port, '0']))

type GatewayOptions = Omit<ListenOptions, 'protocol' | 'host' | 'port'> & { settings: Settings }

/** A tracker port that is not open yet: `open` throws the operating system's error if it fails. */
export interface GatewayPort {
  protocol: string
  port: number
  open(): Promise<Listener>
}

/** The ports of all protocols, from the settings. */
export function gatewayPorts({ settings, ...options }: GatewayOptions): GatewayPort[] {
  return protocols.flatMap(({ port: setting, http, tcp, udp }) => {
    const port = settings[setting]
    const at = { ...options, host: settings.GATEWAY_HOST, port, sharesPort: settings.GATEWAY_SHARED_PORTS }
    return [
      ...(http === undefined ? [] : [{ protocol: http.name, port, open: () => listenHttp({ ...at, protocol: http }) }]),
      ...(tcp === undefined ? [] : [{ protocol: tcp.name, port, open: () => listenTcp({ ...at, protocol: tcp }) }]),
      ...(udp === undefined ? [] : [{ protocol: udp.name, port, open: () => listenUdp({ ...at, protocol: udp }) }]),
    ]
  })
}
