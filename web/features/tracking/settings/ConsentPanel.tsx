import { useId } from 'react'
import type { TrackingPurpose } from '#contract/consents/consents.ts'
import { consentText, currentVersion } from '#domain/consents/texts.ts'
import styles from './ConsentPanel.module.css'
import { trackingTexts } from '../texts.ts'
import { isConsentTicked, isLocked, purposesAsked, purposesToRenew, type ShownTracking } from '../shown-tracking.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { formatDayTime } from '#web/texts/formats.ts'
import { Check } from '#web/ui/controls/Check.tsx'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { paths } from '#web/browser/paths.ts'
import { lastWordOf, purposeNames } from '#web/texts/consents.ts'
import { Summary } from '#web/ui/text/Summary.tsx'
import { Link } from '#web/ui/controls/Link.tsx'

interface ConsentPanelProps {
  screen: ShownTracking
  onChange(consentGiven: boolean): void
  /** Consent to a new text, while tracking goes on. */
  onRenew(): void
}

const texts = trackingTexts.consent

/** The consent to store positions, by purpose: given by nobody but the user, and dated. */
export function ConsentPanel({ screen, onChange, onRenew }: ConsentPanelProps) {
  const textId = useId()
  const { mode, consentGiven, consentTimestamp, running, trackingEnabled } = screen
  const given = texts.given(consentTimestamp === null ? texts.unknown : formatDayTime(consentTimestamp))
  const renewed = purposesToRenew(screen)
  return (
    <Card title={texts.title}>
      <Stack gap={2}>
        {trackingEnabled && renewed.length > 0 && <NewText screen={screen} purposes={renewed} onRenew={onRenew} />}
        <Check
          checked={isConsentTicked(screen)}
          aria-describedby={textId}
          aria-disabled={isLocked(screen) || undefined}
          // The rules decide whether the click counts; a locked box stays reachable and keeps its state.
          onChange={(event) => onChange(event.currentTarget.checked)}
        >
          {texts.label}
        </Check>
        <p className={styles.date} role="status">
          {consentGiven && running !== 'consent' && given}
        </p>
        {!trackingEnabled && renewed.length > 0 && <Small>{texts.former}</Small>}
        <div id={textId} className={styles.texts}>
          {isConsentTicked(screen) ? (
            <details>
              <Summary>{texts.text}</Summary>
              {purposesAsked(mode).map((purpose) => (
                <ConsentText key={purpose} purpose={purpose} version={versionIn(screen, purpose)} />
              ))}
            </details>
          ) : (
            purposesAsked(mode).map((purpose) => (
              <ConsentText key={purpose} purpose={purpose} version={currentVersion(purpose)} />
            ))
          )}
        </div>
        <Small>{texts.others}</Small>
        <LastWord screen={screen} />
      </Stack>
    </Card>
  )
}

/** The version that was consented to. */
function versionIn({ consents }: ShownTracking, purpose: TrackingPurpose): number {
  return consents.find((one) => one.purpose === purpose)?.version ?? currentVersion(purpose)
}

function ConsentText({ purpose, version }: { purpose: TrackingPurpose; version: number }) {
  return (
    <p className={styles.text}>
      <strong>
        {purposeNames[purpose]} ({texts.version(version)}):
      </strong>{' '}
      {consentText(purpose, version)}
    </p>
  )
}

interface NewTextProps {
  screen: ShownTracking
  purposes: readonly TrackingPurpose[]
  onRenew(): void
}

function NewText({ screen: { renewConsentBy, running }, purposes, onRenew }: NewTextProps) {
  return (
    <Notice
      kind="warning"
      title={texts.renewTitle}
      live={false}
      actions={
        <Button busy={running === 'renew'} onClick={onRenew}>
          {texts.renewAction}
        </Button>
      }
    >
      <p>{texts.renew(renewConsentBy === null ? null : formatDayTime(renewConsentBy))}</p>
      {purposes.map((purpose) => (
        <ConsentText key={purpose} purpose={purpose} version={currentVersion(purpose)} />
      ))}
    </Notice>
  )
}

/** The history's last entry about the device's tracking, and the way to the history. */
function LastWord({ screen: { consents } }: { screen: ShownTracking }) {
  const [last] = consents
    .flatMap(({ at, version, ...rest }) => (at === null || version === null ? [] : [{ ...rest, at, version }]))
    .toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <Small>
      {last !== undefined && `${lastWordOf(last)} `}
      <Link to={paths.myData}>{texts.history}</Link>
    </Small>
  )
}
