// Leads from outside: channels in every health, a form nobody has mapped, and the raw delivery behind each lead. The
// enquiries they became are those of the demo with the source Google or Meta.
import { addDays, type Day } from '@aangan/contract/period.ts';
import { aad, seal } from '@aangan/server/work/seal.ts';
import type { Client } from 'pg';
import { type Clock, soFar } from '../../../db/demo/moment.ts';
import { familyNames } from '../../../db/demo/names.ts';
import { ANDHERI, BANER, centres } from '../../../db/demo/places.ts';
import { demoMobile, demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const SOURCE = {
  google: '04000000-0000-7000-8000-000000000005',
  meta: '04000000-0000-7000-8000-000000000006',
};
const DAYS_BACK = 30;

/** 22 letters that look like a key; the same on every machine, known to everybody like the demo's passwords. */
const keyOf = (name: string): string => demoUuid('lead channel', name).replaceAll('-', '').slice(0, 22);

interface DemoChannel {
  name: string;
  provider: 'GOOGLE' | 'META' | 'WEBSITE' | 'WHATSAPP' | 'TELEPHONY';
  franchiseeId: number | null;
  externalId: string | null;
  autoCreate?: boolean;
}

const CHANNELS = {
  search: { name: 'Google search, network', provider: 'GOOGLE', franchiseeId: null, externalId: null },
  pune: { name: 'Google, Pune nursery', provider: 'GOOGLE', franchiseeId: null, externalId: null },
  page: { name: 'Facebook page', provider: 'META', franchiseeId: null, externalId: '153125381133' },
  site: { name: 'aangan.in', provider: 'WEBSITE', franchiseeId: null, externalId: null },
  whatsapp: {
    name: 'Head office WhatsApp',
    provider: 'WHATSAPP',
    franchiseeId: null,
    externalId: '106540352242922',
  },
  andheriDesk: {
    name: 'Andheri front desk',
    provider: 'TELEPHONY',
    franchiseeId: ANDHERI,
    externalId: null,
  },
  banerDesk: { name: 'Baner front desk', provider: 'TELEPHONY', franchiseeId: BANER, externalId: null },
} as const satisfies Record<string, DemoChannel>;
type ChannelName = keyof typeof CHANNELS;
const channelId = (name: ChannelName): string => demoUuid('lead-channel', name);
export const whatsAppChannel = channelId('whatsapp');
/** The telephone lines of the two large centres. */
export const frontDesks = {
  [ANDHERI]: channelId('andheriDesk'),
  [BANER]: channelId('banerDesk'),
} as const;

/** The Pune form waits for Meera to say whose it is (enquiries.md 0). */
const PUNE_FORM = '20458812345678901';
const SEARCH_FORM = '12345678901';
const META_FORM = '12312312312';
const TOKEN_TROUBLE = 'The page’s token does not hold any more: renew it';

export async function writeLeadIntake(client: Client, clock: Clock): Promise<void> {
  const { today } = clock;
  await insertRows(
    client,
    'lead_channel',
    Object.entries(CHANNELS).map(([name, channel]) => channelRow(name as ChannelName, channel, clock)),
  );
  await insertRows(client, 'lead_mapping', mappingRows());
  const leads = [...(await enquiryLeads(client, today)), ...waitingLeads(clock)];
  await insertRows(client, 'inbox', leads.map(inboxRow));
  await insertRows(client, 'lead_intake', leads.map(intakeRow));
  await insertRows(client, 'lead_intake', refusedRows(today));
}

function channelRow(name: ChannelName, channel: DemoChannel, clock: Clock): Row {
  const id = channelId(name);
  const red = name === 'page';
  const secret = channel.provider === 'GOOGLE' || channel.provider === 'WEBSITE';
  return {
    id,
    provider: channel.provider,
    franchisee_id: channel.franchiseeId,
    name: channel.name,
    url_key: keyOf(name),
    secret_sealed: secret
      ? bytes(seal(`demo-key-of-${name}`, aad('lead_channel', 'secret_sealed', null, id)))
      : null,
    token_sealed: red
      ? bytes(seal('an-old-page-token', aad('lead_channel', 'token_sealed', null, id)))
      : null,
    external_id: channel.externalId,
    auto_create: channel.autoCreate ?? false,
    fail_count: red ? 3 : 0,
    failing_since: red ? soFar(clock, 0).toISOString() : null,
    last_error: red ? TOKEN_TROUBLE : null,
  };
}

/** Postgres reads bytea from JSON in this spelling. */
export const bytes = (buffer: Buffer): string => `\\x${buffer.toString('hex')}`;

function mappingRows(): Row[] {
  const [andheri, baner] = [ANDHERI, BANER];
  const row = (channel: ChannelName, form: string | null, to: number | null, more: Row = {}): Row => ({
    id: demoUuid('lead-mapping', channel, form ?? '-'),
    channel_id: channelId(channel),
    external_form: form,
    franchisee_id: to,
    source_id: channel === 'page' ? SOURCE.meta : SOURCE.google,
    campaign: null,
    class_id: null,
    question_map: [],
    ...more,
  });
  return [
    row('search', SEARCH_FORM, null, { campaign: 'Search 2026' }),
    row('search', '12345678902', andheri, { campaign: 'Andheri nursery', class_id: 3 }),
    row('page', META_FORM, null, {
      campaign: 'Admissions open',
      question_map: [{ column: 'which_class_are_you_looking_for', target: 'class' }],
    }),
    row('page', '12312312399', baner, { campaign: 'Open house Baner' }),
  ];
}

interface DemoLead {
  id: string;
  provider: 'GOOGLE' | 'META';
  channel: ChannelName;
  leadId: string;
  form: string;
  campaign: string;
  at: string;
  name: string;
  mobile: string | null;
  pincode: string | null;
  enquiry: { id: string; franchiseeId: number } | null;
  more?: Row;
}

async function enquiryLeads(client: Client, today: Day): Promise<DemoLead[]> {
  const { rows } = await client.query<{
    id: string;
    franchisee: number;
    name: string;
    phone: string;
    pincode: string | null;
    source: string;
    at: string;
  }>(
    `select id, franchisee_id as franchisee, guardian_name as name, phone_norm as phone, pincode, source_id as source, captured_at as at from enquiry
      where source_id = any ($1::uuid[]) and captured_at >= $2::date and phone_norm is not null order by captured_at, id`,
    [Object.values(SOURCE), addDays(today, -DAYS_BACK)],
  );
  return rows.map((row) => {
    const google = row.source === SOURCE.google;
    return {
      id: demoUuid('lead', row.id),
      provider: google ? 'GOOGLE' : 'META',
      channel: google ? 'search' : 'page',
      leadId: leadIdOf(google, row.id),
      form: google ? SEARCH_FORM : META_FORM,
      campaign: google ? '2098765432109876543' : '120210000000000001',
      at: row.at,
      name: row.name,
      mobile: row.phone,
      pincode: row.pincode,
      enquiry: { id: row.id, franchiseeId: row.franchisee },
    };
  });
}

const leadIdOf = (google: boolean, of: string): string => {
  const hex = demoUuid('lead id', of).replaceAll('-', '');
  return google
    ? `Cj0KEQjw${hex}`
    : `1${BigInt(`0x${hex.slice(0, 15)}`)
        .toString()
        .padStart(18, '0')
        .slice(-18)}`;
};

const WAITING = 20;

/** Fourteen of the Pune form, and one of each other trouble. */
function waitingLeads(clock: Clock): DemoLead[] {
  const { today } = clock;
  const rng = rngOf('leads that wait');
  const pune = centres.find((one) => one.id === BANER);
  const of = (n: number, channel: ChannelName, form: string): DemoLead => {
    const names = familyNames(rng, pune?.city.mix ?? { MARATHI: 1 });
    const google = CHANNELS[channel].provider === 'GOOGLE';
    return {
      id: demoUuid('waiting lead', n),
      provider: google ? 'GOOGLE' : 'META',
      channel,
      leadId: leadIdOf(google, `waiting ${n}`),
      form,
      campaign: google ? '2098765432109876599' : '120210000000000001',
      at: soFar(clock, (n + rng.next()) / WAITING).toISOString(),
      name: `${rng.chance(0.7) ? names.mother : names.father} ${names.surname}`,
      mobile: demoMobile(47, n),
      pincode: null,
      enquiry: null,
    };
  };
  // In the demo they wait the whole day for a person; head office would take them after half an hour.
  const waits = (reason: string): Row => ({
    state: 'QUARANTINED',
    quarantine_reason: reason,
    quarantined_at: `${today}T23:59:00+05:30`,
  });
  const token: Row = {
    state: 'RETRY',
    attempts: 3,
    next_try_at: `${addDays(today, 1)}T06:00:00+05:30`,
    last_error: TOKEN_TROUBLE,
    parsed: null,
    person_name: null,
    phone_norm: null,
  };
  return [
    ...Array.from({ length: 14 }, (_, n) => ({ ...of(n, 'pune', PUNE_FORM), more: waits('no-mapping') })),
    { ...of(14, 'search', SEARCH_FORM), mobile: null, more: waits('no-phone') },
    { ...of(15, 'search', SEARCH_FORM), mobile: null, more: waits('bad-phone') },
    ...[16, 17, 18].map((n) => ({ ...of(n, 'page', META_FORM), more: token })),
    {
      ...of(19, 'pune', PUNE_FORM),
      name: 'FirstName LastName',
      mobile: '+16505550123',
      more: {
        state: 'IGNORED',
        result: 'IGNORED',
        ignore_reason: 'Test lead',
        is_test: true,
        processed_at: clock.now.toISOString(),
      },
    },
  ];
}

const columnsOf = (lead: DemoLead) => [
  { id: 'FULL_NAME', name: 'Full name', value: lead.name },
  ...(lead.mobile ? [{ id: 'PHONE_NUMBER', name: 'User phone', value: lead.mobile }] : []),
  ...(lead.more?.['quarantine_reason'] === 'bad-phone'
    ? [{ id: 'PHONE_NUMBER', name: 'User phone', value: '12345' }]
    : []),
  ...(lead.pincode ? [{ id: 'POSTAL_CODE', name: 'Postal code', value: lead.pincode }] : []),
  { id: 'child_age', name: 'How old is your child?', value: `${2 + (lead.leadId.length % 3)} years` },
];

const inboxOf = (lead: DemoLead): { provider: string; eventId: string } =>
  lead.provider === 'GOOGLE'
    ? { provider: 'google-leads', eventId: `${channelId(lead.channel)}:${lead.leadId}` }
    : { provider: 'meta-leads', eventId: lead.leadId };

/** What the provider sent, as it would have. */
const bodyOf = (lead: DemoLead): string =>
  lead.provider === 'GOOGLE'
    ? `{"lead_id":"${lead.leadId}","api_version":"1.0","form_id":${lead.form},"campaign_id":${lead.campaign},"google_key":"removed","is_test":${lead.more?.['is_test'] === true},"user_column_data":${JSON.stringify(
        columnsOf(lead).map((one) => ({ column_id: one.id, column_name: one.name, string_value: one.value })),
      )}}`
    : JSON.stringify({
        object: 'page',
        entry: [
          {
            id: CHANNELS.page.externalId,
            changes: [
              {
                field: 'leadgen',
                value: { leadgen_id: lead.leadId, page_id: CHANNELS.page.externalId, form_id: lead.form },
              },
            ],
          },
        ],
      });

function inboxRow(lead: DemoLead): Row {
  const { provider, eventId } = inboxOf(lead);
  return {
    id: demoUuid('lead inbox', lead.id),
    provider,
    event_id: eventId,
    received_at: lead.at,
    content_type: 'application/json',
    headers: {},
    body: bytes(seal(bodyOf(lead), aad('inbox', 'body', null, `${provider}/${eventId}`))),
    verdict: 'VALID',
    state: 'DONE',
    attempts: 1,
    next_try_at: lead.at,
    processed_at: lead.at,
  };
}

function intakeRow(lead: DemoLead): Row {
  return {
    id: lead.id,
    inbox_id: demoUuid('lead inbox', lead.id),
    provider: lead.provider,
    dedupe_key: lead.leadId,
    channel_id: channelId(lead.channel),
    received_at: lead.at,
    is_test: false,
    verdict: 'VALID',
    state: 'DONE',
    external_form: lead.form,
    external_campaign: lead.campaign,
    parsed: { columns: columnsOf(lead), submittedAt: null, facts: {}, mended: {}, trusted: false },
    person_name: lead.name,
    phone_norm: lead.mobile,
    pincode: lead.pincode,
    quarantine_reason: null,
    quarantined_at: null,
    routed_franchisee_id: lead.enquiry?.franchiseeId ?? null,
    routed_by: lead.enquiry ? 'PINCODE' : null,
    enquiry_id: lead.enquiry?.id ?? null,
    result: lead.enquiry ? 'CREATED' : null,
    ignore_reason: null,
    attempts: 0,
    next_try_at: null,
    last_error: null,
    processed_at: lead.enquiry ? lead.at : null,
    ...lead.more,
  };
}

/** Two deliveries with a wrong key, somebody's guesses. */
const refusedRows = (today: Day): Row[] =>
  [1, 2].map((n) => ({
    id: demoUuid('refused lead', n),
    provider: 'GOOGLE',
    dedupe_key: `refused:${demoUuid('refused', n).replaceAll('-', '')}`,
    channel_id: n === 1 ? channelId('search') : null,
    received_at: `${addDays(today, -n)}T15:1${n}:00+05:30`,
    verdict: 'BAD_KEY',
    state: 'REJECTED',
    processed_at: `${addDays(today, -n)}T15:1${n}:00+05:30`,
  }));
