// SMS by MSG91's flow interface (integrations.md 5.2). Its errors may come with HTTP 200, so the body decides.
import { GiveUp, NotSent } from '@aangan/server/background/outbox-worker.ts';
import * as z from 'zod';
import type { MessageProvider, Outgoing } from './provider.ts';

export interface Msg91Config {
  /** `https://control.msg91.com`, or a stand-in. */
  url: string;
  authKey: string;
  /** Registered flow of each kind, or DLT id of a centre's own text, and language: `{"finance.fee-link": {"en": "65f0…"}}`. */
  templates: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Sender name, 6 letters. */
  sender?: string;
  timeoutMs?: number;
}

const reply = z.object({
  type: z.string().optional(),
  msg_type: z.string().optional(),
  message: z.string().optional(),
  msg: z.string().optional(),
});

export function msg91(config: Msg91Config): MessageProvider {
  return {
    name: 'MSG91',
    send: async (message) => {
      const known = message.registered === null ? undefined : config.templates[message.registered];
      const template = known?.[message.language] ?? known?.['en'];
      if (!template) throw new GiveUp(`no registered SMS text for ${message.registered ?? message.kind}`);
      const response = await post(config, template, message);
      if (response.status === 401 || response.status === 429 || response.status >= 500)
        throw new NotSent(`the SMS service answered ${response.status}`, 60);
      const body = reply.safeParse(await response.json().catch(() => null));
      if (!body.success) throw new Error('the SMS service answered something unreadable');
      const said = body.data.message ?? body.data.msg ?? '';
      if ((body.data.type ?? body.data.msg_type) !== 'success')
        throw new GiveUp(`the SMS service refused: ${said.replace(/\d{6,}/g, '‹number›').slice(0, 120)}`);
      return { providerId: said };
    },
  };
}

async function post(config: Msg91Config, template: string, message: Outgoing): Promise<Response> {
  const values = Object.fromEntries(
    Object.entries(message.values).map(([name, value]) => [name, String(value)]),
  );
  try {
    return await fetch(`${config.url}/api/v5/flow`, {
      method: 'POST',
      redirect: 'error',
      headers: { authkey: config.authKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        template_id: template,
        short_url: '0',
        ...(config.sender ? { sender: config.sender } : {}),
        unicode: message.language === 'en' ? 0 : 1,
        recipients: [{ mobiles: message.to.replace(/^\+/, ''), ...values }],
      }),
      signal: AbortSignal.timeout(config.timeoutMs ?? 10_000),
    });
  } catch (error) {
    const code = ((error as Error).cause as { code?: string } | undefined)?.code;
    // No connection came about: surely nothing left. A time-out or a cut line may have come after the acceptance.
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new NotSent('the SMS service cannot be reached', 60);
    throw new Error(`no answer from the SMS service (${code ?? (error as Error).name})`);
  }
}
