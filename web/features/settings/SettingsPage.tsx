import type { ReactNode } from 'react'
import { devices } from '#contract/devices/devices.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { useUser } from '#web/api/session/session.ts'
import { AccountSettings } from './scope/AccountSettings.tsx'
import { DeviceSettings } from './scope/DeviceSettings.tsx'
import { ScopeChoice } from './scope/ScopeChoice.tsx'
import { configurationTexts } from './texts.ts'
import { useScope } from './scope/use-scope.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'

/**
 * What warns, how early and with what; for the account or for one device.
 * @param children stand below.
 */
export function SettingsPage({ children }: { children: ReactNode }) {
  const user = useUser()
  const list = useCall(devices.list)
  const failed = list.isError && list.data === undefined
  const { device, choose } = useScope(failed ? noDevices : list.data)
  if (user === null) return null

  const choice = (
    <ScopeChoice devices={list.data ?? noDevices} device={device ?? null} failed={failed} onChoose={choose} />
  )
  return (
    <Page title={configurationTexts.title} lead={configurationTexts.lead}>
      {device === undefined ? (
        <Skeleton lines={8} />
      ) : device === null ? (
        <AccountSettings userId={user.id} demo={user.demo} choice={choice} />
      ) : (
        <DeviceSettings key={device.id} imei={device.imei} choice={choice} />
      )}
      {children}
    </Page>
  )
}

const noDevices: readonly [] = []
