// A conversation waits for an answer or it does not, and for how long WhatsApp takes one in free words.
import { transitions } from '@aangan/contract/states.ts';

export const conversationLabels = {
  WAITING: 'Waits for an answer',
  ANSWERED: 'Answered',
  DONE: 'Nothing to answer',
} as const;

export const conversationStates = transitions({
  WAITING: { answer: 'ANSWERED', close: 'DONE' },
  ANSWERED: { answer: 'ANSWERED' },
  DONE: { answer: 'ANSWERED' },
});

export const whoLabels = { PARENT: 'Parent', ENQUIRY: 'Enquiry', NOBODY: 'Nobody we know' } as const;

const WINDOW_MS = 24 * 3_600_000;
/** What is sent at the last moment may arrive after it. */
const MARGIN_MS = 2 * 60_000;

/** Until when WhatsApp takes free text after somebody wrote (areas/communication.md 3.8). */
export const openUntil = (lastIn: Date): Date => new Date(lastIn.getTime() + WINDOW_MS - MARGIN_MS);

/** Why nothing can be answered on WhatsApp now, and what can be done instead. */
export const closedTexts = {
  WINDOW:
    'WhatsApp takes free text for 24 hours after the last message of the family. Send a registered SMS, or call.',
  REFUSED: 'They asked for no more WhatsApp messages. Call them, or write in the app.',
  NOT_CONNECTED: 'WhatsApp is not connected here. Send a registered SMS, or call.',
  RESTRICTED: 'This person may not be told about the child. Ask the centre head before you do anything.',
  NO_NUMBER: 'WhatsApp does not show the number of this person, so nothing can be sent to it.',
} as const;
export type Closed = keyof typeof closedTexts;
