// Payments of the fee plans over the months: at the counter with approval, and online as the gateway would report them.
// Rows of `payment` are documents and are put in; every ledger entry, allocation, receipt and accrual is the product's.
import { confirmPayment } from '@aangan/areas/finance/payment/confirm-payment.server.ts';
import { selectionHash } from '@aangan/areas/finance/payment/open-payment.server.ts';
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { NarrowedActor } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI } from '../../../db/demo/places.ts';
import { actorAt, work } from '../../../db/demo/product.ts';
import { demoUuid, type Rng, rngOf } from '../../../db/demo/random.ts';
import { isParentsChild, owesOnPurpose } from '../../students/demo/families.ts';
import type { CentreChildren } from '../../students/demo/write-families.ts';

type Mode = 'ONLINE' | 'CASH' | 'CHEQUE' | 'UPI' | 'NEFT';

interface Due {
  account: string;
  label: string;
  payer: string;
  mobile: string;
  year: number;
  seq: number;
  dueOn: Day;
  billedOn: Day;
  lines: readonly { feeLineId: string; amount: number }[];
}

interface Planned {
  id: string;
  due: Due;
  mode: Mode;
  paidOn: Day;
  at: string;
  amount: number;
  lines: readonly { feeLineId: string; amount: number }[];
  reference: string | null;
  end: 'CONFIRM' | 'WAIT' | 'FAIL';
}

const BATCH = 15;
/** Money that waits for approval lies no further back than this. */
const WAITING_DAYS = 4;
/** Cheques a centre has in its register, whatever the day brings. */
const MIN_CHEQUES = 4;
/** Families that paid twice. */
const DOUBLES = 7;

export async function takePayments(
  database: Database,
  { centre, children }: CentreChildren,
  today: Day,
): Promise<number> {
  const maker = actorAt(centre.id, teamAt(centre.id).counsellors[0]?.id ?? teamAt(centre.id).head.id);
  const decider = actorAt(centre.id, teamAt(centre.id).head.id);
  const dues = await work(database, maker, 'read-dues', (db) => duesOf(db, centre.id));
  const people = new Map(
    children.map((c) => [
      c.id,
      {
        payer: `${c.family.motherFirst ? c.family.names.mother : c.family.names.father} ${c.family.names.surname}`,
        mobile: c.family.motherFirst ? c.family.motherMobile : c.family.fatherMobile,
        n: c.n,
      },
    ]),
  );
  const unpaid: Planned[] = [];
  const planned = dues.flatMap((billed) => {
    const who = people.get(billed.student);
    if (!who) return [];
    const rng = rngOf(`payment ${centre.code} ${who.n} ${billed.year} ${billed.seq}`);
    const due = { ...billed, payer: who.payer, mobile: who.mobile };
    const key = `${centre.id} ${who.n} ${due.year} ${due.seq}`;
    const whose = owesOnPurpose(centre, who.n) ? 'OWES' : isParentsChild(centre, who) ? 'PAYS' : null;
    const plan = planOf(rng, due, { today, key, whose });
    if (plan.length === 0 && whose === null && due.dueOn <= today)
      unpaid.push(chequeFor(rng, due, { today, key }));
    return plan;
  });
  const cheques = planned.filter((p) => p.end === 'WAIT' && p.mode === 'CHEQUE').length;
  planned.push(...unpaid.slice(0, Math.max(0, MIN_CHEQUES - cheques)));
  planned.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1));
  for (let from = 0; from < planned.length; from += BATCH) {
    const batch = planned.slice(from, from + BATCH);
    await work(database, maker, 'record-payments', (db) => record(db, centre.id, batch, maker.userId ?? ''));
    await work(database, decider, 'confirm-payments', async (db) => {
      for (const p of batch) {
        if (p.end !== 'CONFIRM') continue;
        await confirmPayment(db, {
          franchiseeId: centre.id,
          paymentId: p.id,
          amount: p.amount,
          paidAt: p.at,
          now: new Date(p.at),
          ...(p.mode === 'ONLINE'
            ? { providerPaymentId: `pay_demo${p.id.slice(0, 8)}${p.id.slice(24, 30)}` }
            : {
                decidedBy:
                  headOffice.finance.id === decider.userId ? headOffice.finance2.id : (decider.userId ?? ''),
              }),
        });
      }
    });
  }
  if (centre.id === ANDHERI)
    for (const first of planned.filter((p) => p.mode === 'ONLINE' && p.end === 'CONFIRM').slice(-DOUBLES))
      await payTwice(database, decider, first);
  return planned.length;
}

// The checkout of a family hung, so they paid once more: the second money is theirs, as advance (finance.md M4).
async function payTwice(database: Database, decider: NarrowedActor, first: Planned): Promise<void> {
  const franchiseeId = decider.franchiseeId ?? ANDHERI;
  const at = new Date(Date.parse(first.at) + 4 * 60_000).toISOString();
  await work(database, decider, 'pay-twice', async (db) => {
    await confirmPayment(db, {
      franchiseeId,
      paymentId: first.id,
      amount: first.amount,
      paidAt: at,
      now: new Date(at),
      providerPaymentId: `pay_twice${first.id.slice(0, 8)}`,
    });
    await db
      .updateTable('payment')
      .set({ created_at: at })
      .where('franchisee_id', '=', franchiseeId)
      .where('double_of', '=', first.id)
      .execute();
  });
}

type Db = Parameters<Parameters<typeof work>[3]>[0];

async function duesOf(
  db: Db,
  franchiseeId: number,
): Promise<(Omit<Due, 'payer' | 'mobile'> & { student: string })[]> {
  const { rows } = await sql<{
    account: string;
    student: string;
    label: string;
    year: number;
    seq: number;
    dueOn: Day;
    billedOn: Day;
    lines: { feeLineId: string; amount: number }[];
  }>`
    select l.fee_account_id as account, a.student_id as student, a.child_label as label, l.academic_year_id as year, l.seq, min(l.due_on) as "dueOn", min(e.effective_on) as "billedOn",
      json_agg(json_build_object('feeLineId', l.id, 'amount', l.net) order by l.component_kind) as lines
    from fee_line l join fee_account a on a.franchisee_id = l.franchisee_id and a.id = l.fee_account_id
    join ledger_entry e on e.franchisee_id = l.franchisee_id and e.id = l.billed_entry_id
    where l.franchisee_id = ${franchiseeId} and l.state = 'OPEN' and l.net > 0 and a.student_id is not null
    group by 1, 2, 3, 4, 5 order by "dueOn", a.student_id`.execute(db);
  return rows;
}

function planOf(
  rng: Rng,
  due: Due,
  { today, key, whose }: { today: Day; key: string; whose: 'PAYS' | 'OWES' | null },
): Planned[] {
  // Paid around the due day, at the latest three weeks after; one in sixteen lets it lie.
  const late = rng.chance(0.24) ? rng.int(1, 22) : rng.int(-6, 0);
  const wish = addDays(due.dueOn > due.billedOn ? due.dueOn : due.billedOn, late);
  const earliest = due.billedOn;
  const paidOn = wish < earliest ? earliest : wish;
  const lies = due.year === 2026 && rng.chance(0.06);
  if (whose === 'OWES' && addDays(due.dueOn, 45) > today) return [];
  // Some of the late ones come today.
  const comes = paidOn > today && due.dueOn <= today && rng.chance(0.3);
  if (whose === null && !comes && (lies || paidOn > today)) return waitingInstead(rng, due, { today, key });
  if (whose !== null && due.dueOn > today) return [];
  return (whose === null ? partsOf(rng, due) : [wholeOf(due)]).map((part, i) =>
    one(rng, due, {
      key: `${key} ${i}`,
      paidOn: paidOn > today ? today : paidOn,
      part,
      end: 'CONFIRM',
      today,
    }),
  );
}

// Some of those who have not paid bring a cheque these days, and a few online tries fail.
function waitingInstead(rng: Rng, due: Due, { today, key }: { today: Day; key: string }): Planned[] {
  if (due.dueOn > today) return [];
  const whole = wholeOf(due);
  if (rng.chance(0.4))
    return [
      one(rng, due, {
        key,
        paidOn: addDays(today, -rng.int(0, WAITING_DAYS)),
        part: whole,
        end: 'WAIT',
        today,
      }),
    ];
  if (rng.chance(0.3))
    return [one(rng, due, { key, paidOn: addDays(today, -rng.int(1, 20)), part: whole, end: 'FAIL', today })];
  return [];
}

const chequeFor = (rng: Rng, due: Due, { today, key }: { today: Day; key: string }): Planned => ({
  ...one(rng, due, {
    key,
    paidOn: addDays(today, -rng.int(0, WAITING_DAYS)),
    part: wholeOf(due),
    end: 'WAIT',
    today,
  }),
  mode: 'CHEQUE',
  reference: String(rng.int(100000, 999999)),
});

interface Part {
  amount: number;
  lines: readonly { feeLineId: string; amount: number }[];
}

const wholeOf = (due: Due): Part => ({
  amount: due.lines.reduce((sum, line) => sum + line.amount, 0),
  lines: due.lines,
});

function partsOf(rng: Rng, due: Due): Part[] {
  const whole = wholeOf(due);
  const total = whole.amount;
  if (!rng.chance(0.05)) return [whole];
  return [upTo(due.lines, Math.max(100_000, Math.floor(total / 2 / 50_000) * 50_000))];
}

/** Puts an amount on lines in their order. The lines are named, because their random ids would decide otherwise. */
export function upTo(lines: Due['lines'], amount: number): Part {
  let left = amount;
  const put = lines.flatMap((line) => {
    const part = Math.min(left, line.amount);
    left -= part;
    return part > 0 ? [{ feeLineId: line.feeLineId, amount: part }] : [];
  });
  return { amount: amount - left, lines: put };
}

function one(
  rng: Rng,
  due: Due,
  p: { key: string; paidOn: Day; part: Part; end: Planned['end']; today: Day },
): Planned {
  const mode: Mode =
    p.end === 'WAIT'
      ? rng.weighted({ CASH: 3, CHEQUE: 5, UPI: 3 })
      : p.end === 'FAIL'
        ? 'ONLINE'
        : rng.weighted({ ONLINE: 50, CASH: 14, CHEQUE: 14, UPI: 16, NEFT: 6 });
  const minute = String(rng.int(0, 59)).padStart(2, '0');
  // Today's money came in the early morning, so that it is never later than now.
  const hour = p.paidOn === p.today ? '00' : String(rng.int(9, 18)).padStart(2, '0');
  const reference =
    mode === 'CASH' || mode === 'ONLINE'
      ? null
      : mode === 'CHEQUE'
        ? String(rng.int(100000, 999999))
        : `${mode === 'NEFT' ? 'HDFCN5' : ''}${rng.int(200000000, 999999999)}${rng.int(100, 999)}`;
  return {
    id: demoUuid('payment', p.key),
    due,
    mode,
    paidOn: p.paidOn,
    at: `${p.paidOn}T${hour}:${minute}:00+05:30`,
    amount: p.part.amount,
    lines: p.part.lines,
    reference,
    end: p.end,
  };
}

async function record(db: Db, franchiseeId: number, batch: readonly Planned[], maker: string): Promise<void> {
  await db
    .insertInto('payment')
    .values(
      batch.map((p) => {
        const selection = p.lines.map(({ feeLineId, amount }) => ({ feeLineId, amount }));
        const online = p.mode === 'ONLINE';
        return {
          franchisee_id: franchiseeId,
          id: p.id,
          purpose: 'FEE' as const,
          reference_type: 'TUITION FEES' as const,
          fee_account_id: p.due.account,
          subject_kind: 'fee-account',
          subject_id: p.due.account,
          mode: p.mode,
          amount: p.amount,
          status:
            p.end === 'FAIL'
              ? ('FAILED' as const)
              : online
                ? ('INITIATED' as const)
                : ('APPROVAL_WAITING' as const),
          selection: JSON.stringify(selection),
          selection_hash: selectionHash({
            purpose: 'FEE',
            subjectId: p.due.account,
            amountPaise: p.amount,
            ...(selection.length ? { lines: selection } : {}),
          }),
          payer_name: p.due.payer,
          payer_mobile: p.due.mobile,
          ref_norm: p.reference,
          received_on: online ? null : p.paidOn,
          channel: online ? ('PUBLIC' as const) : ('COUNTER' as const),
          maker: online ? null : maker,
          failure_reason: p.end === 'FAIL' ? 'The bank declined the payment' : null,
          created_at: p.at,
          instrument: online
            ? null
            : JSON.stringify({
                bankName: p.mode === 'CHEQUE' ? 'State Bank of India' : null,
                number: p.reference,
                date: p.mode === 'CHEQUE' ? p.paidOn : null,
              }),
        };
      }),
    )
    .execute();
  const online = batch.filter((p) => p.mode === 'ONLINE');
  if (online.length === 0) return;
  await db
    .insertInto('gateway_order')
    .values(
      online.map((p) => ({
        franchisee_id: franchiseeId,
        id: demoUuid('gateway-order', p.id),
        payment_id: p.id,
        receipt: `p${p.id.replaceAll('-', '')}`,
        provider_order_id: `order_demo${p.id.slice(0, 8)}${p.id.slice(24, 30)}`,
        amount: p.amount,
        state: p.end === 'CONFIRM' ? ('PAID' as const) : ('ATTEMPTED' as const),
        attempts: 1,
      })),
    )
    .execute();
}
