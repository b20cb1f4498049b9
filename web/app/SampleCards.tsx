import { CameraStatus } from '#web/features/dashboard/CameraStatus.tsx'
import { FunFact } from '#web/features/dashboard/FunFact.tsx'
import { samples, sampleTexts } from '#web/features/dashboard/sample-texts.ts'
import { TrafficTiles } from '#web/features/dashboard/TrafficTiles.tsx'
import { RidingWeatherCard } from '#web/features/weather/RidingWeatherCard.tsx'
import { Badge } from '#web/ui/text/Badge.tsx'

/** The figures of the dashboard that are made up. */
export function SampleCards() {
  return (
    <>
      <RidingWeatherCard conditions={samples.weather} aside={<Badge>{sampleTexts.sample}</Badge>} />
      <CameraStatus />
      <TrafficTiles />
      <FunFact />
    </>
  )
}
