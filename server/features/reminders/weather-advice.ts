/** Words of the weather service's events, and what to do about a parked vehicle; the first that fits. */
const advices: readonly (readonly [RegExp, string])[] = [
  [
    /hagel|gewitter/i,
    'Stellen Sie das Fahrzeug unter ein Dach, wenn das gefahrlos geht, weg von Bäumen. Fahren Sie nicht mehr los, wenn es schon blitzt.',
  ],
  [
    /orkan|sturm|bö/i,
    'Stellen Sie das Fahrzeug in den Windschatten und weg von Bäumen und Gerüsten. Nehmen Sie eine lose Plane ab, und legen Sie einen Gang ein.',
  ],
  [
    /regen|tau|hochwasser|flut/i,
    'Holen Sie das Fahrzeug aus Tiefgarage, Senke oder Flussnähe, solange die Wege frei sind. Danach ist es zu spät.',
  ],
  [
    /schnee|glätte|frost|glatteis|eis/i,
    'Lassen Sie das Fahrzeug stehen, am besten unter einem Dach, und denken Sie an die Batterie.',
  ],
  [/hitze/i, 'Stellen Sie das Fahrzeug in den Schatten.'],
]

const otherwise = 'Stellen Sie das Fahrzeug geschützt ab, wenn das gefahrlos geht, und warten Sie das Wetter ab.'

/** What to do with a vehicle that is parked where the weather comes. One's own safety always goes first. */
export function weatherAdvice(event: string): string {
  return advices.find(([words]) => words.test(event))?.[1] ?? otherwise
}
