import { useEffect, useRef, useState } from 'react'

/** One choice of a device, by identity: chosen again later, it is another choice. */
export interface DeviceChoice {
  readonly deviceId: string
}

/**
 * The choice that is shown, and which one was the last: what was begun under an earlier choice is no longer shown or
 * reported. Leaving the screen is not another choice.
 */
export function useDeviceChoice(deviceId: string | null) {
  const [choice, setChoice] = useState<DeviceChoice | null>(null)
  const current = choice?.deviceId === deviceId ? choice : deviceId === null ? null : { deviceId }
  if (current !== choice) setChoice(current)
  const last = useRef(current)
  useEffect(() => {
    last.current = current
  })
  const [isLast] = useState(() => (one: DeviceChoice) => last.current === one)
  return { choice: current, isLast }
}
