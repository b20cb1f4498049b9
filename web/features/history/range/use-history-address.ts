import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import type { Device } from '#contract/devices/devices.ts'
import { deviceId as deviceIdSchema } from '#contract/base/identity.ts'
import { historyAddress, mapHash, readHistoryAddress } from './history-address.ts'
import { type RangeChoice, settledChoice } from './history-range.ts'
import { clock } from '#web/browser/clock.ts'
import { useAddressInPlace } from '#web/browser/history-entry.ts'
import { useRemembered } from '#web/browser/remembered.ts'
import { tabParameter } from '#web/browser/use-tab-in-address.ts'
import { useSearchParams } from '#web/browser/search-params.ts'

/** Of an account: at least one. */
type OwnDevices = readonly [Device, ...Device[]]

/**
 * Which device's history the screen shows, and which range: as its address says, else the device this browser remembers,
 * else the first of the owner's own order. Showing something is a navigation like any other: it can be shared and gone back from.
 */
export function useHistoryAddress(own: OwnDevices) {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const { key: visit, hash } = useLocation()
  const [remembered, remember] = useRemembered('trackingDevice', z.nullable(deviceIdSchema), null)
  const address = useMemo(() => readHistoryAddress(search), [search])
  const visitedAt = useVisitTime(visit)
  const choice = useMemo(() => address.choice && settledChoice(address.choice, visitedAt), [address.choice, visitedAt])
  const device = useMemo(() => {
    const owned = (wanted: string | null) => own.find(({ id }) => id === wanted)
    return owned(address.deviceId) ?? owned(remembered) ?? own[0]
  }, [own, address.deviceId, remembered])
  const isTheirs = address.deviceId === null || address.deviceId === device.id
  const tab = search.get(tabParameter)
  const write = useAddressInPlace()
  // The address names the device from the start: going back leads to the device that was shown.
  const nameDevice = useEffectEvent(() => {
    if (address.deviceId !== null) return
    const named = new URLSearchParams(search)
    named.set('device', device.id)
    write(`?${named.toString()}${hash}`)
  })
  useEffect(() => nameDevice(), [visit])

  return {
    device,
    /** As it was meant at the visit. Null if the address asks for no range, or for one of a device that is somebody else's. */
    choice: isTheirs ? choice : null,
    /** Different at each navigation, also to the same address. */
    visit,
    leadsToMap: hash === mapHash,
    /** Shows another device, in the same tab of the screen. */
    choose(deviceId: string): void {
      remember(deviceId)
      const next = historyAddress(deviceId, null)
      setSearch({ ...next, ...(tab !== null && { tab }) }, { preventScrollReset: true })
    },
    /** @param leadsToMap of a day all positions are shown, and not its trips. */
    show(choice: RangeChoice, { leadsToMap = false } = {}): void {
      const next = new URLSearchParams(historyAddress(device.id, choice)).toString()
      const nextHash = leadsToMap ? mapHash : ''
      const replace = next === search.toString() && nextHash === hash
      void navigate({ search: next, hash: nextHash }, { preventScrollReset: true, replace })
    },
  }
}

function useVisitTime(visit: string): Date {
  const [last, setLast] = useState(() => ({ visit, at: clock.now() }))
  const current = last.visit === visit ? last : { visit, at: clock.now() }
  if (current !== last) setLast(current)
  return current.at
}
