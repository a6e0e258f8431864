// People who wrote on WhatsApp first: some became enquiries, some wait, one is nobody's business.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { familyNames } from '../../../db/demo/names.ts';
import { centres } from '../../../db/demo/places.ts';
import { demoMobile, demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';
import { whatsAppChannel } from './lead-intake.ts';

const HEAD_OFFICE = 1;
const WHATSAPP = '04000000-0000-7000-8000-000000000007';
const TEXTS = [
  'Hi, what are the fees for nursery?',
  'Do you have day care till 6 pm?',
  'Hello, admission for my 2.5 year old',
  'Is there a seat in Junior KG?',
  'नमस्ते, एडमिशन कब शुरू होगा?',
  'Can we visit on Saturday?',
  'What time does the playgroup end?',
];

export async function writeWhatsAppContacts(client: Client, today: Day): Promise<void> {
  const { rows } = await client.query<{
    id: string;
    franchisee: number;
    name: string;
    phone: string;
    at: string;
  }>(
    `select id, franchisee_id as franchisee, guardian_name as name, phone_norm as phone, captured_at as at from enquiry
      where source_id = $1 and captured_at >= $2::date and phone_norm is not null order by captured_at, id`,
    [WHATSAPP, addDays(today, -30)],
  );
  const rng = rngOf('whatsapp contacts');
  const made = rows.map(
    (row): Row =>
      contactRow({
        name: row.name,
        phone: row.phone,
        at: row.at,
        text: rng.pick(TEXTS),
        messages: rng.int(1, 6),
        franchiseeId: row.franchisee,
        state: 'CREATED',
        enquiryId: row.id,
      }),
  );
  await insertRows(client, 'wa_contact', [...made, ...strangers(today)]);
}

function strangers(today: Day): Row[] {
  const rng = rngOf('whatsapp strangers');
  const states = ['NEW', 'NEW', 'NEW', 'NEW', 'NEW', 'NEW', 'IGNORED', 'BLOCKED'] as const;
  return states.map((state, n) => {
    const names = familyNames(rng, centres[n % centres.length]?.city.mix ?? { HINDI: 1 });
    return contactRow({
      name:
        state === 'BLOCKED'
          ? 'Grow followers fast'
          : rng.chance(0.6)
            ? names.mother
            : `${names.father} ${names.surname}`,
      phone: demoMobile(48, n),
      at: n < 3 ? `${today}T00:${10 + n}:20+05:30` : `${addDays(today, -n)}T1${n}:24:20+05:30`,
      text: state === 'BLOCKED' ? 'We grow your page, write to us' : (TEXTS[n % TEXTS.length] ?? ''),
      messages: rng.int(1, 4),
      franchiseeId: HEAD_OFFICE,
      state,
      enquiryId: null,
      ad: n === 1 || n === 4 ? 'Admissions open 2027' : null,
    });
  });
}

interface Contact {
  name: string;
  phone: string;
  at: string;
  text: string;
  messages: number;
  franchiseeId: number;
  state: 'NEW' | 'CREATED' | 'IGNORED' | 'BLOCKED';
  enquiryId: string | null;
  ad?: string | null;
}

const contactRow = (one: Contact): Row => ({
  franchisee_id: one.franchiseeId,
  id: demoUuid('wa contact', one.phone),
  channel_id: whatsAppChannel,
  wa_id: one.phone.slice(1),
  phone_norm: one.phone,
  profile_name: one.name,
  first_text: one.text,
  first_at: one.at,
  last_at: one.at,
  messages: one.messages,
  seen: [],
  referral: one.ad ? { headline: one.ad, source_type: 'ad', source_id: '120210000000000007' } : null,
  state: one.state,
  enquiry_id: one.enquiryId,
});
