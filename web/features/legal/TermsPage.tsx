import { licencesLimits } from '#contract/licences/licences-limits.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { paths } from '#web/browser/paths.ts'
import { LegalPage } from './LegalPage.tsx'
import { Link } from '#web/ui/controls/Link.tsx'

/** /agb */
export function TermsPage() {
  const operator = useConfig()?.operator.name ?? 'der Betreiber'
  return (
    <LegalPage title="Allgemeine Geschäftsbedingungen">
      <h2>1. Was Wegwarte ist</h2>
      <p>
        {operator} betreibt mit Wegwarte eine Web-App für die Planung von Fahrten und für die Verwaltung gekaufter
        Tracker und Warngeräte. Vertragspartner ist, wer sich registriert und den Kauf eines Geräts mit der IMEI
        nachweist.
      </p>
      <h2>2. Blitzer nur für die Planung</h2>
      <p>
        § 23 Abs. 1c StVO verbietet es, während der Fahrt Geräte oder Funktionen zu nutzen, die vor Verkehrsüberwachung
        warnen. Die Blitzer dienen der Planung vor der Fahrt; im Ausland kann schon der Besitz solcher Daten verboten
        sein.
      </p>
      <h2>3. Was Sie beitragen</h2>
      <ul>
        <li>Geben Sie richtige Daten an, und halten Sie Ihr Passwort geheim.</li>
        <li>Informieren Sie alle, die das Fahrzeug fahren, bevor Sie es orten. Heimliche Ortung ist verboten.</li>
        <li>Holen Sie ein gestohlenes Fahrzeug nicht selbst zurück, sondern verständigen Sie die Polizei.</li>
      </ul>
      <h2>4. Lizenzen</h2>
      <p>
        Die START-Lizenz ist kostenlos, kommt mit dem ersten Gerät eines Kontos, gilt für ein Gerät und läuft{' '}
        {licencesLimits.startDays} Tage. Andere Lizenzen beginnen, wenn Sie ihren Schlüssel einlösen. Endet eine Lizenz,
        endet die Positionsaufzeichnung des Geräts; Sie erfahren es per E-Mail. Mit einer neuen Lizenz schalten Sie die
        Aufzeichnung selbst wieder ein.
      </p>
      <h2>5. Verfügbarkeit und Haftung</h2>
      <p>
        Meldungen können fehlen, veraltet oder ungenau sein; Quelle und Stand stehen dabei. Fahren Sie nach dem, was Sie
        sehen. Eine Ortung hängt von GPS und Mobilfunk ab und kann ausfallen.
      </p>
      <h2>6. Ende des Vertrags</h2>
      <p>
        Sie können Geräte jederzeit entfernen; damit werden ihre Positionen und Einstellungen gelöscht. Den Vertrag über
        die Nutzung von Wegwarte beenden Sie jederzeit, indem Sie unter <Link to={paths.myData}>„Meine Daten“</Link> Ihr
        Konto löschen, oder durch eine Nachricht an den Support. Was Sie im Shop gekauft haben, kündigen oder widerrufen
        Sie dort; wo es dafür Seiten gibt, stehen sie in der Fußzeile.
      </p>
    </LegalPage>
  )
}
