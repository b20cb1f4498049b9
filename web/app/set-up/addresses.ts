import { setUpScreens, type SetUpScreen } from '#domain/vehicles/setup.ts'
import { paths, withQuery } from '#web/browser/paths.ts'

const steps = {
  VEHICLE: '/fahrzeug',
  TRACKER: '/tracker',
  PURPOSES: '/zweck',
  RECEIVERS: '/wecken',
  TEST_ALARM: '/probealarm',
} as const satisfies Record<SetUpScreen, string>

/** The step of a device's set-up. */
export function addressOfStep(screen: SetUpScreen, deviceId: string): string {
  return withQuery(paths.setUp + steps[screen], { device: deviceId })
}

/** The step that an address names; null where it is that of the whole set-up. */
export function stepAt(pathname: string): SetUpScreen | null {
  return setUpScreens.find((screen) => pathname === paths.setUp + steps[screen]) ?? null
}
