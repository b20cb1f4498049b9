import { vehiclesLimits } from '#contract/vehicles/vehicles-limits.ts'
import type { Device, UsageType } from '#contract/devices/devices.ts'
import type { TrackingPurpose } from '#contract/consents/consents.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { SetUpScreen } from '#domain/vehicles/setup.ts'

/** Each step has at most 40 words, with its buttons: who sets up stands beside a motorcycle. */
export const setUpTexts = {
  title: 'Einrichten',
  back: 'Zurück',
  later: 'Später',
  next: 'Weiter',
  progress: (step: number, of: number) => `Schritt ${step} von ${of}`,
  failed: 'Ihre Fahrzeuge konnten nicht geladen werden.',
  loading: 'Ihr Fahrzeug wird geladen …',
  none: 'Noch kein Gerät',
  noneHint: 'Fügen Sie zuerst Ihr Gerät hinzu.',
  toDevices: 'Gerät hinzufügen',
  unknown: 'Gerät nicht gefunden',
  unknownHint: 'Es gehört nicht oder nicht mehr zu Ihrem Konto.',
  toOwnDevices: 'Zu Ihren Geräten',

  titles: {
    VEHICLE: 'Was fahren Sie?',
    TRACKER: 'Tracker anschließen',
    PURPOSES: 'Wobei hilft er Ihnen?',
    RECEIVERS: 'Wen wecken wir?',
    TEST_ALARM: 'Probealarm',
  } satisfies Record<SetUpScreen, string>,

  vehicle: {
    lead: 'So heißt Ihr Fahrzeug in jeder Meldung.',
    kind: 'Art',
    kinds: { MOTORRAD: 'Motorrad', AUTO: 'Auto' } satisfies Record<UsageType, string>,
    plate: 'Kennzeichen',
    name: 'Name',
    names: { MOTORRAD: 'Mein Motorrad', AUTO: 'Mein Auto' } satisfies Record<UsageType, string>,
  },

  tracker: {
    lead: 'Rotes Kabel an Plus, schwarzes an Minus. Dann meldet er sich von selbst.',
    waiting: 'Wir warten auf das erste Zeichen …',
    late: `Seit ${vehiclesLimits.trackerLateMinutes} Minuten nichts gehört.`,
    check: 'Drei Dinge prüfen',
    checks: [
      'Leuchtet das Gerät? Wenn nicht, fehlt ihm Strom: Prüfen Sie Kabel und Sicherung.',
      'Hat es Empfang? Schieben Sie das Fahrzeug aus Keller oder Tiefgarage.',
      'Ist es dieses Gerät? Vergleichen Sie die IMEI auf dem Aufkleber:',
    ],
    withoutPlace: 'Er meldet sich, sieht aber noch keinen Satelliten. Schieben Sie das Fahrzeug ins Freie.',
    there: (battery: string | null) => `Da ist er. ${battery === null ? '' : `${battery}, `}Empfang gut.`,
    without: 'Ohne Tracker weiter',
  },

  purposes: {
    names: { 'theft-alarm': 'Diebstahlalarm', 'movement-profile': 'Fahrten aufzeichnen' } satisfies Record<
      TrackingPurpose,
      string
    >,
    hints: {
      'theft-alarm': 'Meldet fremde Bewegung',
      'movement-profile': 'Strecke, Tempo, Stopps',
    } satisfies Record<TrackingPurpose, string>,
    consent: {
      'theft-alarm': `Diebstahlalarm: Ich willige ein. Orte ${trackingLimits.retentionDays} Tage, nur für mich.`,
      'movement-profile': `Fahrten: Ich willige ein. Orte ${trackingLimits.retentionDays} Tage, nur für mich.`,
    } satisfies Record<TrackingPurpose, string>,
    text: 'Wortlaut',
    textOf: (purpose: string, version: number) => `${purpose}, Fassung ${version}`,
    missing: 'Es fehlt noch Ihre Einwilligung.',
    failed: 'Die Einstellungen konnten nicht geladen werden.',
    nothing: 'Schalten Sie ein, was er tun soll.',
    switchOn: { THEFT: 'Alarm einschalten', MOVEMENT: 'Aufzeichnung einschalten', BOTH: 'Beides einschalten' },
    isOn: 'Tracking ist aktiv.',
    change: 'Ändern',
  },

  receivers: {
    email: 'E-Mail',
    ready: 'eingerichtet',
    push: 'Mitteilung auf diesem Gerät',
    allow: 'Erlauben',
    unable: {
      denied: 'im Browser gesperrt',
      'needs-install': 'erst nach „Zum Home-Bildschirm“',
      unable: 'in diesem Browser nicht möglich',
    },
    obstacles: {
      undecided: 'Bitte wählen Sie „Zulassen“.',
      failed: 'Gerade nicht möglich. Versuchen Sie es später noch einmal.',
    },
    phone: 'Anruf oder SMS',
    phoneTitle: 'Telefon für Alarme',
    number: 'Nummer angeben',
    contact: 'Notfallkontakt',
    contactTitle: 'Notfallkontakt einladen',
    invite: 'Einladen',
    invited: 'eingeladen',
  },

  test: {
    send: 'Probealarm senden',
    lead: (email: string) => `Eine E-Mail an ${email}.`,
    underWay: 'Unterwegs …',
    question: 'Ist sie da?',
    yes: 'Ja',
    no: 'Nein, noch nicht',
    spam: 'Sehen Sie auch im Spam-Ordner nach.',
    again: 'Noch einmal senden',
    cameAfterAll: 'Sie ist da',
    address: 'Adresse ändern',
    refused: 'Die E-Mail kam nicht an. Stimmt die Adresse?',
  },

  done: {
    guarded: (vehicle: string) => `Fertig. ${vehicle} wird bewacht.`,
    recorded: 'Fertig. Ihre Fahrten werden aufgezeichnet.',
    missing: {
      SILENT: {
        title: 'Fast fertig: Der Tracker fehlt noch.',
        hint: 'Sobald er angeschlossen ist und sich meldet, ist alles bereit.',
        step: 'Tracker anschließen',
      },
      BLIND: {
        title: 'Fast fertig: Der Ort fehlt noch.',
        hint: 'Sein letzter Ort ist nicht brauchbar. Schieben Sie das Fahrzeug ins Freie.',
        step: 'Empfang prüfen',
      },
      NOT_TRACKED: {
        title: 'Fast fertig: Das Tracking ist aus.',
        hint: 'Solange es aus ist, wird Ihr Fahrzeug nicht bewacht.',
        step: 'Tracking einschalten',
      },
      NO_LICENCE: {
        title: 'Fast fertig: Es fehlt eine gültige Lizenz.',
        hint: 'Ohne sie wird Ihr Fahrzeug nicht bewacht.',
        step: 'Zu den Lizenzen',
      },
      TEST_FAILED: {
        title: 'Fast fertig: Der Probealarm kam nicht an.',
        hint: 'Solange Ihre Adresse keine E-Mail annimmt, erreicht Sie kein Alarm per E-Mail.',
        step: 'Zum Probealarm',
      },
    },
    rideHint: 'Vor der Fahrt ein Tipp auf „Ich fahre“: Der Alarm pausiert bis zur Ankunft.',
    home: 'Zur Startseite',
  },
} as const

/** What tells a vehicle from its owner's others, in a word or two: its own name, or else its plate. */
export function vehicleName({
  deviceName,
  deviceModel,
  vehiclePlate,
}: Pick<Device, 'deviceName' | 'deviceModel' | 'vehiclePlate'>): string {
  const proposed: readonly string[] = [deviceModel, ...Object.values(setUpTexts.vehicle.names)]
  return proposed.includes(deviceName) ? (vehiclePlate ?? deviceName) : deviceName
}

/** `Ihre Tiger 900`, `Ihr Golf`, `Ihr Motorrad` of „Mein Motorrad“: motorcycles are feminine by their makes, cars masculine. */
export function yourVehicle({ deviceName, usageType }: { deviceName: string; usageType: UsageType }): string {
  const own = /^mein(e?) (.+)$/i.exec(deviceName)
  if (own !== null) return `Ihr${own[1]} ${own[2]}`
  return `${usageType === 'MOTORRAD' ? 'Ihre' : 'Ihr'} ${deviceName}`
}
