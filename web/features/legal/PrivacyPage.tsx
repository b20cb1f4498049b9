import { limits } from '#contract/limits.ts'
import { serverLimits } from '#contract/server-limits.ts'
import { useConfig } from '#web/api/config.ts'
import { LegalPage } from './LegalPage.tsx'

/** /datenschutz: what this product really stores, where and how long. */
export function PrivacyPage() {
  const config = useConfig()
  const operator = config?.operator
  const { account, devices, poiReports, tracking } = limits
  const { purge } = serverLimits
  return (
    <LegalPage title="Datenschutz">
      <h2>Verantwortlich</h2>
      <p>
        {operator === undefined
          ? 'Der Betreiber, siehe Impressum.'
          : `${operator.name}, ${operator.street}, ${operator.city}, ${operator.email}`}
      </p>

      <h2>Was gespeichert wird</h2>
      <ul>
        <li>
          Konto: E-Mail-Adresse, Zeitpunkt der Registrierung, ob Adresse und IMEI bestätigt sind und, solange es so ist,
          wann eine Alarm-E-Mail an die Adresse zurückkam; das Passwort nur als Hash. Ein Konto, dessen E-Mail-Adresse
          nie bestätigt wurde, wird nach {purge.neverVerifiedDays} Tagen gelöscht.
        </li>
        <li>
          Anmeldungen: wann und mit welchem Browser Sie angemeldet sind, bis {account.sessionDays} Tage nach der letzten
          Nutzung, höchstens {account.longestSessionDays} Tage. Sie sehen und beenden sie unter „Konto“.
        </li>
        <li>
          Geräte: IMEI, Name und was Sie zum Fahrzeug eintragen, bis Sie das Gerät entfernen oder übergeben. Bieten Sie
          es jemandem an: dessen E-Mail-Adresse, bis das Angebot angenommen oder zurückgenommen ist, sonst{' '}
          {devices.offerDays} Tage.
        </li>
        <li>Lizenzen: Art, Schlüssel, Laufzeit und welches Gerät sie nutzt.</li>
        <li>
          Positionen: nur mit Ihrer Einwilligung und nur bei eingeschaltetem Tracking, höchstens{' '}
          {tracking.retentionDays} Tage. Sie können sie jederzeit löschen, als Datei mitnehmen und die Einwilligung
          widerrufen.
        </li>
        <li>
          Anzeige-Mappe: was Sie für die Polizei zu Fahrzeug, Anzeige und Halter eintragen (Name, Telefon,
          Eigentumsnachweis: freiwillig) und als Verdacht oder Diebstahl melden, bis Sie die Mappe oder das Gerät
          löschen. Links für die Polizei nur als Hash, mit Zahl und Zeitpunkt der Besuche; sie gelten so lange, wie Sie
          wählen (höchstens 7 Tage), und werden 30 Tage danach gelöscht. Wer einen Link hat, sieht Fahrzeug, Angaben und
          die Positionen des Diebstahls, höchstens {tracking.retentionDays} Tage.
        </li>
        <li>
          Zustand des Geräts: letztes Lebenszeichen, Akkustand, ob die Stromversorgung angeschlossen ist und warum
          zuletzt eine Position nicht gespeichert werden konnte, jeweils nur der neueste Stand. Das meldet das Gerät
          auch bei ausgeschaltetem Tracking; ein Ort gehört nicht dazu. All das wird gelöscht, wenn Sie das Gerät
          entfernen oder übergeben.
        </li>
        <li>
          Alarm-Protokoll: wann der Diebstahlalarm was erkannt hat, wo das Fahrzeug dabei war und ob die Nachricht
          ankam, höchstens {tracking.retentionDays} Tage. Wer Positionen löscht, löscht die Orte auch hier.
        </li>
        <li>
          Push-Nachrichten, wo Sie sie einschalten: die Adresse Ihres Browsers bei dessen Push-Dienst und die Schlüssel,
          mit denen nur er sie lesen kann, bis Sie sie ausschalten oder der Browser abgemeldet ist.
        </li>
        <li>Warneinstellungen: was Sie unter „POI-Konfiguration“ festlegen.</li>
        <li>
          Meldungen und Bestätigungen auf der Karte: Art, Stelle und Zeit, dazu intern, von welchem Konto sie sind.
          Andere sehen die Meldung, aber nicht, von wem. Spätestens {poiReports.forgottenHours} Stunden nach ihrem Ende
          wird sie mit allen Bestätigungen gelöscht.
        </li>
        <li>Eigene POIs: was Sie importieren, nur für Sie sichtbar, bis Sie sie entfernen.</li>
        <li>
          Bild Ihres Fahrzeugs: verkleinert und ohne Aufnahmeort, bis Sie es ersetzen oder entfernen; eines, das Sie
          hochladen und dann nicht verwenden, höchstens {2 * purge.unchosenPictureHours} Stunden. Sehen können es nur
          Sie und alle, denen Sie eine Anzeige-Mappe mit dem Bild geben.
        </li>
        <li>
          Nachrichten über das Kontaktformular: Name, E-Mail-Adresse, Betreff und Text gehen sofort als E-Mail an den
          Support; in der App werden sie nicht gespeichert.
        </li>
        <li>
          Versuche (Anmeldung, IMEI, neue Links): gezählt nach Konto und Netzadresse, um Missbrauch zu verhindern; sie
          werden nach höchstens zwei Tagen gelöscht.
        </li>
        <li>
          Netze, aus denen Sie sich angemeldet haben: nur als Hash, bis {account.knownNetworkDays} Tage nach der letzten
          Anmeldung von dort. Wer von anderswo Ihr Passwort zu raten versucht, sperrt Sie dort nicht aus.
        </li>
        <li>
          Links per E-Mail: nur als Hash; sie gelten {account.emailTokenHours} Stunden, zum Zurücksetzen des Passworts{' '}
          {account.passwordResetTokenHours} Stunden, und werden 30 Tage danach gelöscht.
        </li>
      </ul>
      <p>Im Protokoll des Servers stehen keine Positionen, Tokens, Passwörter oder E-Mail-Adressen.</p>

      <h2>Was in Ihrem Browser liegt</h2>
      <p>
        Keine Cookies. Im lokalen Speicher liegen, weil die App sonst nicht tut, was Sie wollen (§ 25 Abs. 2 TDDDG): das
        Anmelde-Token und eine Kopie Ihrer Warneinstellungen, bis Sie sich abmelden, die E-Mail-Adresse einer begonnenen
        Registrierung, das zuletzt gewählte Gerät und die Auswahl auf der Karte. Solange ein Tab offen ist, merkt er
        sich außerdem, wie es zurückgeht, wie weit eine Seite gescrollt war, welche Adresse mit welchem Link bestätigt
        wurde, wie viele IMEI-Versuche bleiben und was Sie eingegeben hatten, als eine Anmeldung endete. Wo Sie
        Push-Nachrichten einschalten, kommt der Teil der App hinzu, der sie anzeigt. Ihr Standort wird nur mit Ihrer
        Erlaubnis ermittelt und nicht gespeichert; der Server erfährt den Kartenausschnitt oder Umkreis, den Sie
        ansehen, und die Stelle, die Sie melden.
      </p>

      <h2>Wer sonst etwas erfährt</h2>
      <p>
        Kartenkacheln lädt Ihr Browser von{' '}
        {config === null ? 'dem eingestellten Kartendienst' : hostOf(config.map.styleUrl ?? config.map.tileUrl)}: Dieser
        erfährt Ihre Netzadresse und den Kartenausschnitt. Wo Sie Push-Nachrichten einschalten, befördert sie der Dienst
        des Herstellers Ihres Browsers (Apple, Google, Microsoft oder Mozilla): Er erfährt, wann eine Nachricht an
        welchen Browser geht, aber nicht, was darin steht; sie ist verschlüsselt und nennt keinen Ort. E-Mails, auch die
        eines Alarms mit dem Ort des Fahrzeugs, gehen über die Mailserver auf dem Weg zu Ihrem Postfach; öffnen Sie
        darin oder in der Anzeige-Mappe den Ort auf der Karte, erfährt ihn OpenStreetMap. Wem Sie einen Link zur
        Anzeige-Mappe geben, der sieht deren Inhalt, bis Sie ihn sperren, Ihre Einwilligung widerrufen oder er abläuft.
        Sonst gehen keine Daten an Dritte. Eine Reichweitenmessung findet nicht statt.
      </p>

      <h2>Rechtsgrundlagen</h2>
      <p>
        Vertrag (Art. 6 Abs. 1 b DSGVO) für Konto, Geräte und Lizenzen; Einwilligung (Art. 6 Abs. 1 a) für Positionen
        und Push-Nachrichten; berechtigtes Interesse (Art. 6 Abs. 1 f) für den Schutz vor Missbrauch.
      </p>

      <h2>Ihre Rechte</h2>
      <p>
        Auskunft, Berichtigung, Löschung, Einschränkung, Übertragbarkeit, Widerspruch und Widerruf, außerdem Beschwerde
        bei einer Aufsichtsbehörde. Schreiben Sie an{' '}
        {operator === undefined ? 'den Support' : <a href={`mailto:${operator.email}`}>{operator.email}</a>}.
      </p>
    </LegalPage>
  )
}

function hostOf(tileUrl: string): string {
  return new URL(tileUrl.replaceAll(/[{}]/g, '')).host
}
