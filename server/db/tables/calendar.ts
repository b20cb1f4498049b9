export interface CalendarTables {
  /** The secret address of an account's calendar. */
  calendars: {
    user_id: string
    token_hash: Buffer
    created_at: Date
    last_read_at: Date | null
  }
}
