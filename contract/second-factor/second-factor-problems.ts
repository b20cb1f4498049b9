export const secondFactorProblems = {
  SECOND_FACTOR_REQUIRED: { status: 401, message: 'Bitte geben Sie den Code Ihrer App ein.' },
  SECOND_FACTOR_WRONG: {
    status: 400,
    message: 'Dieser Code ist falsch oder schon benutzt. Bitte nehmen Sie den nächsten.',
  },
  SECOND_FACTOR_CHANGED: {
    status: 409,
    message: 'Das hat sich geändert. Bitte laden Sie die Seite neu.',
  },
  PROOF_NOT_ENOUGH: { status: 400, message: 'Hierfür ist der Code Ihrer App nötig.' },
} as const
