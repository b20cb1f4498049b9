import { type ReactNode, useMemo } from 'react'
import { settings } from '#contract/settings/settings.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { DeviceFacts } from './ScopeFacts.tsx'
import { SettingsForm } from '../SettingsForm.tsx'
import { deviceSource, storedOfDevice } from './settings-source.ts'
import { configurationTexts } from '../texts.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'

interface DeviceSettingsProps {
  imei: string
  choice: ReactNode
}

/** How often to check whether the device has taken over its settings. */
const lookEveryMs = 30_000

/** A device's settings: those it should have, and those it has taken over. */
export function DeviceSettings({ imei, choice }: DeviceSettingsProps) {
  const query = useCall(settings.deviceConfig, { query: { imei } }, { refetchInterval: lookEveryMs })
  const source = useMemo(() => deviceSource(imei), [imei])
  const arrived = useMemo(() => (query.data === undefined ? null : storedOfDevice(query.data)), [query.data])

  if (arrived !== null) {
    return (
      <SettingsForm
        source={source}
        arrived={arrived}
        scope={
          <>
            {choice}
            <DeviceFacts stored={arrived} />
          </>
        }
      />
    )
  }
  return (
    <>
      <Card title={configurationTexts.scope.title}>{choice}</Card>
      {query.isError || query.fetchStatus === 'paused' ? (
        <LoadFailure
          title={configurationTexts.failed}
          error={query.error ?? undefined}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : (
        <Skeleton lines={8} />
      )}
    </>
  )
}
