import type { MessageProvider } from './provider.ts';

/** Nothing leaves: the message is readable in the outbox, and that is all (communication.md K17). */
export const outboxProvider: MessageProvider = {
  name: 'OUTBOX',
  send: async (message) => ({ providerId: message.id }),
};
