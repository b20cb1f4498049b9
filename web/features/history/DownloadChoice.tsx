import { useId, useState } from 'react'
import { type TrackFormat, trackFormats } from '#contract/history/history.ts'
import { Fold } from './Fold.tsx'
import { historyTexts } from './texts.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { Select } from '#web/ui/fields/Select.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

interface DownloadChoiceProps {
  downloading: boolean
  onDownload(format: TrackFormat, withoutZones: boolean): void
}

const texts = historyTexts.range

/** The file format in which the chosen range is downloaded. */
export function DownloadChoice({ downloading, onDownload }: DownloadChoiceProps) {
  const [format, setFormat] = useState<TrackFormat>('gpx')
  const [withoutZones, setWithoutZones] = useState(false)
  const purposeId = useId()
  const choose = (value: string) => setFormat(trackFormats.find((known) => known === value) ?? format)
  return (
    <Stack gap={3}>
      <Button kind="secondary" wide busy={downloading} onClick={() => onDownload(format, withoutZones)}>
        {texts.download(texts.formats[format].name)}
      </Button>
      <Fold title={texts.otherFiles}>
        <Stack gap={3}>
          <Select
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
          </Select>
          <Small id={purposeId}>{texts.formats[format].purpose}</Small>
          <Check checked={withoutZones} onChange={(event) => setWithoutZones(event.currentTarget.checked)}>
            {texts.withoutZones}
          </Check>
        </Stack>
      </Fold>
    </Stack>
  )
}
