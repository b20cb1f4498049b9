/** How many hazards of a source have a line of their road, of those that riders are told of. */
export interface LinesShare {
  source: string
  hazards: number
  withLine: number
}
