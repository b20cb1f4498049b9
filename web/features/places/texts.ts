export const searchTexts = {
  label: 'Ort suchen',
  clear: 'Eingabe löschen',
  found: 'Gefundene Orte',
  none: 'Kein Ort in Deutschland gefunden. Bitte prüfen Sie die Schreibweise.',
  source: 'Orte: GeoNames (CC BY 4.0)',
  count: (count: number) => (count === 1 ? '1 Ort gefunden' : `${count} Orte gefunden`),
} as const

export const vehiclePlacesTexts = {
  where: (name: string) => `Wo „${name}“ steht`,
  nowhere: (name: string) => `Von „${name}“ ist keine Position gespeichert.`,
} as const
