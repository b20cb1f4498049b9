const failed = 'Ihr Gerät hat den Passkey nicht bestätigt. Bitte versuchen Sie es noch einmal.'

/** What went wrong between browser and passkey, and what to do. */
export const passkeyTexts = {
  create: {
    notConfirmed:
      'Der Passkey wurde nicht angelegt: abgebrochen oder zu lange gewartet. Bitte versuchen Sie es noch einmal.',
    alreadyHere: 'Auf diesem Gerät gibt es für Ihr Konto schon einen Passkey. Sie können sich damit anmelden.',
    unable:
      'Dieses Gerät kann keinen Passkey anlegen. Schalten Sie die Bildschirmsperre mit Fingerabdruck, Gesicht oder PIN ein, oder nehmen Sie ein anderes Gerät.',
    failed: 'Ihr Gerät hat keinen Passkey angelegt. Bitte versuchen Sie es noch einmal.',
  },
  prove: {
    notConfirmed:
      'Der Passkey wurde nicht bestätigt. Versuchen Sie es noch einmal. Gibt es auf diesem Gerät keinen, hilft Ihr Passwort weiter.',
    alreadyHere: failed,
    unable: failed,
    failed,
  },
  elsewhere: (rpId: string) => `Passkeys funktionieren nur unter der Adresse ${rpId}. Bitte öffnen Sie Wegwarte dort.`,
} as const
