/** Why a file is no backup that can be restored here: one German sentence that says what to do. Nothing was changed. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}

export const problemOfFile = {
  foreign: 'Das ist keine Sicherung von Wegwarte. Bitte die Datei nennen, die „db backup“ geschrieben hat.',
  newerFormat:
    'Diese Sicherung ist von der Datenbank einer neueren Version von Wegwarte. Bitte mit dieser oder einer noch neueren einspielen.',
  cut: 'Die Sicherung ist nicht vollständig: Ihr Ende fehlt. Bitte eine andere nehmen.',
  damaged: 'Die Sicherung ist beschädigt. Bitte eine andere nehmen.',
  needsPassphrase:
    'Die Sicherung ist verschlüsselt. Bitte die Datei mit der Passphrase nennen: --passphrase-file DATEI.',
  wrongPassphrase: 'Die Passphrase passt nicht zu dieser Sicherung, oder die Sicherung ist beschädigt.',
} as const
