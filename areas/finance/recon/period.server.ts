// Months of the books (finance.md 3.11 'Period lock'): closed for every book at once, opened again by two people for some days.
// What belongs into a closed month is posted on the first open day; the ledger refuses everything else.
import { addDays, addMonths, type Day, endOfMonth, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { approvalStep, holdsCode, refuseApproval } from '@aangan/server/work/approval.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseFinance } from '../finance.refusals.ts';
import { inHeadOffice } from '../ledger/book.queries.server.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { monthTitle } from '../royalty/royalty-run.states.ts';
import { periodContract as c, type Period } from './period.contract.ts';

const MONTHS = 12;
const UNLOCK_MAX_DAYS = 7;
const CODE = 'PERIOD_UNLOCK';
const firstDay = (month: string): Day => `${month}-01`;
/** Books of head office and of every centre that has one. */
const books = sql`(select f.id from franchisee f where f.is_head_office or exists (select from ledger_entry e where e.franchisee_id = f.id)) k`;

interface Row {
  month: Day;
  locked: number;
  books: number;
  lockedAt: string | null;
  lockedBy: string | null;
  openUntil: string | null;
  royalty: number;
  payments: number;
  requestId: string | null;
  reason: string | null;
  requestedBy: string | null;
  byName: string | null;
  requestedAt: string | null;
}

async function monthsOf(db: Db, from: Day, to: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select m.month::date as month, (select count(*)::int from ${books}) as books, coalesce(p.locked, 0)::int as locked, p.at as "lockedAt", p.until as "openUntil", ${personName('u')} as "lockedBy",
      (select count(*)::int from royalty_accrual a where a.month = m.month::date and a.status = 'ACCRUED') as royalty,
      (select count(*)::int from payment w where w.status = 'APPROVAL_WAITING' and w.received_on between m.month::date and (m.month + interval '1 month - 1 day')::date) as payments,
      r.id as "requestId", r.reason, r.requested_by as "requestedBy", ${personName('w')} as "byName", r.created_at as "requestedAt"
    from generate_series(${from}::date, ${to}::date, interval '1 month') m (month)
    left join lateral (select count(*) filter (where status = 'LOCKED') as locked, max(locked_at) as at, max(open_until) as until, (array_agg(locked_by order by locked_at desc nulls last))[1] as by
      from ledger_period where month = m.month::date) p on true
    left join app_user u on u.id = p.by
    left join lateral (select * from ledger_unlock_request where franchisee_id = ${HEAD_OFFICE} and month = m.month::date and decision is null order by created_at desc limit 1) r on true
    left join app_user w on w.id = r.requested_by order by 1 desc`.execute(db);
  return rows;
}

const waitsOf = (row: Row, today: Day): string[] => [
  ...(endOfMonth(row.month) >= today ? ['The month is not over'] : []),
  ...(row.royalty > 0 ? ['Its royalty is not frozen yet'] : []),
  ...(row.payments > 0
    ? [`${row.payments} ${row.payments === 1 ? 'payment waits' : 'payments wait'} for approval`]
    : []),
];

export const listPeriods = handle(c.list, async ({ db, actor, now }) => {
  return inHeadOffice(db, actor, async () => {
    const today = todayIst(now);
    const rows = await monthsOf(
      db,
      addMonths(firstDay(today.slice(0, 7)), 1 - MONTHS),
      firstDay(today.slice(0, 7)),
    );
    return { periods: rows.map((row) => shown(row, actor, today)) };
  });
});

function shown(row: Row, actor: Actor, today: Day): Period {
  const waits = waitsOf(row, today);
  const isLocked = row.locked > 0;
  const decides =
    holdsCode(actor, CODE) && mayCall(actor, c.approveUnlock) && row.requestedBy !== actor.userId;
  return {
    month: row.month.slice(0, 7),
    locked: row.locked,
    books: row.books,
    lockedAt: isLocked ? row.lockedAt : null,
    lockedBy: isLocked ? row.lockedBy : null,
    openUntil: isLocked ? null : row.openUntil,
    waits,
    request: row.requestId
      ? {
          id: row.requestId,
          reason: row.reason ?? '',
          by: row.byName,
          at: row.requestedAt ?? '',
          canDecide: decides,
        }
      : null,
    can: {
      close: !isLocked && waits.length === 0 && holdsCode(actor, CODE) && mayCall(actor, c.close),
      requestUnlock: isLocked && row.requestId === null && mayCall(actor, c.requestUnlock),
    },
  };
}

export const close = handle(c.close, async ({ db, actor, input, now }) => {
  return inHeadOffice(db, actor, async () => {
    ensure(holdsCode(actor, CODE), () => refuseApproval('approval.code-missing'));
    const month = firstDay(input.month);
    const [row] = await monthsOf(db, month, month);
    const [first] = row ? waitsOf(row, todayIst(now)) : ['The month is not over'];
    ensure(first === undefined, () =>
      refuseFinance('ledger.period-waits', { details: { month: monthTitle(month), why: `${first}.` } }),
    );
    ensure(row?.locked === 0, () =>
      refuseFinance('ledger.period-closed', { details: { month: monthTitle(month) } }),
    );
    return { books: await lockMonth(db, month, { by: userIdOf(actor), at: now }) };
  });
});

/** Locks a month of every book; the head of its chain stands with it. */
export async function lockMonth(db: Db, month: Day, of: { by: string | null; at: Date }): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into ledger_period (franchisee_id, month, status, locked_by, locked_at, head_hash)
    select k.id, ${month}, 'LOCKED', ${of.by}, ${of.at}, (select s.hash from ledger_seal s where s.franchisee_id = k.id order by s.seq desc limit 1) from ${books}
    on conflict (franchisee_id, month) do update set status = 'LOCKED', locked_by = excluded.locked_by, locked_at = excluded.locked_at,
      head_hash = excluded.head_hash, open_until = null`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export const requestUnlock = handle(c.requestUnlock, async ({ db, actor, input }) => {
  return inHeadOffice(db, actor, async () => {
    const month = firstDay(input.month);
    const [row] = await monthsOf(db, month, month);
    ensure((row?.locked ?? 0) > 0, () =>
      refuseFinance('ledger.period-open', { details: { month: monthTitle(month) } }),
    );
    ensure(!row?.requestId, () => refuse('row.wrong-state'));
    return db
      .insertInto('ledger_unlock_request')
      .values({ franchisee_id: HEAD_OFFICE, month, reason: input.reason, requested_by: userIdOf(actor) })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
});

/** The open request, locked, and the decision of another person on it. */
async function decideRequest(db: Db, actor: Actor, id: string, decision: 'APPROVE' | 'REJECT') {
  const row = await lockRow(db, 'ledger_unlock_request', id);
  ensure(row.decision === null, () => refuse('row.wrong-state'));
  await approvalStep(db, actor, {
    franchiseeId: row.franchisee_id,
    subjectKind: 'LEDGER_UNLOCK_REQUEST',
    subjectId: row.id,
    code: CODE,
    decision,
    makerId: row.requested_by,
  });
  return row;
}

export const approveUnlock = handle(c.approveUnlock, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  if (input.until < today || input.until > addDays(today, UNLOCK_MAX_DAYS))
    throw refuse('input.invalid', { fields: { until: `From today to ${UNLOCK_MAX_DAYS} days ahead` } });
  return inHeadOffice(db, actor, async () => {
    const row = await decideRequest(db, actor, input.id, 'APPROVE');
    const until = startOfDay(addDays(input.until, 1)).toISOString();
    await db
      .updateTable('ledger_unlock_request')
      .set({ decided_by: userIdOf(actor), decision: 'APPROVE', until_at: until })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
    await db
      .updateTable('ledger_period')
      .set({ status: 'OPEN', open_until: until })
      .where('month', '=', row.month)
      .where('status', '=', 'LOCKED')
      .execute();
    return {};
  });
});

export const rejectUnlock = handle(c.rejectUnlock, async ({ db, actor, input }) => {
  return inHeadOffice(db, actor, async () => {
    const row = await decideRequest(db, actor, input.id, 'REJECT');
    await db
      .updateTable('ledger_unlock_request')
      .set({ decided_by: userIdOf(actor), decision: 'REJECT' })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
    return {};
  });
});
