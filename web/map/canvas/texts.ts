import { sheetTexts } from '#web/texts/sheet.ts'

/** MapLibre's own texts in German: titles of its buttons, and what it says about gestures. */
export const mapLocale = {
  'AttributionControl.ToggleAttribution': 'Quellenangaben ein- oder ausblenden',
  'AttributionControl.MapFeedback': 'Fehler in der Karte melden',
  'CooperativeGesturesHandler.MacHelpText': '⌘ gedrückt halten und scrollen, um die Karte zu zoomen',
  'CooperativeGesturesHandler.MobileHelpText': 'Karte mit zwei Fingern verschieben',
  'CooperativeGesturesHandler.WindowsHelpText': 'Strg gedrückt halten und scrollen, um die Karte zu zoomen',
  'Marker.Title': 'Kartenmarkierung',
  'NavigationControl.ZoomIn': sheetTexts.zoomIn,
  'NavigationControl.ZoomOut': sheetTexts.zoomOut,
  'Popup.Close': 'Schließen',
}

export const mapTexts = {
  loading: 'Karte wird geladen …',
  unavailable:
    'Die Karte kann in diesem Browser nicht gezeichnet werden. Alle Angaben finden Sie auch in den Listen auf dieser Seite.',
  backgroundMissing: 'Kartenhintergrund fehlt',
  highContrast: 'Kontrastreiche Karte für helles Sonnenlicht',
  closePopup: 'Schließen',
  ownPosition: 'Ihr Standort',
}
