/** Words that end messages when they are the whole text (communication.md 3.4). */
const STOP_WORDS = new Set(['stop', 'unsubscribe', 'band', 'रोकें'.normalize('NFC')]);

export const isStopWord = (text: string): boolean =>
  STOP_WORDS.has(text.normalize('NFC').trim().toLowerCase());
