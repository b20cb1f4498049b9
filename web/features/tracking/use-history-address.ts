import { useEffect, useEffectEvent, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import type { Device } from '#contract/devices.ts'
import { deviceId as deviceIdSchema } from '#contract/identity.ts'
import { historyAddress, mapHash, readHistoryAddress } from './history-address.ts'
import type { RangeChoice } from './history-range.ts'
import { useRemembered } from '#web/kit/remembered.ts'

/**
 * Whose history of when the screen shows: what its address says, else the device this browser remembers, or the only
 * one there is. Showing something is a navigation like any other: it can be shared and gone back from.
 */
export function useHistoryAddress(own: readonly Device[]) {
  const [search, setSearch] = useSearchParams()
  const { key: visit, hash } = useLocation()
  const [remembered, remember] = useRemembered('trackingDevice', z.nullable(deviceIdSchema), null)
  const address = useMemo(() => readHistoryAddress(search), [search])
  const device = useMemo(() => {
    const owned = (wanted: string | null) => own.find(({ id }) => id === wanted)
    return owned(address.deviceId) ?? owned(remembered) ?? (own.length === 1 ? own[0] : undefined) ?? null
  }, [own, address.deviceId, remembered])
  const isTheirs = address.deviceId === device?.id
  // Whose history it is stands in the address from the first: going back leads to the device that was shown.
  const nameDevice = useEffectEvent(() => {
    if (device === null || address.deviceId !== null) return
    setSearch(historyAddress(device.id, address.choice), { preventScrollReset: true, replace: true })
  })
  useEffect(() => nameDevice(), [visit])

  return {
    device,
    /** Null where the address asks for no range, or for one of a device that is somebody else's. */
    choice: isTheirs ? address.choice : null,
    /** Another one at each navigation, also to the same address. */
    visit,
    leadsToMap: hash === mapHash,
    choose(deviceId: string | null): void {
      remember(deviceId)
      // An address without a device shows the remembered one: gone back to, it would show the same again.
      const replace = address.deviceId === null
      setSearch(deviceId === null ? {} : historyAddress(deviceId, null), { preventScrollReset: true, replace })
    },
    show(choice: RangeChoice): void {
      if (device === null) return
      const next = historyAddress(device.id, choice)
      const replace = new URLSearchParams(next).toString() === search.toString()
      setSearch(next, { preventScrollReset: true, replace })
    },
  }
}
