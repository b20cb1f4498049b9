import type { ProductConfig } from '#contract/config.ts'
import { useConfig } from '#web/api/calls/config.ts'
import { paths } from '#web/browser/paths.ts'
import { BrowserStorage } from './BrowserStorage.tsx'
import { LegalPage } from './LegalPage.tsx'
import { StoredData } from './StoredData.tsx'
import { Link } from '#web/ui/controls/Link.tsx'

/** /datenschutz: what this product really stores, where and how long. */
export function PrivacyPage() {
  const config = useConfig()
  const operator = config?.operator
  return (
    <LegalPage title="Datenschutz">
      <h2>Verantwortlich</h2>
      <p>
        {operator === undefined
          ? 'Der Betreiber, siehe Impressum.'
          : `${operator.name}, ${operator.street}, ${operator.city}, ${operator.email}`}
      </p>

      <h2>Was gespeichert wird</h2>
      <StoredData />

      <h2>Was in Ihrem Browser liegt</h2>
      <BrowserStorage />

      <h2>Wer sonst etwas erfährt</h2>
      <p>
        {mapSentence(config?.map)}
        {config?.router === true &&
          ' Zeichnen Sie eine Strecke, fragt unser Server einen Router nach den Straßen: Dieser erfährt die Punkte, aber nicht, von wem sie sind.'}{' '}
        E-Mails gehen über die Mailserver auf dem Weg zu Ihrem Postfach; öffnen Sie darin oder in der Anzeige-Mappe den
        Ort auf der Karte, erfährt ihn OpenStreetMap. Sonst erfährt nur jemand etwas, wo es oben dabeisteht. Eine
        Reichweitenmessung findet nicht statt.
      </p>

      <h2>Ihre Rechte</h2>
      <ul>
        <li>
          <strong>Auskunft und Mitnehmen, Einwilligungen und Widerruf, Löschen:</strong> unter{' '}
          <Link to={paths.myData}>„Meine Daten“</Link> im Konto. Ein Widerruf wirkt ab sofort; was bis dahin geschah,
          bleibt rechtmäßig.
        </li>
        <li>
          <strong>Berichtigung:</strong> Sie ändern Ihre Angaben selbst, unter <Link to={paths.profile}>„Konto“</Link>{' '}
          und bei den <Link to={paths.devices}>Geräten</Link>.
        </li>
        <li>
          <strong>Widerspruch (Art. 21 DSGVO):</strong> Wo oben „berechtigtes Interesse“ steht, können Sie aus Gründen,
          die sich aus Ihrer besonderen Situation ergeben, jederzeit widersprechen.
        </li>
        <li>
          <strong>Dafür und für alles andere,</strong> auch die Einschränkung der Verarbeitung, schreiben Sie an{' '}
          {operator === undefined ? 'den Support' : <a href={`mailto:${operator.email}`}>{operator.email}</a>}.
        </li>
        <li>
          <strong>Beschwerde:</strong> bei einer Aufsichtsbehörde für den Datenschutz, etwa der Ihres Bundeslandes.
        </li>
      </ul>
    </LegalPage>
  )
}

function mapSentence(map: ProductConfig['map'] | undefined): string {
  if (map !== undefined && map.archive !== null) {
    return 'Die Karte kommt von uns selbst: Kein Kartendienst erfährt, was Sie ansehen.'
  }
  const service = map === undefined ? 'dem eingestellten Kartendienst' : hostOf(map.styleUrl ?? map.tileUrl)
  return `Kartenkacheln lädt Ihr Browser von ${service}: Dieser erfährt Ihre Netzadresse und den Kartenausschnitt.`
}

function hostOf(tileUrl: string): string {
  return new URL(tileUrl.replaceAll(/[{}]/g, '')).host
}
