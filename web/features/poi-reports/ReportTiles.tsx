import { type ReactNode, useEffect, useRef } from 'react'
import { categoryOf } from '#domain/pois/pois.ts'
import { useIsConsentAsked } from './ReportConsent.tsx'
import { reportIcons } from './ReportTypeChoice.tsx'
import choice from './ReportTypeChoice.module.css'
import styles from './ReportControl.module.css'
import { reportTexts, tileNames } from './texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { CloseButton } from '#web/ui/controls/CloseButton.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { generalTexts } from '#web/texts/general.ts'

/** What most have to say, hazards first; cameras and the rest are behind „Mehr“. */
const tiles = ['Accident', 'TrafficJam', 'Obstacle', 'Slippery', 'TemporaryRoadwork', 'User'] as const
export type TileType = (typeof tiles)[number]

interface ReportTilesProps {
  /** Where it will be reported, in words. */
  where: string
  /** Nothing can be sent yet, or something is being sent. */
  waits: boolean
  /** @param isConsentAsked the reporter has to consent first. */
  onReport(type: TileType, isConsentAsked: boolean): void
  onMore(): void
  onClose(): void
}

const texts = reportTexts.tiles

/** What is here? One tap reports it. */
export function ReportTiles({ where, waits, onReport, onMore, onClose }: ReportTilesProps) {
  const isConsentAsked = useIsConsentAsked(null)
  return (
    <ReportPanel
      title={texts.title}
      step="what"
      note={
        <Small role="status">
          {where} {reportTexts.drivingTitle}
        </Small>
      }
      onClose={onClose}
    >
      <div className={styles.tiles}>
        {tiles.map((type) => (
          <Tile key={type} type={type} disabled={waits} onPress={() => onReport(type, isConsentAsked)} />
        ))}
      </div>
      <Button kind="quiet" onClick={onMore}>
        {texts.more}
      </Button>
    </ReportPanel>
  )
}

function Tile({ type, disabled, onPress }: { type: TileType; disabled: boolean; onPress(): void }) {
  const Icon = reportIcons[type]
  return (
    <button
      type="button"
      className={styles.tile}
      data-category={categoryOf(type)}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon size={32} stroke={1.75} aria-hidden="true" className={choice.icon} />
      {tileNames[type]}
    </button>
  )
}

interface ReportPanelProps {
  title: string
  step: 'what' | 'where'
  note?: ReactNode
  onClose(): void
  children: ReactNode
}

/** Over the map, in the sheet's place; it takes the focus. */
export function ReportPanel({ title, step, note, onClose, children }: ReportPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section
      className={styles.panel}
      data-placing={step}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className={styles.head}>
        <div>
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          {note}
        </div>
        <CloseButton label={generalTexts.cancel} onClick={onClose} />
      </div>
      {children}
    </section>
  )
}
