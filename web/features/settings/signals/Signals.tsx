import { IconVolume } from '@tabler/icons-react'
import { useState } from 'react'
import type { PoiCategory } from '#contract/pois/pois.ts'
import type { CategorySettings } from '#contract/settings/settings.ts'
import groups from '../groups.module.css'
import { playTones, signalTones } from './signal-tones.ts'
import styles from './Signals.module.css'
import { configurationTexts } from '../texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { Small } from '#web/ui/layout/Small.tsx'

interface SignalsProps {
  category: PoiCategory
  settings: CategorySettings
  readOnly: boolean
  onChange(changes: Partial<CategorySettings>): void
}

const texts = configurationTexts.signals

/** The signals by which a warning is noticed. */
export function Signals({ category, settings, readOnly, onChange }: SignalsProps) {
  const { acoustic, visual } = settings
  return (
    <Stack gap={3}>
      <fieldset className={groups.group} disabled={readOnly}>
        <legend className={groups.legend}>{texts.legend}</legend>
        <Stack gap={1}>
          <Signal
            word={texts.acoustic}
            detail={texts.acousticDetail}
            checked={acoustic}
            onChange={(checked) => onChange({ acoustic: checked })}
          />
          <Signal
            word={texts.visual}
            detail={texts.visualDetail}
            checked={visual}
            onChange={(checked) => onChange({ visual: checked })}
          />
        </Stack>
        {!acoustic && !visual && <p className={groups.warning}>{texts.none}</p>}
      </fieldset>
      <Probe category={category} />
    </Stack>
  )
}

interface SignalProps {
  word: string
  detail: string
  checked: boolean
  onChange(checked: boolean): void
}

function Signal({ word, detail, checked, onChange }: SignalProps) {
  return (
    <Check checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} hint={detail}>
      {word}
    </Check>
  )
}

function Probe({ category }: { category: PoiCategory }) {
  const [playing, setPlaying] = useState(false)
  const play = async () => {
    setPlaying(true)
    try {
      await playTones(signalTones[category])
    } catch {
      // No audio device, or the browser forbids sound: the user can do something about either.
      notify('warning', texts.probeFailed)
    }
    setPlaying(false)
  }
  return (
    <div className={styles.probe}>
      <Button kind="secondary" busy={playing} onClick={() => void play()}>
        <IconVolume aria-hidden />
        {texts.probe}
      </Button>
      <Small>{texts.probeHint}</Small>
    </div>
  )
}
