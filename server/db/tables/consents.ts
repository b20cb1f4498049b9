import type { ColumnType, GeneratedAlways } from 'kysely'
import type { ConsentActor, ConsentPurpose } from '#contract/consents.ts'

/** A column that is written once. */
type Fixed<T> = ColumnType<T, T, never>

export interface ConsentsTables {
  /** What people consented to and withdrew. It is only added to; a trigger refuses anything else. */
  consents: {
    /** In the order in which they were said. */
    id: GeneratedAlways<string>
    user_id: Fixed<string>
    /** Null where it is about the account. The device may be gone: that it was consented to is shown nevertheless. */
    device_id: Fixed<string | null>
    /** Its name then. */
    device_name: Fixed<string | null>
    purpose: Fixed<ConsentPurpose>
    version: Fixed<number>
    /** SHA-256 of the text in UTF-8. */
    text_hash: Fixed<Buffer>
    given: Fixed<boolean>
    actor: Fixed<ConsentActor>
    at: Fixed<Date>
  }
}
