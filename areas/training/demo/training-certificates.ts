// Certificates of staff in each state, and two gates: one whose days are over, so that somebody lacks its certificate, and one to come.
import { addDays, addMonths, type Day, financialYear } from '@aangan/contract/period.ts';
import { hashToken } from '@aangan/server/work/links.ts';
import type { Client } from 'pg';
import { teamAt, trainingTeam } from '../../../db/demo/people.ts';
import { ANDHERI } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';
import { validUntilOf } from '../certificate/certificate.states.ts';

interface Certificate {
  franchiseeId: number;
  staffId: string;
  type: string;
  source: 'MODULE' | 'TRAINING' | 'MANUAL';
  sourceId: string | null;
  title: string;
  issuedOn: Day;
  status?: 'VALID' | 'REVOKED' | 'REPLACED';
  reason?: string;
}
const FIRST_AID = 'FIRST-AID';
const typeId = (code: string) => demoUuid('certificate-type', code);

export async function writeTrainingCertificates(client: Client, today: Day): Promise<void> {
  await client.query('update training set certificate_type_id = $1 where title = $2', [
    typeId('PARENTS'),
    'Talking with parents',
  ]);
  const all = [...(await earned(client)), ...(await byHand(client, today))];
  await write(client, all);
  const by = trainingTeam.trainer.id;
  await insertRows(client, 'training_gate', [
    {
      id: demoUuid('training-gate', FIRST_AID),
      work: 'Attendance',
      certificate_type_id: typeId(FIRST_AID),
      staff_categories: ['TEACHING', 'CARE'],
      effective_from: addDays(today, -75),
      grace_days: 45,
      active: true,
      created_by: by,
    },
    {
      id: demoUuid('training-gate', 'PHONICS-1'),
      work: 'GradeEntry',
      certificate_type_id: typeId('PHONICS-1'),
      staff_categories: ['TEACHING'],
      effective_from: addDays(today, 10),
      grace_days: 30,
      active: true,
      created_by: by,
    },
  ]);
}

/** What completed modules and an attended training gave by themselves. */
async function earned(client: Client): Promise<Certificate[]> {
  const { rows } = await client.query<Certificate>(
    `select e.franchisee_id as "franchiseeId", e.staff_id as "staffId", t.code as type, 'MODULE' as source, e.module_id as "sourceId", m.title,
         (e.completed_at at time zone 'Asia/Kolkata')::date::text as "issuedOn"
       from teacher_enrollment e join teacher_module m on m.id = e.module_id join certificate_type t on t.id = m.certificate_type_id
      where e.status = 'COMPLETED'
     union all
     select e.franchisee_id, e.staff_id, c.code, 'TRAINING', t.id, t.title, t.to_date::text
       from training_enrollment e join training t on t.id = e.training_id and t.status = 'COMPLETED' join certificate_type c on c.id = t.certificate_type_id
      where e.seat = 'SEATED' and e.mark = 'PRESENT'
      order by 7, 1, 2`,
  );
  return rows;
}

/** First aid learnt elsewhere: one that holds, one about to expire, one expired, one revoked, one that a newer one replaced. */
async function byHand(client: Client, today: Day): Promise<Certificate[]> {
  const { rows } = await client.query<{ franchiseeId: number; staffId: string }>(
    `select franchisee_id as "franchiseeId", id as "staffId" from staff
      where status = 'APPROVED' and category in ('TEACHING', 'CARE') and franchisee_id = ${ANDHERI}
      order by user_id is not distinct from $1 desc, employee_code limit 5`,
    [teamAt(ANDHERI).teachers[0]?.id],
  );
  const of = (n: number, issuedOn: Day, more: Partial<Certificate> = {}): Certificate[] => {
    const person = rows[n];
    if (!person) return [];
    return [
      {
        ...person,
        type: FIRST_AID,
        source: 'MANUAL',
        sourceId: null,
        title: 'First aid for children',
        issuedOn,
        ...more,
      },
    ];
  };
  const twoYears = addMonths(today, -24);
  return [
    ...of(0, addDays(twoYears, 13)),
    ...of(1, addDays(twoYears, -25)),
    ...of(2, addMonths(today, -5), { status: 'REVOKED', reason: 'The paper of the course was not hers' }),
    ...of(3, addDays(twoYears, -3), { status: 'REPLACED' }),
    ...of(3, addMonths(today, -1)),
    ...of(4, addMonths(today, -9)),
  ];
}

async function write(client: Client, all: readonly Certificate[]): Promise<void> {
  const { rows: types } = await client.query<{ code: string; name: string; validity_months: number | null }>(
    'select code, name, validity_months from certificate_type',
  );
  const { rows: people } = await client.query<{ id: string; name: string; centre: string }>(
    'select s.id, s.name, f.company_name as centre from staff s join franchisee f on f.id = s.franchisee_id where s.id = any ($1)',
    [all.map(({ staffId }) => staffId)],
  );
  const by = trainingTeam.trainer.id;
  const next = new Map<string, number>();
  const made = [...all]
    .sort((a, b) => a.issuedOn.localeCompare(b.issuedOn))
    .map((one) => {
      const type = types.find(({ code }) => code === one.type);
      const person = people.find(({ id }) => id === one.staffId);
      const year = financialYear(one.issuedOn);
      const series = `${one.franchiseeId} ${year.compact}`;
      const n = (next.get(series) ?? 0) + 1;
      next.set(series, n);
      const number = `CERT/${String(one.franchiseeId).padStart(3, '0')}/${year.short}/${String(n).padStart(4, '0')}`;
      const id = demoUuid('training-certificate', number);
      // Never '-' or '_' at its end, as with those that the product makes.
      const token = `${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url').slice(0, 21)}A`;
      const validUntil = validUntilOf(one.issuedOn, type?.validity_months ?? null);
      return {
        token,
        row: {
          franchisee_id: one.franchiseeId,
          id,
          number,
          staff_id: one.staffId,
          type_id: typeId(one.type),
          source: one.source,
          module_id: one.source === 'MODULE' ? one.sourceId : null,
          edition: one.source === 'MODULE' ? 1 : null,
          training_id: one.source === 'TRAINING' ? one.sourceId : null,
          title: one.title,
          issued_on: one.issuedOn,
          valid_until: validUntil,
          reason: one.source === 'MANUAL' ? 'Course of the Red Cross, paper seen' : null,
          status: one.status ?? 'VALID',
          revoke_reason: one.status === 'REVOKED' ? one.reason : null,
          revoked_by: one.status === 'REVOKED' ? by : null,
          snapshot: {
            number,
            name: person?.name ?? '',
            centre: person?.centre ?? '',
            type: type?.name ?? one.title,
            title: one.title,
            source: one.source,
            issuedOn: one.issuedOn,
            validUntil,
            scoreBp: null,
            attendedMin: one.source === 'TRAINING' ? 90 : null,
            signatory: 'Hema Kapoor, Academic Trainer',
            layout: 'CLASSIC',
            verifyToken: token,
          },
          created_by: one.source === 'MANUAL' ? by : null,
          created_at: `${one.issuedOn}T17:00:00+05:30`,
        },
      };
    });
  await insertRows(
    client,
    'training_certificate',
    made.map(({ row }) => row),
  );
  for (const { token, row } of made)
    await client.query(
      `insert into public_link (token_hash, purpose, franchisee_id, subject_kind, subject_id, expires_at, max_expires_at)
       values ($1, 'training.certificate', $2, 'training-certificate', $3, $4::timestamptz + interval '36500 days', $4::timestamptz + interval '36500 days')`,
      [hashToken(token), row.franchisee_id, row.id, row.created_at],
    );
  await insertRows(
    client,
    'number_series',
    [...next].map(([series, n]) => {
      const [franchisee, period] = series.split(' ');
      return { franchisee_id: Number(franchisee), series: 'CERT', period, next: n + 1 };
    }),
  );
}
