import { type FormEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import type { Place } from '#contract/base/place.ts'
import type { Departure } from '#contract/route-check/route-check.ts'
import { type SavedRoute, savedRouteDetails, savedRoutes } from '#contract/saved-routes/saved-routes.ts'
import { piecesToSave } from './pieces-to-save.ts'
import styles from './SaveRoute.module.css'
import { savedRoutesTexts } from './texts.ts'
import { useAction } from '#web/api/queries/action.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'
import { useSession } from '#web/api/session/session.ts'
import { Button } from '#web/ui/controls/Button.tsx'
import { Check } from '#web/ui/controls/Check.tsx'
import { Small } from '#web/ui/layout/Small.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { notify } from '#web/ui/text/notify.ts'
import { Summary } from '#web/ui/text/Summary.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

/** A route as it is checked. */
export interface RouteToSave {
  name: string
  pieces: Place[][]
  corridorMetres: number
  departure: Departure | null
  /** As what it is saved already; null: not yet. */
  saved: SavedRoute | null
}

const texts = savedRoutesTexts.save

/** Keeps the route that is being checked, or changes the one that is kept. */
export function SaveRoute(props: RouteToSave) {
  const isDemo = useSession().user?.demo === true
  const [made, setMade] = useState<{ saved: SavedRoute; of: Place[][] } | null>(null)
  // Another line is another route.
  const saved = made?.of === props.pieces ? made.saved : props.saved
  return (
    <details className={styles.whole}>
      <Summary>{saved === null ? texts.title : texts.changeTitle}</Summary>
      {isDemo ? (
        <Small>{texts.demo}</Small>
      ) : (
        <SaveForm {...props} saved={saved} onSaved={(route) => setMade({ saved: route, of: props.pieces })} />
      )}
    </details>
  )
}

function SaveForm({
  name: proposed,
  pieces,
  corridorMetres,
  departure,
  saved,
  onSaved,
}: RouteToSave & { onSaved(route: SavedRoute): void }) {
  const hintId = useId()
  const [name, setName] = useState(saved?.name ?? proposed)
  const [isWatched, setWatched] = useState(saved?.isWatched ?? true)
  const [mistake, setMistake] = useState<string | null>(null)
  const save = useAction(savedRoutes.save, [savedRoutes.list])
  const change = useAction(savedRoutes.change, [savedRoutes.list])
  const problem = save.error ?? change.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { data: wanted, error } = z.safeParse(savedRouteDetails, { name, departure, isWatched })
    setMistake(error?.issues[0]?.message ?? null)
    if (wanted === undefined) return
    const done = {
      onSuccess: (route: SavedRoute) => {
        notify('success', texts.done(route.name))
        onSaved(route)
      },
    }
    if (saved === null) save.mutate({ body: { ...wanted, corridorMetres, pieces: piecesToSave(pieces) } }, done)
    else change.mutate({ params: { routeId: saved.id }, body: wanted }, done)
  }
  return (
    <Stack as="form" gap={3} onSubmit={submit} noValidate>
      <TextField
        label={texts.name}
        description={texts.nameHint}
        value={name}
        error={mistake}
        autoComplete="off"
        onChange={(event) => {
          setName(event.currentTarget.value)
          setMistake(null)
        }}
      />
      <div>
        <Check
          checked={isWatched && departure !== null}
          disabled={departure === null}
          aria-describedby={hintId}
          onChange={(event) => setWatched(event.currentTarget.checked)}
        >
          {texts.watch}
        </Check>
        <Small id={hintId}>{departure === null ? texts.withoutDeparture : texts.watchHint}</Small>
      </div>
      <Small>{texts.privacy}</Small>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {messageOf(problem)}
        </p>
      )}
      <div>
        <Button type="submit" kind="secondary" busy={save.isPending || change.isPending}>
          {saved === null ? texts.submit : texts.changed}
        </Button>
      </div>
    </Stack>
  )
}
