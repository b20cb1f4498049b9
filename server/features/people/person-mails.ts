import * as z from 'zod'
import { messageKind } from '#server/db/shared/messages.ts'

const about = z.tuple([z.string(), z.string()])
/** To who is invited, with the token of the link as its words. About the person and the invitation. */
export const personInvitation = messageKind('person-invitation', about)
/** To the owner of the account in which somebody was invited, whose address is its words. */
export const personInvited = messageKind('person-invited', about)
