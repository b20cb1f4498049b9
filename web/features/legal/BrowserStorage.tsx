import { type BrowserRecord, browserRecords } from '#contract/base/browser-storage.ts'
import { Small } from '#web/ui/layout/Small.tsx'

/** What the app keeps in the browser, and what it learns from it. */
export function BrowserStorage() {
  return (
    <>
      <p>
        Keine Cookies. Gespeichert wird nur, was die App braucht, um zu tun, was Sie von ihr wollen (§ 25 Abs. 2 Nr. 2
        TDDDG).
      </p>
      <ul>{browserRecords.filter(({ storage }) => storage !== 'sessionStorage').map(recordItem)}</ul>
      <p>Solange ein Tab offen ist, merkt er sich außerdem:</p>
      <ul>{browserRecords.filter(({ storage }) => storage === 'sessionStorage').map(recordItem)}</ul>
      <p>
        Was Sie eingegeben hatten, als eine Anmeldung endete, bleibt bis zum Neuladen im Arbeitsspeicher des Tabs. Ihr
        Standort wird nur mit Ihrer Erlaubnis ermittelt und nicht gespeichert; der Server erfährt den Kartenausschnitt
        oder Umkreis, den Sie ansehen, und die Stelle, die Sie melden.
      </p>
    </>
  )
}

function recordItem({ keys, storage, what, purpose, kept }: BrowserRecord) {
  return (
    <li key={keys[0]}>
      {what}, {purpose}
      {storage !== 'sessionStorage' && <Small as="span"> ({kept})</Small>}
    </li>
  )
}
