export const signOutTexts = {
  title: 'Trotzdem abmelden?',
  lost: (count: number) =>
    count === 1
      ? '1 Änderung ist noch nicht gesendet und steht nur in diesem Browser. Wenn Sie sich abmelden, ist sie weg. Bleiben Sie angemeldet, wird sie gesendet, sobald Netz da ist.'
      : `${count} Änderungen sind noch nicht gesendet und stehen nur in diesem Browser. Wenn Sie sich abmelden, sind sie weg. Bleiben Sie angemeldet, werden sie gesendet, sobald Netz da ist.`,
  action: 'Abmelden und verwerfen',
} as const
