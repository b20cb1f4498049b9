import type { Position } from '#contract/history/history.ts'
import type { SharedData } from '#contract/shares/shares.ts'
import { sharesServerLimits } from '#contract/shares/shares-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { believedUntil, retainedSince } from '#domain/history/retention.ts'
import { type HiddenArea, isHidden } from '#domain/privacy-zones/privacy-zones.ts'
import { type PlaceNames, withNamedPlaces } from '#server/places/place-names.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DevicesStore } from '#server/features/devices/devices.store.ts'
import type { PrivacyZonesStore } from '#server/features/privacy-zones/privacy-zones.store.ts'
import type { SharedAlarm, SharedDataStore } from './shared-data.store.ts'
import type { SharesStore } from './shares.store.ts'
import type { Recipient } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'

export type SharedDataService = ReturnType<typeof createSharedDataService>

const { delayMinutes, pagePositions, pageAlarms } = sharesServerLimits

interface Parts {
  shares: Pick<SharesStore, 'use'>
  data: SharedDataStore
  devices: Pick<DevicesStore, 'find'>
  zones: Pick<PrivacyZonesStore, 'hiddenAreas'>
  placeNames: PlaceNames
  clock: Clock
}

/** How far a recipient has read: the last numbers of positions and alarms in the order in which they were stored. */
interface Cursor {
  positions: string
  alarms: string
}

/** What the recipient of a share gets. */
export function createSharedDataService({ shares, data, devices, zones, placeNames, clock }: Parts) {
  return {
    /**
     * What is new since an answer's `next`. The answer depends only on it, so one that was lost can be asked for again.
     * Nothing from before the share is part of it.
     * @throws {Problem} SHARE_OVER if it has ended since the call was admitted.
     */
    async read(recipient: Recipient, since: string | null): Promise<SharedData> {
      const now = clock.now()
      const share = await shares.use(recipient, now)
      if (share === null) throw new Problem('SHARE_OVER')
      const { deviceId, scopes } = share
      const has = (scope: SharedData['scopes'][number]) => scopes.includes(scope)
      const after = cursorOf(since)
      const oldest = retainedSince(now)
      const wanted = { deviceId, since: share.createdAt > oldest ? share.createdAt : oldest }
      const areas = await zones.hiddenAreas(share.userId)
      const handedOverUntil = new Date(now.getTime() - delayMinutes * minuteMs)
      const shown = has('POSITIONS') ? { areas, until: handedOverUntil } : null
      const positions = has('POSITIONS')
        ? await data.positions(
            { ...wanted, after: after.positions, most: pagePositions },
            { receivedUntil: handedOverUntil, measuredUntil: believedUntil(now) },
          )
        : null
      const alarms = has('ALARMS') ? await data.alarms({ ...wanted, after: after.alarms, most: pageAlarms }) : null
      const handedOver = positions?.rows.filter((position) => !isHidden(areas, position))
      const newest = newestOf(handedOver ?? [])
      const [placeName, namedAlarms] = await Promise.all([
        newest && placeNames.nameOf(newest),
        alarms &&
          withNamedPlaces(
            alarms.rows.map((alarm) => shownAlarm(alarm, shown)),
            placeNames,
          ),
      ])
      return {
        recipient: share.recipient,
        scopes,
        endsAt: share.endsAt.toISOString(),
        ...(has('DEVICE') && { device: await deviceOf(deviceId, now) }),
        ...(handedOver && { positions: handedOver, placeName }),
        ...(namedAlarms && { alarms: namedAlarms }),
        next: `${positions?.last ?? after.positions}-${alarms?.last ?? after.alarms}`,
        more: positions?.more === true || alarms?.more === true,
      }
    },
  }

  async function deviceOf(deviceId: string, now: Date): Promise<SharedData['device']> {
    const device = await devices.find(deviceId, now)
    if (device === null) throw new Problem('SHARE_OVER')
    const { deviceName, deviceModel, imei, vehicleBrand, vehicleModel, vehiclePlate } = device
    const { lastActiveAt, battery, externalPower } = device
    return {
      deviceName,
      deviceModel,
      imei,
      vehicleBrand,
      vehicleModel,
      vehiclePlate,
      lastActiveAt,
      battery,
      externalPower,
    }
  }
}

/** The schema has made sure that both are there. */
function cursorOf(since: string | null): Cursor {
  const [positions = '0', alarms = '0'] = since?.split('-') ?? []
  return { positions, alarms }
}

/** By the time of its fix: one that a tracker sent late stands at the end. Null if there is none. */
function newestOf(positions: readonly Position[]): Position | null {
  const timeOf = ({ recordedAt }: Position) => Date.parse(recordedAt)
  return positions.reduce<Position | null>(
    (newest, position) => (newest === null || timeOf(position) > timeOf(newest) ? position : newest),
    null,
  )
}

/** @param shown which places of alarms are: of those raised until then; null where places are not shared. */
function shownAlarm(
  { kind, detectedAt, place }: SharedAlarm,
  shown: { areas: readonly HiddenArea[]; until: Date } | null,
) {
  const isShown = place !== null && shown !== null && detectedAt <= shown.until && !isHidden(shown.areas, place)
  return {
    kind,
    detectedAt: detectedAt.toISOString(),
    place: isShown ? { ...place, recordedAt: place.recordedAt.toISOString() } : null,
  }
}
