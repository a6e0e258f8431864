import { createHmac } from 'node:crypto';
import Fastify from 'fastify';
import { type HttpFault, HttpFaults } from '../http-faults.ts';
import { listenOn } from '../listen.ts';
import { Seeded } from '../seeded.ts';
import {
  type DeliveryFaults,
  type DeliveryResult,
  type PostedWebhook,
  postWebhooks,
} from '../webhook-poster.ts';

export type MetaLeadsOptions = {
  port?: number;
  host?: string;
  appSecret: string;
  verifyToken: string;
  webhookUrl: string;
  /** The page's token at the start. */
  token: string;
  pageId?: string;
  seed?: string | number;
  /** Also answers for leads it never made (a kept database of the demo). */
  anyLead?: MetaAnswers;
};

export type MetaAnswers = Readonly<Record<string, string>>;
export type MetaLead = { leadgenId: string; formId: string; createdAt: number };

export type MetaLeadsControl = {
  /** A parent sends a form of the page; nothing is told yet. */
  addLead(answers: MetaAnswers, form?: { formId?: string; campaignId?: string }): MetaLead;
  /** Tells of leads by webhook: `together` puts so many changes into one delivery. */
  notify(
    leads: readonly MetaLead[],
    faults?: DeliveryFaults & { together?: number; wrongSignature?: boolean },
  ): Promise<DeliveryResult[]>;
  /** The check of the address when it is entered; gives the status and what was answered. */
  handshake(verifyToken?: string): Promise<{ status: number; text: string }>;
  /** From now on the old token answers error 190. */
  setToken(token: string): void;
  addFault(fault: HttpFault): number;
  clearFaults(): void;
  /** Lead ids asked for, in their order. */
  fetched(): readonly string[];
};

export type MetaLeadsSimulator = {
  /** Base of the Graph API, without a slash at the end. */
  url: string;
  control: MetaLeadsControl;
  close(): Promise<void>;
};

type Stored = MetaLead & { answers: MetaAnswers; campaignId: string };

/** A stand-in of Meta's lead ads (integrations.md 3.2): signed pointers by webhook, answers by Graph with the page's token. */
export async function startMetaLeadsSimulator(options: MetaLeadsOptions): Promise<MetaLeadsSimulator> {
  const seeded = new Seeded(options.seed);
  const pageId = options.pageId ?? '153125381133';
  const leads = new Map<string, Stored>();
  const asked: string[] = [];
  let token = options.token;
  const faults = new HttpFaults(seeded, () => graphError('An unknown error has occurred.', 1));
  const app = Fastify({ forceCloseConnections: true });
  faults.install(app, ['/']);
  app.get<{ Params: { id: string } }>('/:id', async (request, reply) => {
    asked.push(request.params.id);
    if (request.headers.authorization !== `Bearer ${token}`)
      return reply.code(401).send(graphError('Error validating access token: Session has expired.', 190));
    const lead = leads.get(request.params.id) ?? madeUp(request.params.id, options.anyLead);
    if (!lead) return reply.code(400).send(graphError('Unsupported get request.', 100));
    return {
      id: lead.leadgenId,
      created_time: new Date(lead.createdAt * 1000).toISOString().replace('.000Z', '+0000'),
      field_data: Object.entries(lead.answers).map(([name, value]) => ({ name, values: [value] })),
      form_id: lead.formId,
      campaign_id: lead.campaignId,
      ad_id: '120210000000000007',
      platform: 'fb',
      is_organic: false,
    };
  });
  const url = await listenOn(app, options);
  const control: MetaLeadsControl = {
    addLead: (answers, form = {}) => {
      const lead: Stored = {
        leadgenId: `1${seeded.digits('leadgen', 18)}`,
        formId: form.formId ?? '12312312312',
        createdAt: Math.floor(Date.now() / 1000),
        campaignId: form.campaignId ?? '120210000000000001',
        answers,
      };
      leads.set(lead.leadgenId, lead);
      return lead;
    },
    notify: (told, { together = 1, wrongSignature = false, ...more } = {}) => {
      const groups = Array.from({ length: Math.ceil(told.length / together) }, (_, n) =>
        told.slice(n * together, (n + 1) * together),
      );
      const webhooks = groups.map((group) =>
        signed(
          JSON.stringify({
            object: 'page',
            entry: [
              {
                id: pageId,
                time: group[0]?.createdAt ?? 0,
                changes: group.map((lead) => changeOf(lead, pageId)),
              },
            ],
          }),
          wrongSignature ? `${options.appSecret}-wrong` : options.appSecret,
        ),
      );
      return postWebhooks(options.webhookUrl, webhooks, seeded, more);
    },
    handshake: async (verifyToken = options.verifyToken) => {
      const asking = new URL(options.webhookUrl);
      asking.searchParams.set('hub.mode', 'subscribe');
      asking.searchParams.set('hub.verify_token', verifyToken);
      asking.searchParams.set('hub.challenge', '1158201444');
      const answer = await fetch(asking);
      return { status: answer.status, text: await answer.text() };
    },
    setToken: (next) => {
      token = next;
    },
    addFault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    fetched: () => asked,
  };
  return { url, control, close: () => app.close() };
}

const madeUp = (leadgenId: string, answers: MetaAnswers | undefined): Stored | undefined =>
  answers && /^\d{10,20}$/.test(leadgenId)
    ? {
        leadgenId,
        formId: '12312312312',
        createdAt: Math.floor(Date.now() / 1000),
        campaignId: '120210000000000001',
        // A family of its own for each id.
        answers: { ...answers, phone_number: `+9199${leadgenId.slice(-8)}` },
      }
    : undefined;

const changeOf = (lead: MetaLead, pageId: string) => ({
  field: 'leadgen',
  value: {
    leadgen_id: lead.leadgenId,
    page_id: pageId,
    form_id: lead.formId,
    adgroup_id: '0',
    ad_id: '0',
    created_time: lead.createdAt,
  },
});

const graphError = (message: string, code: number) => ({
  error: { message, type: 'OAuthException', code, fbtrace_id: 'AanganSim' },
});

/** Meta signs the raw bytes with the app's secret. */
export function signed(body: string, appSecret: string): PostedWebhook {
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  return { body, headers: { 'x-hub-signature-256': `sha256=${signature}` } };
}
