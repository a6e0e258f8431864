import { signed } from '../meta-leads/meta-leads-simulator.ts';
import { Seeded } from '../seeded.ts';
import { type DeliveryFaults, type DeliveryResult, postWebhooks } from '../webhook-poster.ts';

export type WhatsAppInboundOptions = {
  appSecret: string;
  webhookUrl: string;
  phoneNumberId?: string;
  displayNumber?: string;
  seed?: string | number;
};

export type InboundWhatsApp = {
  /** Digits with country code: 919876543210. */
  from: string;
  text: string;
  /** Name of the profile. */
  name?: string;
  /** Seconds since 1970. */
  at?: number;
  /** They came by an ad that opens WhatsApp. */
  referral?: { headline: string; sourceId: string };
};

export type WhatsAppInboundSimulator = {
  /** One delivery for each message, with an id of its own. */
  deliver(
    messages: readonly InboundWhatsApp[],
    faults?: DeliveryFaults & { wrongSignature?: boolean; phoneNumberId?: string },
  ): Promise<DeliveryResult[]>;
  /** A delivery that tells of a sent message's fate; nothing of it is an enquiry. */
  status(recipient: string): Promise<DeliveryResult[]>;
};

/** Parents who write to a WhatsApp number first (integrations.md 4.2). */
export function whatsAppInboundSimulator(options: WhatsAppInboundOptions): WhatsAppInboundSimulator {
  const seeded = new Seeded(options.seed);
  const envelope = (value: Record<string, unknown>, phoneNumberId: string) =>
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '102290129340398',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: {
                  display_phone_number: options.displayNumber ?? '912230001234',
                  phone_number_id: phoneNumberId,
                },
                ...value,
              },
            },
          ],
        },
      ],
    });
  const number = options.phoneNumberId ?? '106540352242922';
  return {
    deliver: (messages, { wrongSignature = false, phoneNumberId = number, ...faults } = {}) => {
      const secret = wrongSignature ? `${options.appSecret}-wrong` : options.appSecret;
      const webhooks = messages.map((message) =>
        signed(envelope(contentOf(message, seeded.id('wamid.HBgM', 32)), phoneNumberId), secret),
      );
      return postWebhooks(options.webhookUrl, webhooks, seeded, faults);
    },
    status: (recipient) =>
      postWebhooks(
        options.webhookUrl,
        [
          signed(
            envelope(
              {
                statuses: [
                  {
                    id: seeded.id('wamid.HBgM', 32),
                    status: 'delivered',
                    timestamp: String(Math.floor(Date.now() / 1000)),
                    recipient_id: recipient,
                  },
                ],
              },
              number,
            ),
            options.appSecret,
          ),
        ],
        seeded,
      ),
  };
}

const contentOf = (message: InboundWhatsApp, id: string) => ({
  contacts: [{ wa_id: message.from, profile: { name: message.name ?? 'Asha' } }],
  messages: [
    {
      from: message.from,
      id,
      timestamp: String(message.at ?? Math.floor(Date.now() / 1000)),
      type: 'text',
      text: { body: message.text },
      ...(message.referral
        ? {
            referral: {
              source_url: 'https://fb.me/aangan',
              source_type: 'ad',
              source_id: message.referral.sourceId,
              headline: message.referral.headline,
              body: 'Ask us on WhatsApp',
              ctwa_clid: 'ARAkLkA8rmlFeiCktEJQ',
            },
          }
        : {}),
    },
  ],
});
