import { type GuardZone, guardZones } from '#contract/guard-zones/guard-zones.ts'
import { guardZonesLimits } from '#contract/guard-zones/guard-zones-limits.ts'
import { lazyWithRetry } from '#web/browser/lazy-with-retry.ts'
import type { PlaceChoice } from '#web/map/layers/CircleField.tsx'
import { ZoneCard } from '#web/shared/zones/ZoneCard.tsx'
import { formatDistance } from '#web/texts/formats.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { scheduleInWords } from './schedule-words.ts'
import { guardZonesTexts as texts } from './texts.ts'
import { useMakeHere } from './use-make-here.ts'
import { presets } from './zone-draft.ts'

const kind = {
  calls: guardZones,
  words: texts,
  most: guardZonesLimits.most,
  detailOf: ({ radiusMetres, sharpness, schedule }: GuardZone) =>
    [texts.sharpnesses[sharpness].label, scheduleInWords(schedule), texts.around(formatDistance(radiusMetres))].join(
      ', ',
    ),
  Form: lazyWithRetry(async () => (await import('./GuardZoneForm.tsx')).GuardZoneForm),
}

interface GuardZonesProps {
  /** Where it stands a zone is made in one tap. */
  deviceId: string
  PlaceChoice: PlaceChoice
}

/** Places where the alarm is raised more or less readily: the account's own, and how to make one. */
export function GuardZonesCard({ deviceId, PlaceChoice }: GuardZonesProps) {
  return <ZoneCard {...kind} PlaceChoice={PlaceChoice} quick={<Presets deviceId={deviceId} />} />
}

function Presets({ deviceId }: { deviceId: string }) {
  const { make, busy } = useMakeHere(deviceId)
  return (['home', 'work'] as const).map((name) => (
    <Button key={name} kind="secondary" busy={busy} onClick={() => make(presets[name])}>
      {texts.presets[name].button}
    </Button>
  ))
}
