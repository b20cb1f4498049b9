/** The name of a device's file of positions: readable, in ASCII, and different for each device. */
export function positionsFileName(deviceName: string, number: number): string {
  const readable = deviceName
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `positionen/${number}_${readable === '' ? 'geraet' : readable}.gpx`
}

/** The name under which a browser saves the archive. @param day in Europe/Berlin, `2026-11-22`. */
export function archiveFileName(day: string): string {
  return `wegwarte-meine-daten_${day}.zip`
}
