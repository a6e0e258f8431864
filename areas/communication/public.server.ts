// What the communication area offers to others inside their unit of work (areas/README §3).
export {
  attachConsents,
  type ConsentAnswer,
  type ConsentMethod,
  type ConsentPurpose,
  type ConsentSubject,
  type ConsentText,
  consentAllows,
  consentTexts,
  type NewConsents,
  recordConsent,
} from './consent/consent.server.ts';
export { type ConsentState, consentAnswersBy, consentsOf } from './consent/consents-of.server.ts';
export { mayContact } from './consent/may-contact.server.ts';
export { type PaperConsent, recordPapers } from './consent/record-papers.server.ts';
export { takeBackMessages } from './consent/take-back-messages.server.ts';
export { keepInbound } from './conversation/keep-inbound.server.ts';
export { eventsOf } from './event/events-of.server.ts';
export { messagesOfEnquiry, type SentMessage } from './message/messages-of-enquiry.server.ts';
export { previewMessages } from './message/preview-message.server.ts';
export {
  type About,
  cancelMessages,
  type MessageAddress,
  type NewMessage,
  queueMessage,
} from './message/queue-message.server.ts';
export type { ContactChannel, OwnText } from './message/render-text.ts';
export {
  type ContactAddress,
  contactChannels,
  type WayClosed,
  type WayOf,
  waysOf,
} from './message/ways-of.server.ts';
