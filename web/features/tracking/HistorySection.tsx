import { useEffect, useEffectEvent, useState } from 'react'
import type { Device } from '#contract/devices.ts'
import type { Range, TrackFormat } from '#contract/tracking.ts'
import { defaultRange, type RangeChoice, type RangeMistakes, rangeOf, rangeWith } from './history-range.ts'
import { useHistoryMapLook } from './history-map-look.ts'
import { HistoryResult } from './HistoryResult.tsx'
import styles from './HistorySection.module.css'
import { LastPosition } from './LastPosition.tsx'
import { MovementSection } from './MovementSection.tsx'
import { RangeForm } from './RangeForm.tsx'
import { trackingTexts } from './texts.ts'
import type { TrackingController } from './tracking-controller.ts'
import { showsMovement, type TrackingScreen } from './tracking-screen.ts'
import { useDeviceEvents } from './use-device-events.ts'
import { useLead } from './use-lead.ts'
import { useToldHistory } from './use-told-history.ts'
import { Card } from '#web/kit/Card.tsx'
import { clock } from '#web/kit/clock.ts'
import { prepareMap } from '#web/map/prepare-map.ts'
import { useSpareMap } from '#web/map/spare-map.ts'

interface HistorySectionProps {
  device: Device
  /** What the address asks for. */
  shown: RangeChoice | null
  /** Another one at each navigation. */
  visit: string
  /** What is found comes into view. */
  leadsToMap: boolean
  screen: TrackingScreen
  controller: TrackingController
  onShow(choice: RangeChoice): void
}

/** What was recorded: where to look for it, and what was found, as trips, a map, a table and a profile. */
export function HistorySection(props: HistorySectionProps) {
  const { device, shown, visit, leadsToMap, screen, controller, onShow } = props
  const { choice, mistakes, choose, checked } = useChoice(shown, visit)
  const [downloading, setDownloading] = useState(false)
  const { history } = screen
  const { searching, positions } = history
  const [approached, setApproached] = useState(false)
  // The page has a map only where there is a position (specification, section 4); until then one is made ready beside it.
  useSpareMap((approached || searching) && positions.length === 0, useHistoryMapLook())
  const told = useToldHistory(history)
  const found = useLead(leadsToMap ? visit : null, history.answered)
  useDeviceEvents(screen.deviceId, {
    settings: controller.renewSettings,
    history(newest) {
      const range = shown === null ? null : rangeWith(newest, shown, clock.now())
      return range === null ? null : controller.renew(range)
    },
  })

  useEffect(() => void prepareMap(), [])

  const download = async (format: TrackFormat, range: Range) => {
    setDownloading(true)
    await controller.download(format, range)
    setDownloading(false)
  }

  return (
    <div className={styles.section}>
      <Card title={trackingTexts.range.title}>
        <LastPosition device={device} />
        <RangeForm
          choice={choice}
          mistakes={mistakes}
          searching={searching}
          downloading={downloading}
          onApproach={() => setApproached(true)}
          onChoose={choose}
          onShow={onShow}
          onSearch={() => checked() !== null && onShow(choice)}
          onDownload={(format) => {
            const range = checked()
            if (range !== null) void download(format, range)
          }}
        />
        <div ref={found}>
          <HistoryResult history={history} told={told} onSelect={controller.selectPosition} />
        </div>
      </Card>
      {showsMovement(screen) && <MovementSection history={history} told={told} />}
    </div>
  )
}

/** What the fields hold: what the address asks for, until something else is typed. */
function useChoice(shown: RangeChoice | null, visit: string) {
  const [choice, setChoice] = useState<RangeChoice>(shown ?? defaultRange)
  const [mistakes, setMistakes] = useState<RangeMistakes>({})

  const check = (candidate: RangeChoice): Range | null => {
    const result = rangeOf(candidate, clock.now())
    setMistakes('mistakes' in result ? result.mistakes : {})
    return 'range' in result ? result.range : null
  }
  const follow = useEffectEvent(() => {
    setChoice(shown ?? defaultRange)
    if (shown !== null) check(shown)
  })
  useEffect(() => follow(), [visit])

  return {
    choice,
    mistakes,
    choose(next: RangeChoice) {
      setChoice(next)
      setMistakes({})
    },
    checked: () => check(choice),
  }
}
