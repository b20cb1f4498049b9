import { paths } from '#web/browser/paths.ts'
import { DangerSign, DistanceSign, SignpostSign } from '#web/ui/pictures/road-signs.tsx'
import { SignLink, SignLinks } from '#web/ui/pictures/SignLinks.tsx'
import { dashboardTexts } from './texts.ts'

const texts = dashboardTexts.around

/** The two questions before a ride, and the ride, as the signs at the roadside. */
export function AroundLinks() {
  return (
    <SignLinks label={texts.title}>
      <SignLink to={paths.pois} sign={DangerSign}>
        {texts.around}
      </SignLink>
      <SignLink to={paths.routeCheck} sign={SignpostSign}>
        {texts.route}
      </SignLink>
      <SignLink to={paths.ride} sign={DistanceSign}>
        {texts.ride}
      </SignLink>
    </SignLinks>
  )
}
