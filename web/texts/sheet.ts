export const sheetTexts = {
  larger: 'Mehr zeigen',
  smaller: 'Weniger zeigen',
  /** Of the map above it, and of every map: MapLibre's own buttons have the same names. */
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
} as const
