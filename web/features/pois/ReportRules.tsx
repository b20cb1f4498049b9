import { reportTypes } from '#contract/poi-reports.ts'
import { limits } from '#contract/limits.ts'
import { reportTexts } from './report-texts.ts'
import { lifetimeInWords } from './report-wording.ts'
import styles from './ReportRules.module.css'
import { poiTypeNames } from '#web/texts/pois.ts'

const texts = reportTexts.rules

/** The published rule, from the numbers the server decides by. */
export function ReportRules() {
  return (
    <details className={styles.rules}>
      <summary>{texts.title}</summary>
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
              <td>{lifetimeInWords(limits.poiReports.lifetimeMinutes[type])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={styles.others}>
        {texts.others.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </details>
  )
}
