import type { MessageProvider } from './provider.ts';

/** Of a demo. Nothing leaves: the message is readable in the outbox, and that is all (communication.md K17). */
export const outboxProvider: MessageProvider = {
  name: 'OUTBOX',
  send: async (message) => ({ providerId: message.id }),
};
