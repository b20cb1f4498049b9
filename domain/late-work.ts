/** Work of one queue that waits for longer than it should, or was given up. */
export interface LateWork {
  waiting: number
  failed: number
  /** Of both together, e-mails that their recipient's own mail server does not take at present, as with a full mailbox. */
  putOff: number
}

/** Of e-mails to so many it is hardly their mailboxes any more, but what mail servers think of us. */
export const manyPutOff = 5

/** Whether the product's operator is to know: one mailbox that takes nothing is its owner's matter. */
export function isForOperator({ waiting, failed, putOff }: LateWork): boolean {
  return waiting + failed > putOff || putOff >= manyPutOff
}
