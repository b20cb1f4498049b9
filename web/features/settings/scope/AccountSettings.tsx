import { type ReactNode, useEffect, useMemo } from 'react'
import type { Instant } from '#contract/base/place.ts'
import { settings, type UserSettings } from '#contract/settings/settings.ts'
import { isConnectionProblem } from '#web/api/calls/call-problem.ts'
import { useCall } from '#web/api/queries/queries.ts'
import { AccountFacts } from './ScopeFacts.tsx'
import { keepCopy, recallCopy } from '../local-copy.ts'
import { SettingsForm } from '../SettingsForm.tsx'
import { accountSource, storedOfAccount } from './settings-source.ts'
import { configurationTexts } from '../texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { LoadFailure } from '#web/ui/text/EmptyState.tsx'
import { formatDayTime } from '#web/texts/formats.ts'
import { RetryIcon } from '#web/ui/pictures/icons.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { generalTexts } from '#web/texts/general.ts'

interface AccountSettingsProps {
  userId: string
  /** Of the demo account nothing waits for a connection, because it may change nothing. */
  demo: boolean
  choice: ReactNode
}

/** The account's settings; without a connection the copy that this browser kept. */
export function AccountSettings({ userId, demo, choice }: AccountSettingsProps) {
  const query = useCall(settings.show, { params: { id: userId } })
  const { data, dataUpdatedAt } = query
  const retry = () => void query.refetch()

  useEffect(() => {
    if (data !== undefined) keepCopy(userId, data, new Date(dataUpdatedAt))
  }, [userId, data, dataUpdatedAt])

  const offline = query.fetchStatus === 'paused' || isConnectionProblem(query.error)
  const copy = useMemo(() => (offline ? recallCopy(userId) : null), [offline, userId])
  const live = data === undefined ? null : { settings: data, syncedAt: new Date(dataUpdatedAt).toISOString() }
  const known = live ?? copy
  if (known !== null) {
    return (
      <>
        {live === null && <CopyNotice syncedAt={known.syncedAt} fixed={demo} onRetry={retry} busy={query.isFetching} />}
        {/* The same form before and after: what is being typed when the connection is back stays. */}
        <AccountForm
          key="form"
          readOnly={live === null && demo}
          userId={userId}
          kept={known.settings}
          syncedAt={known.syncedAt}
          choice={choice}
        />
      </>
    )
  }
  if (query.isError || offline) {
    return <LoadFailure title={configurationTexts.failed} error={query.error} onRetry={retry} busy={query.isFetching} />
  }
  return <Skeleton lines={8} />
}

interface AccountFormProps {
  userId: string
  kept: UserSettings
  syncedAt: Instant
  choice: ReactNode
  readOnly: boolean
}

function AccountForm({ userId, kept, syncedAt, choice, readOnly }: AccountFormProps) {
  const source = useMemo(() => accountSource(userId), [userId])
  const arrived = useMemo(() => storedOfAccount(kept), [kept])
  return (
    <SettingsForm
      readOnly={readOnly}
      source={source}
      arrived={arrived}
      scope={
        <>
          {choice}
          <AccountFacts stored={arrived} syncedAt={syncedAt} />
        </>
      }
    />
  )
}

interface CopyNoticeProps {
  /** It cannot be changed. */
  fixed: boolean
  syncedAt: Instant
  onRetry(): void
  busy: boolean
}

function CopyNotice({ syncedAt, fixed, onRetry, busy }: CopyNoticeProps) {
  const { title, text, fixedText } = configurationTexts.copy
  return (
    <Notice
      kind="warning"
      title={title}
      actions={
        <Button kind="secondary" onClick={onRetry} busy={busy}>
          <RetryIcon />
          {generalTexts.retry}
        </Button>
      }
    >
      {(fixed ? fixedText : text)(formatDayTime(syncedAt))}
    </Notice>
  )
}
