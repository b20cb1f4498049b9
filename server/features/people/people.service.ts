import { dayMs } from '#contract/base/time-units.ts'
import { peopleLimits } from '#contract/people/people-limits.ts'
import { type OthersVehicle, people, type Person, type PersonEntry } from '#contract/people/people.ts'
import { personState } from '#domain/people/person-state.ts'
import { untoldOf } from '#domain/people/untold.ts'
import type { Attempts } from '#server/db/transactions/attempts.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createSecret, hashOf } from '#server/platform/secrets.ts'
import type { ListedPerson } from './listed-people.ts'
import type { PeopleStore, StoredVehicle } from './people.store.ts'

export type PeopleService = ReturnType<typeof createPeopleService>

const { perAccount, perAddress } = people.invite.limit.rules
const refusals = {
  known: 'PERSON_KNOWN',
  full: 'PERSON_LIMIT',
  gone: 'NOT_FOUND',
  'signed out': 'UNAUTHORIZED',
} as const
const notAccepted = {
  over: 'PERSON_INVITATION_OVER',
  used: 'PERSON_INVITATION_USED',
  foreign: 'PERSON_INVITATION_FOREIGN',
} as const

interface Parts {
  store: PeopleStore
  attempts: Pick<Attempts, 'takeTogether'>
  messages: Pick<Messages, 'wake'>
  clock: Clock
  newId(): string
}

const wrongEnd = `Bitte wählen Sie einen Tag in der Zukunft, höchstens ${peopleLimits.longestDays} Tage von heute an.`

/** Whom owners invite to their vehicles, and what those decide about it. */
export function createPeopleService({ store, attempts, messages, clock, newId }: Parts) {
  const show = async (deviceId: string): Promise<{ people: Person[] }> => {
    const now = clock.now()
    const stored = await store.list(deviceId, now)
    return { people: stored.map((person) => listed(person, now)) }
  }

  return {
    show,

    /** Whether the address has an account shows nowhere. */
    async invite({ user, sessionId }: SignedIn, deviceId: string, { name, email, role, endsAt }: PersonEntry) {
      if (email.toLowerCase() === user.email.toLowerCase()) {
        throw new Problem('VALIDATION_ERROR', {
          fields: { email: 'Das ist Ihre eigene Adresse. Ihnen gehört das Fahrzeug.' },
        })
      }
      const at = clock.now()
      const end = endsAt === undefined ? null : new Date(endsAt)
      if (end !== null && (end <= at || end.getTime() > at.getTime() + peopleLimits.longestDays * dayMs)) {
        throw new Problem('VALIDATION_ERROR', { fields: { endsAt: wrongEnd } })
      }
      const taken = await attempts.takeTogether({
        account: [perAccount, user.id],
        address: [perAddress, hashOf(email.toLowerCase()).toString('hex')],
      })
      if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
      const outcome = await store.invite({
        id: newId(),
        userId: user.id,
        sessionId,
        deviceId,
        name,
        email,
        role,
        endsAt: end,
        invitationEndsAt: new Date(at.getTime() + peopleLimits.invitationDays * dayMs),
        secret: createSecret(),
        at,
      })
      if (outcome !== 'invited') {
        // Nothing was sent.
        await taken.undo()
        throw new Problem(refusals[outcome])
      }
      await messages.wake()
      return show(deviceId)
    },

    async remove(deviceId: string, personId: string) {
      await store.remove({ deviceId, personId, at: clock.now() })
      return show(deviceId)
    },

    async accept({ user }: SignedIn, token: string): Promise<OthersVehicle> {
      const accepted = await store.accept({
        tokenHash: hashOf(token),
        userId: user.id,
        email: user.email,
        at: clock.now(),
      })
      if (typeof accepted === 'string') throw new Problem(notAccepted[accepted])
      return shown(accepted)
    },

    async vehicles(userId: string): Promise<{ vehicles: OthersVehicle[] }> {
      return { vehicles: (await store.vehiclesOf(userId, clock.now())).map(shown) }
    },

    async leave(userId: string, deviceId: string): Promise<void> {
      if (!(await store.leave({ deviceId, userId, at: clock.now() }))) throw new Problem('NOT_FOUND')
    },

    /**
     * @returns whether there is something to see: without tracking there is nothing for others than the owner.
     * @throws {Problem} FORBIDDEN where they may not look any more.
     */
    async look(userId: string, deviceId: string): Promise<boolean> {
      if (!(await store.look({ deviceId, userId, at: clock.now() }))) throw new Problem('FORBIDDEN')
      return store.isTracked(deviceId)
    },
  }
}

/** What an owner must not rely on is said of who has accepted: of the others they expect nothing. */
function listed(person: ListedPerson, now: Date): Person {
  const state = personState(person, now)
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    state,
    invitedAt: person.invitedAt.toISOString(),
    acceptedAt: person.acceptedAt?.toISOString() ?? null,
    endsAt: person.endsAt?.toISOString() ?? null,
    ...(state === 'ACCEPTED' && { untold: untoldOf(person.reach) }),
  }
}

function shown({ endsAt, ...vehicle }: StoredVehicle): OthersVehicle {
  return { ...vehicle, endsAt: endsAt?.toISOString() ?? null }
}
