import { ownToursTexts as texts } from './texts.ts'
import { paths } from '#web/browser/paths.ts'
import { Link } from '#web/ui/controls/Link.tsx'
import { Card } from '#web/ui/layout/Card.tsx'

/** Leads to the tours that came in from files. */
export function OwnToursCard() {
  return (
    <Card title={texts.title}>
      <p>
        {texts.lead} <Link to={paths.ownTours}>{texts.link}</Link>
      </p>
    </Card>
  )
}
