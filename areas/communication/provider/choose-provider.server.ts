// Which provider a channel has, by configuration: AANGAN_SMS=msg91 with MSG91_*, AANGAN_SMTP_URL with AANGAN_MAIL_FROM,
// AANGAN_WHATSAPP=meta with WHATSAPP_*. Without one a demo's messages stay readable in the outbox; elsewhere they wait.
import { NotSent } from '@aangan/server/background/outbox-worker.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { Channel } from '../message/render-text.ts';
import { metaWhatsApp } from './meta-whatsapp.server.ts';
import { msg91 } from './msg91.server.ts';
import { outboxProvider } from './outbox.server.ts';
import type { MessageProvider } from './provider.ts';
import { smtp } from './smtp.server.ts';

type Config = Readonly<Record<string, string | undefined>>;

const known = new Map<string, MessageProvider>();

/** The provider of a channel, made once for each configuration; null: none is set up, and the message waits. */
export async function providerOf(db: Db, channel: Channel, config: Config): Promise<MessageProvider | null> {
  const found = providerFor(channel, config);
  if (found) return found;
  const installation = await db.selectFrom('installation').select('demo').executeTakeFirst();
  return installation?.demo ? outboxProvider : null;
}

/** The provider that is set up for a channel. */
export function providerFor(channel: Channel, config: Config): MessageProvider | null {
  const wanted = wantedFor(channel, config);
  if (!wanted) return null;
  const found = known.get(wanted.key) ?? withBreaker(wanted.make());
  known.set(wanted.key, found);
  return found;
}

/**
 * Whether a message of this channel reaches anybody. Without WhatsApp's account an installation that sends otherwise has no
 * WhatsApp: a family that agreed to SMS as well gets an SMS.
 */
export const isConnected = (channel: Channel, config: Config): boolean =>
  channel !== 'WHATSAPP' ||
  whatsAppConfig(config) !== null ||
  (smsConfig(config) === null && mailConfig(config) === null);

function wantedFor(channel: Channel, config: Config): Wanted | null {
  if (channel === 'SMS') return smsConfig(config);
  if (channel === 'EMAIL') return mailConfig(config);
  return channel === 'WHATSAPP' ? whatsAppConfig(config) : null;
}

interface Wanted {
  key: string;
  make(): MessageProvider;
}

function smsConfig(config: Config): Wanted | null {
  const { AANGAN_SMS: name, MSG91_AUTHKEY: authKey } = config;
  if (name !== 'msg91' || !authKey) return null;
  const url = config['MSG91_URL'] ?? 'https://control.msg91.com';
  const sender = config['MSG91_SENDER'];
  const templates = JSON.parse(config['MSG91_TEMPLATES'] ?? '{}') as Record<string, Record<string, string>>;
  return {
    key: `msg91|${url}|${authKey}`,
    make: () => msg91({ url, authKey, templates, ...(sender ? { sender } : {}) }),
  };
}

function mailConfig(config: Config): Wanted | null {
  const { AANGAN_SMTP_URL: url, AANGAN_MAIL_FROM: from } = config;
  return url && from ? { key: `smtp|${url}`, make: () => smtp({ url, from }) } : null;
}

function whatsAppConfig(config: Config): Wanted | null {
  const { AANGAN_WHATSAPP: name, WHATSAPP_TOKEN: token, WHATSAPP_PHONE_NUMBER_ID: phoneNumberId } = config;
  if (name !== 'meta' || !token || !phoneNumberId) return null;
  const url = config['WHATSAPP_URL'] ?? 'https://graph.facebook.com/v23.0';
  const templates = JSON.parse(config['WHATSAPP_TEMPLATES'] ?? '{}') as Record<
    string,
    Record<string, string>
  >;
  return {
    key: `meta|${url}|${phoneNumberId}|${token}`,
    make: () => metaWhatsApp({ url, token, phoneNumberId, templates }),
  };
}

const FAILURES = 5;
const WINDOW_MS = 30_000;
const OPEN_MS = 60_000;

/** After five failures in 30 s nothing is sent for 60 s, then one probe: a dead provider costs nobody else anything (D3). */
export function withBreaker(provider: MessageProvider, clock: () => number = Date.now): MessageProvider {
  let failures: number[] = [];
  let openUntil = 0;
  return {
    name: provider.name,
    send: async (message) => {
      const now = clock();
      if (now < openUntil)
        throw new NotSent(`${provider.name} is paused after failures`, Math.ceil((openUntil - now) / 1000));
      try {
        const sent = await provider.send(message);
        failures = [];
        return sent;
      } catch (error) {
        // A refusal of one message says nothing of the provider's health.
        if ((error as Error).name !== 'GiveUp') {
          failures = [...failures.filter((at) => at > now - WINDOW_MS), now];
          if (failures.length >= FAILURES) {
            openUntil = now + OPEN_MS;
            failures = failures.slice(-(FAILURES - 1)); // the probe that fails closes it again
          }
        }
        throw error;
      }
    },
  };
}
