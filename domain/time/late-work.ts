/** Work of one queue that waits for longer than it should, or was given up. */
export interface LateWork {
  waiting: number
  failed: number
  /** How many of both are e-mails that the recipient's mail server does not accept at present, as with a full mailbox. */
  putOff: number
}

/** With so many e-mails refused, the reason is hardly the mailboxes any more, but what mail servers think of us. */
export const manyPutOff = 5

/** Whether the operator has to know: one mailbox that accepts nothing only concerns its owner. */
export function isForOperator({ waiting, failed, putOff }: LateWork): boolean {
  return waiting + failed > putOff || putOff >= manyPutOff
}
