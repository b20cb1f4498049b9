import { useState } from 'react'
import { Bar } from '#web/app/offline/Bar.tsx'
import { offlineTexts as texts } from '#web/app/offline/texts.ts'
import { InfoIcon } from '#web/ui/pictures/icons.tsx'

/** Another build of the app is there. It is loaded only when the user says so: a form may be open. */
export function NewerBar({ onLoad }: { onLoad(): void }) {
  const [loading, setLoading] = useState(false)
  const load = () => {
    setLoading(true)
    onLoad()
  }
  return (
    <Bar
      name={texts.build}
      icon={<InfoIcon />}
      title={texts.newer}
      action={texts.load}
      busy={loading}
      onAction={load}
    />
  )
}
