/** Of the hazards of riding mode that a source gives: how many have a line of their road. */
export interface LinesShare {
  source: string
  hazards: number
  withLine: number
}
