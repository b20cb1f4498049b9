export const accountDeletionProblems = {
  DELETION_OVER: {
    status: 410,
    message: 'Dieser Link gilt nicht mehr: Das Konto wurde behalten, oder es gibt einen neueren Link.',
  },
  DELETION_DURING_THEFT: {
    status: 409,
    message: 'Ein Diebstahl ist offen. Bitte bestätigen Sie, was mit der Löschung verloren geht.',
  },
} as const
