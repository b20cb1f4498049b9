import { deletedKinds, type DeletionFigures } from '#contract/account-deletion/account-deletion.ts'

/** What an account has, in words: only what there is, the most important first. */
export function figureWords(figures: DeletionFigures): string[] {
  return deletedKinds
    .filter(({ key }) => figures[key] > 0)
    .map(({ key, one, many }) => (figures[key] === 1 ? `1 ${one}` : `${figures[key].toLocaleString('de-DE')} ${many}`))
}
