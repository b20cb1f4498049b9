import { setTimeout as sleep } from 'node:timers/promises'
import { secondMs } from '#contract/base/time-units.ts'
import type { RecordedFix } from '#server/commands/simulate/gpx-recording.ts'
import { gt06Encoder } from '#server/commands/simulate/gt06-client.ts'
import { h02Encoder } from '#server/commands/simulate/h02-client.ts'
import { httpTracker } from '#server/commands/simulate/http-client.ts'
import { osmandRequest } from '#server/commands/simulate/osmand-client.ts'
import { owntracksRequest } from '#server/commands/simulate/owntracks-client.ts'
import type { SimulatedTracker } from '#server/commands/simulate/simulated-tracker.ts'
import { streamTracker } from '#server/commands/simulate/stream-client.ts'
import { teltonikaEncoder } from '#server/commands/simulate/teltonika-client.ts'
import type { Person } from '#server/testing/people.ts'
import type { Installation } from './installation.ts'
import type { Night } from './night.ts'
import type { Way } from './ways.ts'

const host = '127.0.0.1'
const againAfterMs = 200

/** A tracker that reports until the night is over. */
export interface Reporting {
  /** Fixes that it need not repeat. */
  acknowledged: readonly RecordedFix[]
  /** Until nothing is left to report. */
  end(): Promise<void>
}

/** Reports what a vehicle does; what is not acknowledged is kept and repeated, the oldest first, as real trackers do. */
export function startReporting(
  installation: Installation,
  owner: Person,
  { protocol, everySeconds }: Night,
  { way, startedAt }: { way: Way; startedAt: Date },
): Reporting {
  const { clock, times } = installation
  const tracker = trackerOf(installation, owner, protocol)
  const acknowledged: RecordedFix[] = []
  const run = { isOver: false }
  const report = async (fix: RecordedFix) => {
    for (;;) {
      const isTaken = await tracker.send(fix).then(
        () => true,
        () => false,
      )
      if (isTaken) return void acknowledged.push(fix)
      await sleep(againAfterMs)
    }
  }
  const drive = async () => {
    for (let second = 0; !run.isOver; second += everySeconds) {
      const recordedAt = new Date(startedAt.getTime() + second * secondMs)
      while (!run.isOver && clock.now() < recordedAt) {
        await sleep(Math.max(1, Math.min(secondMs, (recordedAt.getTime() - clock.now().getTime()) / times)))
      }
      const fix = way.fixAt(second)
      if (!run.isOver && fix !== null) await report({ ...fix, recordedAt })
    }
  }
  const driven = drive()
  return {
    acknowledged,
    async end() {
      run.isOver = true
      await driven
      tracker.close()
    },
  }
}

function trackerOf({ ports }: Installation, owner: Person, protocol: Night['protocol']): SimulatedTracker {
  const { imei, deviceSecret: secret } = owner
  switch (protocol) {
    case 'OsmAnd':
      return httpTracker({ host, port: ports.osmand, secret, requestOf: (fix) => osmandRequest('query', imei, fix) })
    case 'OwnTracks HTTP': {
      const phone = { identity: imei, encryptionSecret: null }
      return httpTracker({ host, port: ports.owntracks, secret, requestOf: (fix) => owntracksRequest(phone, fix) })
    }
    case 'GT06':
      return streamTracker({ host, port: ports.gt06, imei, encoder: gt06Encoder })
    case 'H02':
      return streamTracker({ host, port: ports.h02, imei, encoder: h02Encoder })
    case 'Teltonika':
      return streamTracker({ host, port: ports.teltonika, imei, encoder: teltonikaEncoder })
  }
}
