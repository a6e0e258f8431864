import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { runJob } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, reaches } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { refuseFinance } from '../finance.refusals.ts';
import { keysetPage } from '../keyset.server.ts';
import { accountName, classOf, HEAD_OFFICE } from './chart.ts';
import { type FranchiseeLedgerRow, ledgerContract } from './ledger.contract.ts';
import { headOfficeFigures } from './snapshot.server.ts';
import { sourceTitle } from './sources.ts';
import { statementOf } from './statement.server.ts';
import { trialBalanceOf } from './trial-balance.server.ts';

export const KINDS: Readonly<Record<string, string>> = {
  A: 'Asset',
  L: 'Liability',
  I: 'Income',
  E: 'Expense',
  Q: 'Equity',
};

export const getTrialBalance = handle(ledgerContract.trialBalance, async ({ db, actor, input, now }) => {
  const franchiseeId = input.franchiseeId ?? actor.franchiseeId ?? HEAD_OFFICE;
  ensure(reaches(actor, franchiseeId) && (franchiseeId !== HEAD_OFFICE || actor.wholeNetwork), () =>
    refuse('row.not-found'),
  );
  const on = input.on ?? todayIst(now);
  const rows = await trialBalanceOf(db, { franchiseeId, on });
  const lines = rows.map((row) => ({
    id: row.account,
    account: row.account,
    name: accountName(row.account),
    kind: KINDS[classOf(row.account)] ?? '',
    debit: Math.max(row.amount, 0),
    credit: Math.max(-row.amount, 0),
  }));
  return {
    franchiseeId,
    on,
    rows: lines,
    debit: lines.reduce((sum, line) => sum + line.debit, 0),
    credit: lines.reduce((sum, line) => sum + line.credit, 0),
  };
});

export const getLedgerEntry = handle(ledgerContract.entry, async ({ db, input }) => {
  const { rows } = await sql<{
    id: string;
    franchiseeId: number;
    on: string;
    postedAt: string;
    source: string;
    sourceId: string;
    narration: string | null;
    voucher: string | null;
    by: string | null;
    reversedBy: string | null;
    reverses: string | null;
  }>`
    select e.id, e.franchisee_id as "franchiseeId", e.effective_on as on, e.posted_at as "postedAt", e.source, e.source_id as "sourceId", e.narration, s.entry_no as voucher,
      ${personName('u')} as by, r.id as "reversedBy", e.reverses_entry_id as reverses
    from ledger_entry e left join ledger_seal s on s.franchisee_id = e.franchisee_id and s.entry_id = e.id left join app_user u on u.id = e.actor_id
      left join ledger_entry r on r.franchisee_id = e.franchisee_id and r.reverses_entry_id = e.id where e.id = ${input.id}`.execute(
    db,
  );
  const entry = ensureFound(rows[0]);
  const lines = await sql<{ account: string; amount: number; party: string | null }>`
    select p.account_code as account, p.amount, coalesce(a.child_label, l.label, nullif(p.party_id, '')) as party from ledger_posting p
      left join fee_line l on l.franchisee_id = p.franchisee_id and l.id = p.fee_line_id
      left join fee_account a on p.party_kind = 'FEE_ACCOUNT' and a.franchisee_id = p.franchisee_id and a.id::text = p.party_id
     where p.franchisee_id = ${entry.franchiseeId} and p.entry_id = ${entry.id} order by p.line`.execute(db);
  return {
    ...entry,
    title: sourceTitle(entry.source),
    lines: lines.rows.map((line) => ({
      account: line.account,
      name: accountName(line.account),
      party: line.party,
      debit: Math.max(line.amount, 0),
      credit: Math.max(-line.amount, 0),
    })),
  };
});

/** Accounts between a centre and head office, as the centre's book has them. */
export const BETWEEN = ['1300', '1310', '1330', '2400', '2405'] as const;

function franchiseeRows(which: { franchiseeId: number | null; q?: string | undefined }): RawBuilder<unknown> {
  return sql`select f.id, f.company_name as name, z.name as zone, coalesce(b.payable, 0)::bigint as payable, coalesce(b.receivable, 0)::bigint as receivable, coalesce(b.advance, 0)::bigint as advance,
      coalesce(b.in_transit, 0)::bigint as "inTransit", coalesce(r.open, 0)::bigint as "royaltyOpen", (coalesce(b.payable, 0) + coalesce(b.in_transit, 0) + coalesce(b.advance, 0) - coalesce(b.receivable, 0))::bigint as net
    from franchisee f left join zone z on z.id = f.zone_id
    left join lateral (select sum(amount) filter (where account_code = '1300') as payable, -sum(amount) filter (where account_code = '2400') as receivable,
      sum(amount) filter (where account_code = '1310') as advance, sum(amount) filter (where account_code = '1330') as in_transit
      from ledger_balance where franchisee_id = f.id and account_code in ('1300', '1310', '1330', '2400')) b on true
    left join lateral (select sum(royalty) as open from royalty_accrual where franchisee_id = f.id and status = 'ACCRUED') r on true
    where not f.is_head_office and f.status in ('SIGNED', 'SETUP', 'ACTIVE', 'SUSPENDED', 'CLOSED')
      and ${which.franchiseeId === null ? sql`true` : sql`f.id = ${which.franchiseeId}`} and ${which.q ? sql`f.company_name ilike ${contains(which.q)}` : sql`true`}`;
}

const FRANCHISEE_SORTS = {
  name: { column: 'name', type: 'text' },
  net: { column: 'net', type: 'bigint' },
  receivable: { column: 'receivable', type: 'bigint' },
  payable: { column: 'payable', type: 'bigint' },
} as const;

export const listFranchiseeLedgers = handle(ledgerContract.franchisees, async ({ db, actor, input }) => {
  const base = franchiseeRows({ franchiseeId: actor.franchiseeId, q: input.q });
  const page = await keysetPage<FranchiseeLedgerRow>(
    db,
    base,
    { sorts: FRANCHISEE_SORTS, standard: 'name' },
    input,
  );
  type Totals = OutputOf<typeof ledgerContract.franchisees>['totals'];
  const added = (['payable', 'receivable', 'advance', 'inTransit', 'net'] as const).map(
    (name) => sql`coalesce(sum(${sql.id(name)}), 0)::bigint as ${sql.id(name)}`,
  );
  const { rows } = await sql<Totals>`select ${sql.join(added)} from (${base}) t`.execute(db);
  return { ...page, totals: ensureFound(rows[0]) };
});

export const getFranchiseeLedger = handle(ledgerContract.franchisee, async ({ db, actor, input, now }) => {
  const franchiseeId = input.franchiseeId ?? chosenCentre(actor);
  const { rows } = await sql<FranchiseeLedgerRow>`${franchiseeRows({ franchiseeId })}`.execute(db);
  const centre = ensureFound(rows[0]);
  return {
    centre,
    statement: await statementOf(db, { ...input, franchiseeId, accounts: BETWEEN, today: todayIst(now) }),
  };
});

/**
 * Head office's books are in scope while no centre is chosen, or head office itself; what stands in them belongs to no
 * single centre, so either way `work` runs in the whole reach.
 */
export async function inHeadOffice<T>(db: Db, actor: Actor, work: () => Promise<T>): Promise<T> {
  ensure(actor.wholeNetwork, () => refuse('module.missing'));
  ensure(actor.franchiseeId === null || actor.franchiseeId === HEAD_OFFICE, () =>
    refuseFinance('ledger.all-centres'),
  );
  return withWholeReach(db, actor, work);
}

export const getNodalLedger = handle(ledgerContract.nodal, async ({ db, actor, now }) => {
  return inHeadOffice(db, actor, async () => {
    const figures = await headOfficeFigures(db, ['1500', '1510', '1520', '2300', '2320', '2330', '2600']);
    const of = (code: string): number =>
      figures.reduce((sum, f) => (f.account_code === code ? sum + f.amount : sum), 0);
    const [held, owed] = [of('1500') + of('1510'), -(of('2300') + of('2320') + of('2330') + of('2600'))];
    return {
      asOf: now.toISOString(),
      clearing: of('1500'),
      bank: of('1510'),
      operating: of('1520'),
      payable: -of('2300'),
      payoutInTransit: -of('2320'),
      refundInTransit: -of('2330'),
      suspense: -of('2600'),
      held,
      owed,
      difference: held - owed,
      ...(await chainFacts(db)),
      exceptions: await openExceptions(db),
      lastCheck: await lastCheck(db),
    };
  });
});

async function chainFacts(db: Db): Promise<{ unsealed: number; lastSealedAt: string | null; books: number }> {
  const { rows } = await sql<{ unsealed: number; lastSealedAt: string | null; books: number }>`
    select (select count(*)::int from ledger_entry e where e.posted_at > now() - interval '1 day' and not exists (select from ledger_seal s where s.franchisee_id = e.franchisee_id and s.entry_id = e.id)) as unsealed,
      (select max(l.sealed_at) from franchisee f, lateral (select sealed_at from ledger_seal s where s.franchisee_id = f.id order by s.seq desc limit 1) l) as "lastSealedAt",
      (select count(*)::int from franchisee f where exists (select from ledger_entry e where e.franchisee_id = f.id)) as books`.execute(
    db,
  );
  return rows[0] ?? { unsealed: 0, lastSealedAt: null, books: 0 };
}

async function openExceptions(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('recon_exception')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

async function lastCheck(db: Db) {
  const row = await db
    .selectFrom('ledger_check')
    .select(['at', 'ok', 'entries', 'findings'])
    .where('kind', '=', 'VERIFY')
    .orderBy('at', 'desc')
    .executeTakeFirst();
  return row
    ? { at: row.at, ok: row.ok, entries: row.entries, findings: (row.findings as string[]).slice(0, 20) }
    : null;
}

const NODAL_SORTS = {
  name: { column: 'name', type: 'text' },
  payable: { column: 'payable', type: 'bigint' },
  collected: { column: 'collected', type: 'bigint' },
} as const;
interface NodalRow {
  id: number;
  name: string;
  collected: number;
  refunded: number;
  paidOut: number;
  payable: number;
  inTransit: number;
}

// From the centres' own books (1300 mirrors 2300), so a centre may read its own row without head office's book.
export const listNodalCentres = handle(ledgerContract.nodalCentres, async ({ db, actor, input }) => {
  const base = sql`select f.id, f.company_name as name, coalesce(m.collected, 0)::bigint as collected, coalesce(m.refunded, 0)::bigint as refunded, coalesce(m.paid_out, 0)::bigint as "paidOut",
      coalesce(b.payable, 0)::bigint as payable, coalesce(b.in_transit, 0)::bigint as "inTransit"
    from franchisee f
    left join lateral (select sum(p.amount) filter (where e.source in ('payment.captured', 'payment.approved')) as collected, -sum(p.amount) filter (where e.source in ('refund.sent', 'chargeback.lost')) as refunded,
      -sum(p.amount) filter (where e.source in ('payout.initiated', 'payout.returned')) as paid_out
      from ledger_posting p join ledger_entry e on e.franchisee_id = p.franchisee_id and e.id = p.entry_id where p.franchisee_id = f.id and p.account_code = '1300') m on true
    left join lateral (select sum(amount) filter (where account_code = '1300') as payable, sum(amount) filter (where account_code = '1330') as in_transit from ledger_balance where franchisee_id = f.id) b on true
    where not f.is_head_office and f.status in ('SIGNED', 'SETUP', 'ACTIVE', 'SUSPENDED', 'CLOSED') and ${actor.franchiseeId === null ? sql`true` : sql`f.id = ${actor.franchiseeId}`}
      and ${input.q ? sql`f.company_name ilike ${contains(input.q)}` : sql`true`}`;
  const page = await keysetPage<NodalRow>(db, base, { sorts: NODAL_SORTS, standard: 'name' }, input);
  const { rows } = await sql<{
    collected: number;
    payable: number;
  }>`select coalesce(sum(collected), 0)::bigint as collected, coalesce(sum(payable), 0)::bigint as payable from (${base}) t`.execute(
    db,
  );
  return { ...page, totals: rows[0] ?? { collected: 0, payable: 0 } };
});

export const verifyLedgerNow = handle(ledgerContract.verify, async ({ db, actor, now }) => {
  return inHeadOffice(db, actor, async () => {
    const queued = await runJob(
      db,
      'finance.ledger-verify',
      {},
      { franchiseeId: HEAD_OFFICE, dedupeKey: `ledger-verify:${now.toISOString().slice(0, 16)}` },
    );
    return { queued };
  });
});
