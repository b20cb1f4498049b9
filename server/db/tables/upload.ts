export interface UploadTables {
  uploads: {
    id: string
    user_id: string
    /** WebP. */
    picture: Buffer
    created_at: Date
  }
}
