// WhatsApp by Meta's Cloud API (integrations.md 4.1): a message to somebody who did not write first is an approved template;
// an answer within a day is free text.

import { GiveUp, NotSent } from '@aangan/server/background/outbox-worker.ts';
import { messageKind } from '@aangan/server/endpoint/area-registry.ts';
import * as z from 'zod';
import type { MessageProvider, Outgoing } from './provider.ts';

export interface MetaWhatsAppConfig {
  /** `https://graph.facebook.com/v23.0`, or a stand-in. */
  url: string;
  token: string;
  phoneNumberId: string;
  /** Approved template of each kind and language; its parameters are the kind's variables, in their order. */
  templates: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const accepted = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const refused = z.object({ error: z.object({ code: z.int() }) });
/** Token, throughput, spam limit, template paused: nothing left, later it may. */
const LATER = new Set([190, 130429, 131048, 132015]);

export function metaWhatsApp(config: MetaWhatsAppConfig): MessageProvider {
  return {
    name: 'META',
    send: async (message) => {
      const response = await post(config, message, contentOf(config, message));
      const body: unknown = await response.json().catch(() => null);
      const [sent] = accepted.safeParse(body).data?.messages ?? [];
      if (response.ok && sent) return { providerId: sent.id };
      const code = refused.safeParse(body).data?.error.code;
      if (response.status === 429 || response.status >= 500 || (code !== undefined && LATER.has(code)))
        throw new NotSent(`WhatsApp answered ${code ?? response.status}`, 60);
      if (response.ok || code === undefined) throw new Error('WhatsApp answered something unreadable');
      throw new GiveUp(`WhatsApp refused: ${code}`);
    },
  };
}

function contentOf(config: MetaWhatsAppConfig, message: Outgoing): Record<string, unknown> {
  if (message.isReply) return { type: 'text', text: { body: message.text, preview_url: false } };
  const known = config.templates[message.kind];
  const language = known?.[message.language] ? message.language : 'en';
  const name = known?.[language];
  if (!name) throw new GiveUp(`no approved WhatsApp template for ${message.kind}`);
  const parameters = (messageKind(message.kind)?.variables ?? []).map((variable) => ({
    type: 'text',
    text: String(message.values[variable] ?? ''),
  }));
  return {
    type: 'template',
    template: { name, language: { code: language }, components: [{ type: 'body', parameters }] },
  };
}

async function post(
  config: MetaWhatsAppConfig,
  message: Outgoing,
  content: Record<string, unknown>,
): Promise<Response> {
  try {
    return await fetch(`${config.url}/${config.phoneNumberId}/messages`, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Bearer ${config.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: message.to.replace(/^\+/, ''),
        ...content,
        biz_opaque_callback_data: message.id,
      }),
      signal: AbortSignal.timeout(10_000),
    });
  } catch (error) {
    const code = ((error as Error).cause as { code?: string } | undefined)?.code;
    // No connection came about: surely nothing left. A time-out or a cut line may have come after the acceptance.
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new NotSent('WhatsApp cannot be reached', 60);
    throw new Error(`no answer from WhatsApp (${code ?? (error as Error).name})`);
  }
}
