/* The colours of real road signs, by day and by night. */
export const red = '#c8261f'
export const blue = '#1f4fa3'
export const yellow = '#f5c518'
export const black = '#1b1f25'
export const white = '#ffffff'

export interface SignProps {
  /** Says how large it is. */
  className: string | undefined
}
