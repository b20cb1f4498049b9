import type { StoredDataGroup } from '#contract/privacy.ts'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'

export function DataRecords({ groups }: { groups: readonly StoredDataGroup[] }) {
  return groups.map(({ title, records }) => (
    <Stack as="section" gap={2} key={title}>
      <h3>{title}</h3>
      <ul>{records.map(recordItem)}</ul>
    </Stack>
  ))
}

function recordItem({ id, title, what, purpose, basis, kept, seenBy }: StoredDataGroup['records'][number]) {
  return (
    <li key={id}>
      <strong>{title}:</strong> {what}
      <Small>
        Wozu: {purpose}. Rechtsgrundlage: {basis}. Wie lange: {kept}
        {seenBy !== null && ` Wer sonst davon erfährt: ${seenBy}`}
      </Small>
    </li>
  )
}
