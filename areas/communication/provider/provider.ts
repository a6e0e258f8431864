// The port behind which a message leaves the house.
import type { Channel, Value } from '../message/render-text.ts';

export interface Outgoing {
  id: string;
  franchiseeId: number;
  kind: string;
  /** What the registered SMS text is known by: the kind, or the registry's id of a centre's own text. Null: there is none. */
  registered: string | null;
  language: string;
  /** WhatsApp: free text within a day of the person's own message; everything else is an approved template. */
  isReply?: boolean;
  channel: Channel;
  /** `+91…` or an e-mail address. */
  to: string;
  subject: string;
  text: string;
  /** Values as shown, for providers that fill a registered text themselves. */
  values: Readonly<Record<string, Value>>;
  /** For mail: who it comes from and why. */
  brand: string;
  /** Mail: answers go here. */
  replyTo?: string;
  /** Mail: a press stops news and offers. */
  unsubscribe?: string;
}

export interface MessageProvider {
  readonly name: string;
  /**
   * Resolves with the provider's id once it accepted. Throws `NotSent` when surely nothing left, `GiveUp` when it was
   * refused for good, anything else when the outcome is unknown.
   */
  send(message: Outgoing): Promise<{ providerId: string }>;
}
