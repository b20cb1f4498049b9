export const trackingProblems = {
  MODE_REQUIRED: { status: 400, message: 'Bitte wählen Sie zuerst einen Tracking-Modus.' },
  TRACKING_ACTIVE: {
    status: 409,
    message: 'Einwilligung und Modus lassen sich nur ändern, solange das Tracking ausgeschaltet ist.',
  },
} as const
