import { Seeded } from '../seeded.ts';
import {
  type DeliveryFaults,
  type DeliveryResult,
  type PostedWebhook,
  postWebhooks,
} from '../webhook-poster.ts';

export type GoogleLeadsOptions = {
  /** The address of one lead form. */
  webhookUrl: string;
  /** The key typed into the form's settings. */
  key: string;
  /** Digits, up to 19; they stand in the body as numbers, as Google sends them. */
  formId?: string;
  campaignId?: string;
  seed?: string | number;
};

/** What a parent answered: column ids of Google, or a custom question with its text. */
export type GoogleAnswers = Readonly<Record<string, string | { question: string; value: string }>>;

export type GoogleLead = { leadId: string; body: string };

export type GoogleLeadOptions = {
  leadId?: string;
  isTest?: boolean;
  key?: string;
  submittedAt?: string;
  /** More fields at the top of the body. */
  more?: Readonly<Record<string, unknown>>;
};

export type GoogleLeadsSimulator = {
  /** A lead of the form; nothing is sent yet. */
  lead(answers: GoogleAnswers, options?: GoogleLeadOptions): GoogleLead;
  send(leads: readonly GoogleLead[], faults?: DeliveryFaults): Promise<DeliveryResult[]>;
  /** 'Send test data' of the ads console. */
  sendTestData(): Promise<DeliveryResult>;
  /** The download of the ads console: leads of the last 30 days. */
  csv(leads: readonly { leadId: string; answers: Readonly<Record<string, string>>; at: string }[]): string;
};

/** A stand-in of Google Ads' lead forms (integrations.md 3.1): key in the body, 19-digit ids as numbers, no signature. */
export function googleLeadsSimulator(options: GoogleLeadsOptions): GoogleLeadsSimulator {
  const seeded = new Seeded(options.seed);
  const formId = options.formId ?? '12345678901';
  const campaignId = options.campaignId ?? '2098765432109876543';
  const lead: GoogleLeadsSimulator['lead'] = (answers, given = {}) => {
    const leadId = given.leadId ?? seeded.id('Cj0KEQjw', 30);
    const columns = Object.entries(answers).map(([id, answer]) =>
      typeof answer === 'string'
        ? { column_id: id, string_value: answer }
        : { column_id: id, column_name: answer.question, string_value: answer.value },
    );
    const head = JSON.stringify({
      lead_id: leadId,
      api_version: '1.0',
      google_key: given.key ?? options.key,
      is_test: given.isTest ?? false,
      gcl_id: seeded.id('EAIaIQobChMI', 20),
      lead_submit_time: given.submittedAt ?? '2026-04-02T05:10:00Z',
      user_column_data: columns,
      ...given.more,
    });
    // The ids are numbers of up to 19 digits: written by hand, for JavaScript would round them.
    const ids = `"form_id":${formId},"campaign_id":${campaignId},"adgroup_id":150000000001,"creative_id":${seeded.digits('creative', 18).replace(/^0/, '6')}`;
    return { leadId, body: `${head.slice(0, -1)},${ids}}` };
  };
  const webhookOf = ({ body }: GoogleLead): PostedWebhook => ({
    body,
    headers: { 'user-agent': 'Google-Ads-Lead-Form' },
  });
  return {
    lead,
    send: (leads, faults) => postWebhooks(options.webhookUrl, leads.map(webhookOf), seeded, faults),
    sendTestData: async () => {
      const test = lead(
        { FULL_NAME: 'FirstName LastName', EMAIL: 'test@example.com', PHONE_NUMBER: '+16505550123' },
        { leadId: 'TeSt_LeAd_iD', isTest: true },
      );
      const [result] = await postWebhooks(options.webhookUrl, [webhookOf(test)], seeded);
      return result ?? { status: null, body: '' };
    },
    csv: (leads) => {
      const names = [...new Set(leads.flatMap((one) => Object.keys(one.answers)))];
      const line = (cells: readonly string[]) =>
        cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
      return [
        line(['Lead ID', 'Form ID', 'Campaign ID', 'Submission date', ...names]),
        ...leads.map((one) =>
          line([
            one.leadId,
            `'${formId}`,
            `'${campaignId}`,
            one.at,
            ...names.map((name) => one.answers[name] ?? ''),
          ]),
        ),
      ].join('\r\n');
    },
  };
}
