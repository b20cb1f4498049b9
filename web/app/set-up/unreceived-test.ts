import * as z from 'zod/mini'
import { recall, useRemembered } from '#web/browser/remembered.ts'

/*
 * A test alarm that its owner says did not come. Only this browser knows: the server knows how far the e-mail went, and that
 * it was refused.
 */

const name = 'unreceivedTests'
/** By device, the test alarm's id. */
const schema = z.record(z.string(), z.string())

/** @returns the test alarm of the device that did not come, and what says that another one, or none, did not. */
export function useUnreceivedTest(deviceId: string): [string | null, (alarmId: string | null) => void] {
  const [unreceived, remember] = useRemembered(name, schema, {})
  const say = (alarmId: string | null) => {
    const others = Object.fromEntries(Object.entries(unreceived).filter(([device]) => device !== deviceId))
    remember(alarmId === null ? others : { ...others, [deviceId]: alarmId })
  }
  return [unreceived[deviceId] ?? null, say]
}

export function hasUnreceivedTest(deviceId: string): boolean {
  return recall(name, schema)?.[deviceId] !== undefined
}
