import { useConfig } from '#web/api/calls/config.ts'
import { Skeleton } from '#web/ui/layout/Skeleton.tsx'
import { LegalPage } from './LegalPage.tsx'

/** /impressum (§ 5 DDG), filled from the operator's settings. */
export function ImprintPage() {
  const operator = useConfig()?.operator
  return (
    <LegalPage title="Impressum">
      {operator === undefined ? (
        <Skeleton lines={6} />
      ) : (
        <>
          <h2>Angaben nach § 5 DDG</h2>
          <p>
            {operator.name}
            <br />
            {operator.street}
            <br />
            {operator.city}
          </p>
          <p>Vertreten durch: {operator.represented}</p>
          <h2>Kontakt</h2>
          <p>
            Telefon: {operator.phone}
            <br />
            E-Mail: <a href={`mailto:${operator.email}`}>{operator.email}</a>
          </p>
          <h2>Register und Umsatzsteuer</h2>
          <p>
            {operator.register}
            <br />
            Umsatzsteuer-Identifikationsnummer nach § 27a UStG: {operator.vatId}
          </p>
          <h2>Quellen der Daten</h2>
          <p>
            Feste Blitzer und Gefahrenstellen: © OpenStreetMap-Mitwirkende, ODbL; woher die Karte kommt, steht auf ihr.
            Mobile Blitzer und manche Störungen: Meldungen unserer Nutzerinnen und Nutzer. Unwetterwarnungen: Deutscher
            Wetterdienst. Baustellen in Baden-Württemberg: MobiData BW, Datenlizenz Deutschland – Namensnennung –
            Version 2.0. Verkehrslage der Autobahnen: Die Autobahn GmbH des Bundes. Unfälle: Unfallatlas der
            Statistischen Ämter des Bundes und der Länder, Datenlizenz Deutschland – Namensnennung – Version 2.0;
            Unfallschwerpunkte sind unsere eigene Auswertung davon. Quelle und Stand stehen bei jeder Meldung.
          </p>
          <h2>Sicherheitslücken melden</h2>
          <p>
            Haben Sie eine gefunden? Schreiben Sie an die Adresse in{' '}
            <a href="/.well-known/security.txt">security.txt</a>, gern auch auf Englisch: was geschieht, und wie man es
            nachvollzieht. Wir antworten innerhalb von drei Werktagen und sagen Ihnen, wie es weitergeht. Wer nur eigene
            Konten verwendet, keine fremden Daten liest oder ändert, den Betrieb nicht stört und uns Zeit zum Beheben
            lässt, muss von uns keine rechtlichen Schritte befürchten.
          </p>
          <h2>Software anderer</h2>
          <p>
            Wegwarte enthält freie Software: <a href="/lizenzen.html">die Lizenzen im Wortlaut</a>.
          </p>
        </>
      )}
    </LegalPage>
  )
}
