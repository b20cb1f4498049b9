export const sheetTexts = {
  larger: 'Mehr zeigen',
  smaller: 'Weniger zeigen',
} as const
