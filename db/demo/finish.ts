import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice } from './people.ts';
import { demoUuid } from './random.ts';

/**
 * After the product's functions have run: their documents carry the moment of seeding, so each gets the moment of its
 * story; links that wait for a family; and nothing of the past is sent out any more.
 */
export async function finishDemo(client: Client, today: Day): Promise<void> {
  // History is dated by hand here and only here: the triggers would refuse it, or stamp it with now.
  await client.query(
    `begin; set local session_replication_role = 'replica'; set local timezone = 'Asia/Kolkata'`,
  );
  try {
    await client.query(
      `update payment set decided_at = coalesce(paid_at, created_at) + interval '20 minutes', updated_at = created_at where decided_by is not null`,
    );
    await client.query(
      `update payment_event v set at = coalesce(p.paid_at, p.created_at) from payment p where p.franchisee_id = v.franchisee_id and p.id = v.payment_id`,
    );
    await client.query(
      `update receipt r set created_at = p.paid_at, updated_at = p.paid_at from payment p where p.franchisee_id = r.franchisee_id and p.id = r.payment_id`,
    );
    await client.query(
      `update payment_allocation a set at = p.paid_at from payment p where p.franchisee_id = a.franchisee_id and p.id = a.payment_id`,
    );
    await client.query(
      `update royalty_accrual a set created_at = p.paid_at, updated_at = p.paid_at from payment p where p.franchisee_id = a.franchisee_id and p.id = a.payment_id`,
    );
    await client.query(`update fee_assignment a set created_at = s.created_at, updated_at = s.created_at,
        submitted_at = case when a.submitted_at is not null then s.created_at + interval '1 hour' end, decided_at = case when a.decided_at is not null then s.created_at + interval '5 hours' end
      from student_admission s where s.franchisee_id = a.franchisee_id and s.id = a.student_admission_id`);
    await client.query(
      `update fee_line l set created_at = a.decided_at, updated_at = a.decided_at from fee_assignment a where a.franchisee_id = l.franchisee_id and a.id = l.fee_assignment_id and a.decided_at is not null`,
    );
    await client.query(`update student_concession c set created_at = a.created_at, updated_at = a.created_at, decided_at = case when c.decided_at is not null then a.decided_at end
      from fee_assignment a where a.franchisee_id = c.franchisee_id and a.id = c.fee_assignment_id and not c.on_running_plan`);
    await client.query(
      `update outbox set state = 'CANCELLED', last_error = 'Part of the demo network''s history' where state = 'QUEUED'`,
    );
    await dateNetwork(client);
    await writeLinks(client, today);
    await writePaymentExceptions(client, today);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const FOUNDED = '2021-02-01';
/** What stands with a centre since it was signed. */
const OF_CENTRE = ['agreement', 'document', 'contact', 'pincode', 'seat', 'year'];

/** Zones, partners and centres are as old as the network says, not as old as this database. */
async function dateNetwork(client: Client): Promise<void> {
  for (const table of ['zone', 'city', 'pincode'])
    await client.query(`update ${table} set created_at = $1::date, updated_at = $1::date`, [FOUNDED]);
  const started = `coalesce(f.signed_on, (select min(v.at)::date from franchisee_event v where v.franchisee_id = f.id), $1::date) + time '11:20'`;
  await client.query(`update franchisee f set created_at = ${started}, updated_at = ${started}`, [FOUNDED]);
  await client.query(
    `update partner p set created_at = f.created_at, updated_at = f.created_at from franchisee f where f.partner_id = p.id`,
  );
  await client.query(
    `update franchisee_zone_move m set since = f.created_at, created_at = f.created_at, updated_at = f.created_at from franchisee f where f.id = m.franchisee_id`,
  );
  for (const part of OF_CENTRE)
    await client.query(
      `update franchisee_${part} x set created_at = f.created_at, updated_at = f.created_at from franchisee f where f.id = x.franchisee_id`,
    );
  await client.query(`update franchisee_event set created_at = at, updated_at = at`);
  await client.query(
    `update franchisee_checklist_item i set created_at = f.created_at, updated_at = coalesce(i.done_at, i.waived_at, f.created_at) from franchisee f where f.id = i.franchisee_id`,
  );
  await client.query(
    `update app_user set created_at = coalesce(activated_at, invited_at, created_at), updated_at = coalesce(activated_at, invited_at, created_at)`,
  );
}

const LINKS_A_CENTRE = 5;

// Families with something open got a link in the last days; the token itself is known to nobody, as in the product.
async function writeLinks(client: Client, today: Day): Promise<void> {
  const { rows } = await client.query<{
    franchisee_id: number;
    account: string;
    mobile: string | null;
    n: number;
  }>(
    `select * from (select a.franchisee_id, a.id as account, g.mobile, row_number() over (partition by a.franchisee_id order by a.child_label, a.id)::int as n
      from fee_account a join student_guardian sg on sg.franchisee_id = a.franchisee_id and sg.student_id = a.student_id and sg.is_primary
      join guardian g on g.franchisee_id = sg.franchisee_id and g.id = sg.guardian_id
      where exists (select from fee_line l where l.franchisee_id = a.franchisee_id and l.fee_account_id = a.id and l.state = 'OPEN' and l.allocated < l.net and l.due_on <= $1)) x
     where n <= $2 order by franchisee_id, n`,
    [today, LINKS_A_CENTRE],
  );
  for (const row of rows) {
    const sent = `${addDays(today, -row.n)}T10:1${row.n}:00+05:30`;
    const expires = `${addDays(today, 30 - row.n)}T10:00:00+05:30`;
    const opened = row.n % 2 === 0;
    await client.query(
      `insert into payment_link (franchisee_id, id, fee_account_id, purpose, status, sent_via, sent_to_masked, expires_at, opened_count, last_opened_at, created_at, updated_at)
       values ($1, $2, $3, 'FEE', $4, 'SMS', $5, $6, $7, $8, $9, $9)`,
      [
        row.franchisee_id,
        demoUuid('payment-link', row.account),
        row.account,
        opened ? 'OPENED' : 'SENT',
        row.mobile ? `+91 ${row.mobile.slice(3, 5)}••• •••${row.mobile.slice(-2)}` : null,
        expires,
        opened ? 1 : 0,
        opened ? sent : null,
        sent,
      ],
    );
    await client.query(
      `insert into public_link (token_hash, purpose, franchisee_id, subject_kind, subject_id, issued_at, expires_at, max_expires_at)
       values (sha256(convert_to($1, 'utf8')), 'pay.admission', $2, 'fee-account', $3, $4, $5, $5)`,
      [demoUuid('link-token', row.account), row.franchisee_id, row.account, sent, expires],
    );
  }
}

/** What head office finds beside its books: a part given back at the provider's own desk, and money whose order is not ours. */
async function writePaymentExceptions(client: Client, today: Day): Promise<void> {
  await client.query(
    `insert into recon_exception (id, franchisee_id, kind, provider_ref, detail, opened_at, created_at, updated_at)
     select $1, p.franchisee_id, 'REFUNDED', p.provider_payment_id,
       jsonb_build_object('asked', p.amount, 'said', p.amount, 'currency', 'INR', 'paymentId', p.id, 'refunded', p.amount / 2, 'paymentStatus', p.status),
       $2, $2, $2
       from payment p where p.status = 'CONFIRMED' and p.provider_payment_id is not null and p.paid_at < $2
      order by p.paid_at desc, p.id limit 1`,
    [demoUuid('payment-exception', 'refund'), `${addDays(today, -1)}T16:20:00+05:30`],
  );
  const opened = `${addDays(today, -9)}T11:05:00+05:30`;
  const closed = `${addDays(today, -8)}T10:30:00+05:30`;
  await client.query(
    `insert into recon_exception (id, kind, provider_ref, detail, opened_at, created_at, updated_at, closed_at, closed_by, closed_reason)
     values ($1, 'UNKNOWN_ORDER', 'pay_Q7rT2mWk9XsLdE', '{"said": 250000, "currency": "INR"}', $2, $2, $3, $3, $4, 'A test payment of the provider''s own support; they took it back.')`,
    [demoUuid('payment-exception', 'unknown'), opened, closed, headOffice['finance']?.id],
  );
}
