import type { Place } from '#contract/base/place.ts'
import { coordinates } from '#domain/geo/coordinates.ts'
import { FileMistake } from '#domain/files/file-mistake.ts'
import { type Attributes, xmlEvents } from '#domain/files/xml-reading.ts'
import { createRecordings, type Recording, secondsOf, type TourFile } from './recordings.ts'

/**
 * The tracks of GPX 1.0 and 1.1 with the times of their points. Routes and waypoints say where somebody wants to go, not
 * where they were. @throws {FileMistake} @throws {TooManyPoints}
 */
export function readTracks(document: string): TourFile {
  const reader = createReader()
  for (const event of xmlEvents(document)) {
    if (event.kind === 'open') reader.open(event.name, event.attributes, event.line)
    else if (event.kind === 'text') reader.text(event.text)
    else if (event.kind === 'close') reader.close(event.name)
  }
  return reader.file()
}

/** How deep the elements lie whose text is read: `gpx/trk/name`, `gpx/trk/trkseg/trkpt/time`. */
const nameDepth = 3
const timeDepth = 5

function createReader() {
  const recordings = createRecordings('gpx')
  const path: string[] = []
  let track: Recording | null = null
  let point: Place | null = null
  let [name, time] = ['', '']

  const isAt = (depth: number, ...last: readonly string[]) =>
    path.length === depth && last.every((element, index) => path[depth - last.length + index] === element)

  return {
    open(element: string, attributes: Attributes, line: number): void {
      if (path.length === 0 && element !== 'gpx') throw new FileMistake('not-gpx', line, element)
      path.push(element)
      if (isAt(2, 'trk')) [track, name] = [recordings.begin(null), '']
      else if (isAt(timeDepth - 1, 'trk', 'trkseg', 'trkpt')) {
        point = coordinates(attributes.get('lat'), attributes.get('lon'))
        time = ''
      }
    },
    text(text: string): void {
      if (isAt(nameDepth, 'trk', 'name')) name += text
      else if (isAt(timeDepth, 'trkseg', 'trkpt', 'time')) time += text
    },
    close(element: string): void {
      if (track !== null) {
        if (isAt(timeDepth - 1, 'trk', 'trkseg', 'trkpt')) recordings.add(track, point, secondsOf(time.trim()))
        else if (isAt(2, 'trk')) track.name = name.trim() || null
      }
      if (element === path.at(-1)) path.pop()
    },
    file: recordings.file,
  }
}
