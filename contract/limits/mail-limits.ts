import { minuteMs, secondMs } from '#contract/base/time-units.ts'

export const mailServerLimits = {
  /** Of a report about an e-mail, with what it returns of the e-mail. */
  reportBytes: 1_000_000,
  /** A mail server hands reports in one after the other; one that says nothing for so long has gone. */
  reportConnections: 20,
  reportSilenceSeconds: 60,
  /**
   * Connections to the mail server, and with them e-mails on their way at a time, of each process. The others leave alarms most
   * of them: at 8 s an e-mail, 50 alarms are taken in under a minute while the others use all of theirs.
   */
  connections: 15,
  othersAtOnce: 5,
  /** A server that takes fewer connections is given no more of them for this time. */
  narrowMs: 10 * minuteMs,
  /** One that is not used goes after this time: a server that has vanished is not noticed before minutes by an e-mail over it. */
  idleMs: 5 * secondMs,
  /** Alarms that are on their way to owners at a time, and as many to emergency contacts. */
  alarmsAtOnce: 10,
  /** E-mails of one kind that are on their way at a time. */
  sameKindAtOnce: 3,
  /**
   * How long a client waits (RFC 5321, section 4.5.3.2). A connection is opened, and greeted, within the time for a greeting.
   * Afterwards the longest time, that for the end of DATA, applies to every answer: a client that hangs up earlier has an e-mail
   * that was taken after all sent again.
   */
  greetingMs: 5 * minuteMs,
  answerMs: 10 * minuteMs,
  /** The call that waits for it fails then, unless the server has the whole e-mail. */
  browserPatienceMs: 15 * secondMs,
  /**
   * No e-mail takes longer: a wait for its turn, a greeting, and an answer each to EHLO, STARTTLS, EHLO, AUTH, MAIL, RCPT, DATA
   * and to its end.
   */
  longestMinutes: 120,
  /** While an e-mail is on its way, its worker says this often that it still is. One that is silent for longer is gone. */
  renewEveryMs: minuteMs,
  leaseSeconds: 60,
  /** While some are on their way, others that become due are looked for this often. */
  lookEveryMs: secondMs,
} as const
