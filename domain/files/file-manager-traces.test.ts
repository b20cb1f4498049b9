import { expect, test } from 'vitest'
import { isFileManagerTrace } from './file-manager-traces.ts'

test.each([
  ['tour.gpx', false],
  ['Touren/2026/tour.gpx', false],
  ['Touren\\tour.csv', false],
  ['.tour.gpx', false],
  ['_tour.gpx', false],
  ['csv/Unfallorte2024_LinRef.csv', false],
  ['__MACOSX/._tour.gpx', true],
  ['__MACOSX/Touren/._tour.csv', true],
  ['Touren/__MACOSX/tour.gpx', true],
  ['Touren/._tour.xml', true],
  ['._speedcam.txt', true],
  ['Touren/.DS_Store', true],
  ['Thumbs.db', true],
  ['Touren\\desktop.ini', true],
  ['Touren/', true],
  ['Touren.gpx/', true],
])('%s of an archive is passed over: %s', (path, isTrace) => {
  expect(isFileManagerTrace(path)).toBe(isTrace)
})
