/** Push messages to this browser. */
export const pushTexts = {
  title: 'Push-Nachrichten',
  loading: 'Die Push-Einstellungen werden geladen',
  offHint:
    'Der Alarm erscheint sofort als Mitteilung dieses Browsers, auch wenn Wegwarte geschlossen ist. Die E-Mail kommt weiterhin.',
  switchOn: 'Push in diesem Browser einschalten',
  on: 'Dieser Browser erhält Alarme als Push-Nachricht, solange Sie hier angemeldet sind.',
  switchOff: 'Push in diesem Browser ausschalten',
  others: (count: number) =>
    count === 1
      ? 'Außerdem erhält sie ein weiterer Browser. Gehört er nicht mehr Ihnen, melden Sie ihn unter „Konto“ ab.'
      : `Außerdem erhalten sie ${count} weitere Browser. Gehört einer davon nicht mehr Ihnen, melden Sie ihn unter „Konto“ ab.`,
  demo: 'Im Demokonto gibt es keine Push-Nachrichten.',
  obstacles: {
    denied: {
      title: 'Ihr Browser lässt keine Mitteilungen zu',
      text: 'Öffnen Sie die Einstellungen dieser Website (das Zeichen links neben der Adresse, am iPhone: Einstellungen › Mitteilungen › Wegwarte), erlauben Sie Benachrichtigungen und kehren Sie hierher zurück. Die E-Mail kommt in jedem Fall.',
    },
    'needs-install': {
      title: 'Auf iPhone und iPad nur in der App',
      text: 'Tippen Sie in Safari auf „Teilen“ und dann auf „Zum Home-Bildschirm“. Öffnen Sie Wegwarte von dort, melden Sie sich an und schalten Sie Push an dieser Stelle ein.',
    },
    unable: {
      title: 'Dieser Browser kann keine Push-Nachrichten empfangen',
      text: 'Der Alarm kommt per E-Mail. Für Push öffnen Sie Wegwarte in einem aktuellen Chrome, Edge, Firefox oder Safari, nicht in einem privaten Fenster.',
    },
  },
  undecided: 'Sie haben noch nicht entschieden. Schalten Sie noch einmal ein und wählen Sie „Zulassen“.',
  failed:
    'Der Push-Dienst Ihres Browsers ist nicht erreichbar. Bitte versuchen Sie es später noch einmal oder mit einem anderen Browser.',
} as const
