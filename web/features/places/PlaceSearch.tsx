import { type KeyboardEvent, useId, useState } from 'react'
import type { Place } from '#contract/base/place.ts'
import { type NamedPlace, places } from '#contract/places/places.ts'
import { useCall } from '#web/api/queries/queries.ts'
import styles from './PlaceSearch.module.css'
import { searchTexts as texts } from './texts.ts'
import { Small } from '#web/ui/layout/Small.tsx'
import { CloseIcon } from '#web/ui/pictures/icons.tsx'

interface PlaceSearchProps {
  /** Among places with similar names, nearer ones come first. */
  near: Place
  onChoose(place: NamedPlace): void
}

/** Finds places by their name: a combobox (ARIA pattern "editable with list autocomplete"). */
export function PlaceSearch({ near, onChoose }: PlaceSearchProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const [active, setActive] = useState(-1)
  const found = useFoundPlaces(opened ? typed.trim() : '', near)
  const options = opened ? (found ?? []) : []

  const close = () => {
    setOpened(false)
    setActive(-1)
  }
  const choose = (place: NamedPlace) => {
    setTyped(place.name)
    close()
    onChoose(place)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      setActive((active + step + options.length) % options.length)
    }
    if (event.key === 'Escape') close()
    const chosen = options[Math.max(0, active)]
    if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
  }

  return (
    <div className={styles.search}>
      <input
        className={styles.field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        role="combobox"
        aria-label={texts.label}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-places`}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        placeholder={texts.label}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setOpened(true)
          setActive(-1)
        }}
        onFocus={() => setOpened(true)}
        onBlur={close}
        onKeyDown={press}
      />
      {typed !== '' && (
        <button type="button" className={styles.clear} aria-label={texts.clear} onClick={() => setTyped('')}>
          <CloseIcon />
        </button>
      )}
      <div className={styles.places} hidden={options.length === 0}>
        <div id={`${id}-places`} role="listbox" aria-label={texts.found}>
          {options.map((place, index) => (
            <div
              key={`${place.latitude} ${place.longitude}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.place}
              tabIndex={-1}
              // Keeps the focus in the field: losing it would close the list.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(place)}
              onKeyDown={press}
            >
              {place.name}
              {place.region !== undefined && <Small as="span">{place.region}</Small>}
            </div>
          ))}
        </div>
        <p className={styles.source}>{texts.source}</p>
      </div>
      <p className="visually-hidden" role="status">
        {opened &&
          found !== undefined &&
          typed.trim() !== '' &&
          (found.length === 0 ? texts.none : texts.count(found.length))}
      </p>
      {opened && found?.length === 0 && <p className={styles.none}>{texts.none}</p>}
    </div>
  )
}

function useFoundPlaces(query: string, near: Place): readonly NamedPlace[] | undefined {
  const place = [near.latitude, near.longitude].map((degrees) => degrees.toFixed(2)).join()
  const { data } = useCall(
    places.find,
    { query: { query: query === '' ? '-' : query, near: place } },
    { enabled: query !== '', keepPrevious: true },
  )
  return query === '' ? undefined : data?.places
}
