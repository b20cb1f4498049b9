import { poiReportsLimits } from '#contract/poi-reports/poi-reports-limits.ts'
import { reportTypes } from '#contract/poi-reports/poi-reports.ts'
import { reportTexts } from './texts.ts'
import { lifetimeInWords } from './wording.ts'
import styles from './ReportRules.module.css'
import { poiTypeNames } from '#web/texts/pois.ts'
import { Summary } from '#web/ui/text/Summary.tsx'
import { MarkedList } from '#web/ui/layout/PlainList.tsx'

const texts = reportTexts.rules

/** The published rule, from the numbers the server decides by. */
export function ReportRules() {
  return (
    <details className={styles.rules}>
      <Summary>{texts.title}</Summary>
      <p>{texts.lead}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.type}</th>
            <th scope="col">{texts.lifetime}</th>
          </tr>
        </thead>
        <tbody>
          {reportTypes.map((type) => (
            <tr key={type}>
              <th scope="row">{poiTypeNames[type]}</th>
              <td>{lifetimeInWords(poiReportsLimits.lifetimeMinutes[type])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MarkedList gap={1}>
        {texts.others.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </MarkedList>
    </details>
  )
}
