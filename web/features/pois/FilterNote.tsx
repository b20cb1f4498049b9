import { poisTexts } from './texts.ts'
import { paths } from '#web/browser/paths.ts'
import { Small } from '#web/ui/layout/Small.tsx'
import { Link } from '#web/ui/controls/Link.tsx'

const texts = poisTexts.filters

/** There are two choices of categories: this one is of what the map shows, the other one of what warns. */
export function FilterNote() {
  return (
    <Small>
      {texts.ofMap} <Link to={paths.poiConfiguration}>{texts.configuration}</Link>.
    </Small>
  )
}
