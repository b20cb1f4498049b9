import { useConfig } from '#web/api/calls/config.ts'
import { paths } from '#web/browser/paths.ts'
import { LegalPage } from './LegalPage.tsx'
import { Link } from '#web/ui/controls/Link.tsx'

/*
 * What is tested stands in e2e/faults.ts, every-screen.ts, states.e2e.ts and read-out.ts, and of the document in
 * server/features/dossier/dossier-pdf.test.ts. The authority is the joint one of the Länder (§ 20 BFSG, Staatsvertrag in
 * force since 26 September 2025); its address was looked up on 22 November 2026.
 */

/** /barrierefreiheit: how the requirements are met (§ 14 BFSG, Anlage 3 Nr. 1). */
export function AccessibilityPage() {
  const supportMail = useConfig()?.supportMail
  return (
    <LegalPage title="Barrierefreiheit">
      <p>Stand: 28. November 2026</p>

      <h2>Worum es geht</h2>
      <p>
        Wegwarte ist eine Web-App: Sie zeigt auf Karten und in Listen, was auf der Straße wartet, und verwaltet Tracker,
        Lizenzen, Positionen und den Diebstahlalarm Ihrer Fahrzeuge. Sie brauchen dafür einen Browser, keine weitere
        Software. Wie alles geht, erklärt der <Link to={paths.support}>Support</Link>.
      </p>

      <h2>Wie Wegwarte die Anforderungen erfüllt</h2>
      <p>
        Maßstab sind die Web Content Accessibility Guidelines (WCAG) 2.2, Stufe AA. Sie schließen ein, was die Norm EN
        301 549 (Version 3.2.1) für Websites aus den WCAG 2.1 übernimmt.
      </p>
      <ul>
        <li>
          <strong>Wahrnehmbar:</strong> Bilder und Symbole haben Textalternativen, nichts wird nur durch Farbe gesagt,
          helle und dunkle Ansicht haben genügend Kontrast, und alles passt auf ein Telefon, ohne dass man seitwärts
          scrollt.
        </li>
        <li>
          <strong>Bedienbar:</strong> alles mit der Tastatur, mit sichtbarem Fokus und einem Sprung zum Inhalt;
          Schaltflächen sind groß genug für Finger; Bewegung lässt sich im Betriebssystem abschalten.
        </li>
        <li>
          <strong>Verständlich:</strong> einfache Sätze, gleiche Wörter für gleiche Dinge, und Fehlermeldungen, die
          sagen, was zu tun ist. Eingegebenes bleibt erhalten, wenn eine Anmeldung endet.
        </li>
        <li>
          <strong>Robust:</strong> Überschriften, Bereiche, Dialoge und Meldungen sind für Screenreader ausgezeichnet.
        </li>
      </ul>

      <h2>Wie geprüft wird</h2>
      <p>
        Vor jeder neuen Version prüft das Programm axe-core in einem Browser jede Seite und viele Zustände (Dialoge,
        Menüs, Fehler, leere Listen) nach den Regeln für WCAG 2.2 AA, 390 und 1440 Pixel breit, hell und dunkel. Bei 320
        Pixeln, auf 200 % vergrößert und in den Farben des Betriebssystems prüft ein eigenes Programm, dass nichts
        abgeschnitten ist und jeder Fokus sichtbar bleibt. Einige Abläufe werden allein mit der Tastatur bedient, und
        was ein Screenreader dabei vorliest, wird verglichen. Solche Prüfungen finden nicht alles: Eine Prüfung durch
        Menschen mit Behinderungen oder eine unabhängige Stelle gab es noch nicht.
      </p>

      <h2>Was noch nicht geht</h2>
      <ul>
        <li>
          <strong>Karten</strong> sind gezeichnete Bilder, die ein Screenreader nicht vorliest. Was darauf zu sehen ist,
          steht auch in Listen daneben: POIs und Warnungen nach Entfernung, ein Positionsverlauf als Fahrten, Stopps und
          Tabelle. Orte finden Sie auch über die Suche.
        </li>
        <li>
          <strong>Das PDF der Anzeige-Mappe</strong> ist für Screenreader ausgezeichnet, wurde aber noch mit keinem
          davon angehört. Dasselbe steht auf der Seite hinter dem Link zur Mappe.
        </li>
        <li>
          <strong>Kartenbilder und Texte anderer,</strong> etwa Wetterwarnungen, geben wir wieder, wie wir sie bekommen.
        </li>
      </ul>

      <h2>Sagen Sie uns, was Sie hindert</h2>
      <p>
        Über das <Link to={paths.contact}>Kontaktformular</Link>
        {supportMail !== undefined && (
          <>
            {' '}
            oder an <a href={`mailto:${supportMail}`}>{supportMail}</a>
          </>
        )}
        . Bitte nennen Sie die Seite und was Sie tun wollten. Bis es behoben ist, helfen wir Ihnen auf anderem Weg.
      </p>

      <h2>Zuständige Marktüberwachungsbehörde</h2>
      <p>
        Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF AöR)
        <br />
        Carl-Miller-Straße 6, 39112 Magdeburg
        <br />
        <a href="mailto:kontakt@mlbf-barrierefrei.de">kontakt@mlbf-barrierefrei.de</a>
        <br />
        <a href="https://www.mlbf-barrierefrei.de/" rel="noreferrer">
          www.mlbf-barrierefrei.de
        </a>
      </p>
    </LegalPage>
  )
}
