import { expect, test } from 'vitest'
import { archiveFileName, positionsFileName } from './file-names.ts'

test.each([
  ['Enduro', 'positionen/1_enduro.gpx'],
  ['Mäxchens große KTM 690', 'positionen/1_maexchens-grosse-ktm-690.gpx'],
  ['../../etc/passwd', 'positionen/1_etc-passwd.gpx'],
  ['🏍️', 'positionen/1_geraet.gpx'],
  ['', 'positionen/1_geraet.gpx'],
])('the positions of %j are in %s', (name, file) => {
  expect(positionsFileName(name, 1)).toBe(file)
})

test('devices of the same name have different files', () => {
  expect(positionsFileName('KTM', 1)).not.toBe(positionsFileName('KTM', 2))
})

test('the archive is named after its day', () => {
  expect(archiveFileName('2026-11-22')).toBe('wegwarte-meine-daten_2026-11-22.zip')
})
