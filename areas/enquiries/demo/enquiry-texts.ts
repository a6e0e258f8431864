// What a centre set up for itself: texts of its own, and the code that confirms the number of a form.
import type { Client } from 'pg';
import { demoUuidSql } from '../../../db/demo/random.ts';

/** Head office's text for all, and two of Andheri: one registered for SMS, one that still waits for its DLT id. */
const TEXTS = [
  {
    centre: 1,
    name: 'Open day',
    channel: 'BOTH',
    language: 'en',
    subject: 'Open day at {centre}',
    body: 'Dear {parent}, {child} and you are welcome to our open day at {centre} this Saturday, 10 AM to 1 PM. Questions? {phone}. Reply STOP to end.',
    dlt: null,
  },
  {
    centre: 2,
    name: 'Seats left (Hindi)',
    channel: 'BOTH',
    language: 'hi',
    subject: '{centre} में {class} की सीटें',
    body: 'नमस्ते {parent}, {centre} में {class} की कुछ सीटें बची हैं। {child} के साथ आइए: {link} बंद करने के लिए STOP लिखें।',
    dlt: '1107161234567890123',
  },
  {
    centre: 2,
    name: 'Bring the papers',
    channel: 'SMS',
    language: 'en',
    subject: null,
    body: 'Please bring the birth certificate of {child} to {brand} {centre} on {date} at {time}. Reply STOP to end.',
    dlt: null,
  },
];

export async function writeEnquiryTexts(client: Client): Promise<void> {
  await client.query(
    `insert into enquiry_message_text (franchisee_id, id, name, channel, language, subject, body, dlt_template_id)
     select centre, ${demoUuidSql("'message-text ' || name")}, name, channel, language, subject, body, dlt
       from jsonb_to_recordset($1::jsonb) as x (centre int, name text, channel text, language text, subject text, body text, dlt text)`,
    [JSON.stringify(TEXTS)],
  );
  await client.query(
    `insert into setting (franchisee_id, area, key, value) values (2, 'enquiries', 'public-form', $1)`,
    [
      JSON.stringify({
        hidden: [],
        languages: ['en', 'hi'],
        lead: { en: null, hi: null },
        thanks: { en: null, hi: null },
        confirmNumber: true,
      }),
    ],
  );
  // Two of three families that came by a form typed the code.
  await client.query(`
    update household_contact c set verified_at = e.captured_at + interval '2 minutes'
      from enquiry e join enquiry_source s on s.id = e.source_id and s.channel in ('QR', 'WEBSITE')
     where e.franchisee_id = 2 and e.erased_at is null and c.franchisee_id = e.franchisee_id and c.household_id = e.household_id
       and c.kind = 'PHONE' and c.value_norm = e.phone_norm and abs(hashtext(c.id::text)) % 3 > 0`);
}
