/** Why a family of a chosen set gets no message; the first that holds is told (closed list). */
export const leftOutWords = {
  ERASED: 'erased',
  ENDED: 'not open any more',
  NO_VISIT: 'the message does not fit its visit',
  SAME_FAMILY: 'another child of the family is written about',
  TODAY: 'had this message today already',
  NO_DLT: 'no e-mail, and the text has no DLT id for SMS',
  NO_ADDRESS: 'no number or e-mail that works',
  SUPPRESSED: 'asked to stop, or the number does not work',
  REFUSED: 'said no to messages',
  NOT_CONNECTED: 'agreed to WhatsApp, which is not connected',
  NO_CONSENT: 'has not agreed to messages',
  VALUE_MISSING: 'something to write about is missing',
  NO_TEXT: 'the text is not there any more',
} as const;
export type LeftOut = keyof typeof leftOutWords;
