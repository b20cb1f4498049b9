import { NativeSelect } from '@mantine/core'
import { useId, useState } from 'react'
import '#web/kit/inputs.css'
import { type TrackFormat, trackFormats } from '#contract/tracking.ts'
import styles from './DownloadChoice.module.css'
import { trackingTexts } from './texts.ts'
import { Button } from '#web/kit/Button.tsx'

interface DownloadChoiceProps {
  downloading: boolean
  onDownload(format: TrackFormat): void
}

const texts = trackingTexts.range

/** As what the chosen range is taken home. */
export function DownloadChoice({ downloading, onDownload }: DownloadChoiceProps) {
  const [format, setFormat] = useState<TrackFormat>('gpx')
  const purposeId = useId()
  const choose = (value: string) => setFormat(trackFormats.find((known) => known === value) ?? format)
  return (
    <div className={styles.choice}>
      <NativeSelect
        className={styles.format}
        label={texts.format}
        aria-describedby={purposeId}
        value={format}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {trackFormats.map((known) => (
          <option key={known} value={known}>
            {texts.formats[known].name}
          </option>
        ))}
      </NativeSelect>
      <Button kind="secondary" busy={downloading} onClick={() => onDownload(format)}>
        {texts.download(texts.formats[format].name)}
      </Button>
      <p id={purposeId} className={styles.purpose}>
        {texts.formats[format].purpose}
      </p>
    </div>
  )
}
