import { useState } from 'react'
import * as z from 'zod/mini'
import { type PoiCategory, poiCategories } from '#contract/pois/pois.ts'
import { useRemembered } from '#web/browser/remembered.ts'

const chosenCategories = z.array(z.enum(poiCategories))

/** Which categories are shown: those of the link, else those this browser remembers. */
export function useChosenCategories(linked: readonly PoiCategory[] | null) {
  const [remembered, remember] = useRemembered('poiCategories', chosenCategories, [...poiCategories])
  const [chosen, setChosen] = useState<readonly PoiCategory[]>(linked ?? remembered)
  const toggle = (category: PoiCategory) => {
    const next = chosen.includes(category) ? chosen.filter((other) => other !== category) : [...chosen, category]
    setChosen(next)
    remember(next)
  }
  return { chosen, toggle, show: setChosen }
}
