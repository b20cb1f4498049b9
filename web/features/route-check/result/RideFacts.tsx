import type { RouteRange, RouteRide } from '#contract/route-check/route-check.ts'
import { isWarnedOf, passedAt } from '#domain/route-check/departure.ts'
import { routeCheckTexts } from '../texts.ts'
import { kilometres } from '../wording.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { DefinitionList } from '#web/ui/text/DefinitionList.tsx'
import { counted, formatDayTime, formatTime, oClock } from '#web/texts/formats.ts'
import { Notice } from '#web/ui/text/Notice.tsx'
import { Small } from '#web/ui/layout/Small.tsx'

const texts = routeCheckTexts.ride

/** The route at the time of riding: when it is where, and in which light. */
export function RideFacts({ ride, checkedAt }: { ride: RouteRide; checkedAt: Date }) {
  const { departure, arrivesAt, glare, dark, leftOut } = ride
  return (
    <Card title={texts.title} level={3}>
      <DefinitionList
        facts={[
          [texts.departure, oClock(formatDayTime(departure.at))],
          [texts.arrival, oClock(formatDayTime(arrivesAt))],
          [texts.sun, sunInWords(ride)],
          [texts.dark, partsInWords(ride, dark)],
          [texts.glare, partsInWords(ride, glare)],
        ]}
      />
      {glare.length > 0 && <Small>{texts.glareHint}</Small>}
      {leftOut.items > 0 && <p>{leftOutInWords(leftOut.items, texts.leftOutItems)}</p>}
      {leftOut.warnings > 0 && <p>{leftOutInWords(leftOut.warnings, texts.leftOutWarnings)}</p>}
      <Small>{texts.onlyWarnings}</Small>
      {!isWarnedOf(ride, checkedAt) && <Notice kind="info">{texts.tooFarForWeather}</Notice>}
    </Card>
  )
}

function leftOutInWords(count: number, [one = '', many = '']: readonly string[]): string {
  return texts.leftOut(counted(count, one, many))
}

function sunInWords({ sunrise, sunset, dark }: RouteRide): string {
  if (sunrise !== null && sunset !== null) {
    return texts.sunTimes(oClock(formatTime(sunrise)), oClock(formatTime(sunset)))
  }
  const isDarkAtStart = dark[0]?.from === 0
  return isDarkAtStart ? texts.sunNeverUp : texts.sunAlwaysUp
}

/** `km 20,0 bis 31,5 (16:20 bis 16:31)` */
function partsInWords({ departure }: RouteRide, parts: readonly RouteRange[]): string {
  if (parts.length === 0) return texts.nowhere
  return parts
    .map(({ from, to }) => {
      const [begin, end] = [from, to].map((metres) => formatTime(passedAt(departure, metres)))
      return texts.range(kilometres(from), kilometres(to), begin ?? '', end ?? '')
    })
    .join(', ')
}
