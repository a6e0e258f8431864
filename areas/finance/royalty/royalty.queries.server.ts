import { addMonths, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { childView } from '../assignment/fee-assignment.queries.server.ts';
import { findFeeAccount } from '../fee-account/fee-account.server.ts';
import { keysetPage } from '../keyset.server.ts';
import { collectedDay, ofFamily } from '../payment/payment.listing.server.ts';
import { type AccrualRowView, type RoyaltyCentreRow, royaltyContract } from './royalty.contract.ts';

interface AccrualFilter {
  franchiseeId?: number | null | undefined;
  feeAccountId?: string | undefined;
  month?: string | undefined;
  componentKind?: string | undefined;
  status?: string | undefined;
  q?: string | undefined;
}

function accrualRows(filter: AccrualFilter): RawBuilder<unknown> {
  return sql`select r.id, r.franchisee_id as "franchiseeId", r.kind, r.month, r.effective_on as on, a.child_label as "childLabel", r.fee_account_id as reference, l.label as "lineLabel", r.component_kind as "componentKind",
      rc.number as "receiptNumber", r.payment_id as "paymentId", r.allocated, r.base, r.rate_bp as "rateBp", r.royalty, r.agreement_version as "agreementVersion", r.formula, r.status
    from royalty_accrual r left join fee_account a on a.franchisee_id = r.franchisee_id and a.id = r.fee_account_id left join fee_line l on l.franchisee_id = r.franchisee_id and l.id = r.fee_line_id
      left join receipt rc on rc.franchisee_id = r.franchisee_id and rc.payment_id = r.payment_id
    where ${filter.franchiseeId == null ? sql`true` : sql`r.franchisee_id = ${filter.franchiseeId}`} and ${filter.feeAccountId ? sql`r.fee_account_id = ${filter.feeAccountId}` : sql`true`}
      and ${filter.month ? sql`r.month = ${`${filter.month}-01`}` : sql`true`} and ${filter.componentKind ? sql`r.component_kind = ${filter.componentKind}` : sql`true`}
      and ${filter.status ? sql`r.status = ${filter.status}` : sql`true`} and ${filter.q ? sql`(a.child_label ilike ${contains(filter.q)} or rc.number ilike ${contains(filter.q)})` : sql`true`}`;
}

async function sumsOf(
  db: Db,
  base: RawBuilder<unknown>,
): Promise<{ base: number; royalty: number; rows: number }> {
  const { rows } = await sql<{
    base: number;
    royalty: number;
    rows: number;
  }>`select coalesce(sum(base), 0)::bigint as base, coalesce(sum(royalty), 0)::bigint as royalty, count(*)::int as rows from (${base}) t`.execute(
    db,
  );
  return rows[0] ?? { base: 0, royalty: 0, rows: 0 };
}

const SORTS = { on: { column: 'on', type: 'date' }, royalty: { column: 'royalty', type: 'bigint' } } as const;

export const listAccruals = handle(royaltyContract.accruals, async ({ db, actor, input }) => {
  const franchiseeId = input.franchiseeId ?? actor.franchiseeId;
  const account = input.ref === undefined ? null : ensureFound(await findFeeAccount(db, input.ref));
  const base = accrualRows({ ...input, franchiseeId, ...(account ? { feeAccountId: account.id } : {}) });
  const page = await keysetPage<AccrualRowView>(db, base, { sorts: SORTS, standard: '-on' }, input);
  const centre =
    franchiseeId === null
      ? undefined
      : await db
          .selectFrom('franchisee')
          .select('company_name')
          .where('id', '=', franchiseeId)
          .executeTakeFirst();
  return { ...page, totals: await sumsOf(db, base), centreName: centre?.company_name ?? null };
});

export const getStudentRoyalty = handle(royaltyContract.student, async ({ db, input }) => {
  const child = await childView(db, input.ref, {});
  const base = accrualRows({ franchiseeId: child.franchiseeId, feeAccountId: child.feeAccountId });
  const { rows } = await sql<AccrualRowView>`select * from (${base}) t order by t.on, t.id`.execute(db);
  const payments = await db
    .selectFrom('payment')
    .select(['id', 'amount', 'mode', 'created_at'])
    .where('franchisee_id', '=', child.franchiseeId)
    .where('fee_account_id', '=', child.feeAccountId)
    .where('status', 'in', ['CONFIRMED', 'TRANSFERRED'])
    .orderBy('created_at')
    .execute();
  return {
    childLabel: child.childLabel,
    franchiseeName: child.franchiseeName,
    franchiseeId: child.franchiseeId,
    className: child.className,
    totals: await sumsOf(db, base),
    receipts: payments.map((payment) => {
      const own = rows.filter((row) => row.paymentId === payment.id);
      return {
        paymentId: payment.id,
        on: own[0]?.on ?? todayIst(payment.created_at),
        receiptNumber: own[0]?.receiptNumber ?? null,
        mode: payment.mode,
        amount: payment.amount,
        royalty: own.reduce((sum, row) => sum + row.royalty, 0),
        rows: own,
      };
    }),
  };
});

/** One row a centre: royalty of the month of which `first` is the first day. */
function royaltyCentres(franchiseeId: number | null, first: string, q?: string): RawBuilder<unknown> {
  return sql`select f.id, f.company_name as name, z.name as zone, g.default_bp as "rateBp", g.agreement_version as "agreementVersion",
      coalesce(c.collected, 0)::bigint as collected, coalesce(r.base, 0)::bigint as base, coalesce(r.royalty, 0)::bigint as royalty, coalesce(r.parts, '[]') as parts, coalesce(p.royalty, 0)::bigint as "lastMonth"
    from franchisee f left join zone z on z.id = f.zone_id
    left join lateral (select default_bp, agreement_version from royalty_agreement g where g.franchisee_id = f.id and g.status = 'APPROVED' and g.from_on <= (${first}::date + interval '1 month - 1 day') and (g.to_on is null or g.to_on >= ${first}) order by g.from_on desc limit 1) g on true
    left join lateral (select sum(p.amount) as collected from payment p where p.franchisee_id = f.id and p.status in ('CONFIRMED', 'TRANSFERRED') and ${ofFamily}
      and ${collectedDay} between ${first}::date and (${first}::date + interval '1 month - 1 day')::date) c on true
    left join lateral (select sum(g.base) as base, sum(g.royalty) as royalty,
        json_agg(json_build_object('componentKind', g.component_kind, 'rateBp', g.rate_bp, 'base', g.base, 'royalty', g.royalty) order by g.royalty desc, g.component_kind, g.rate_bp) as parts
      from (select component_kind, rate_bp, sum(base) as base, sum(royalty) as royalty from royalty_accrual where franchisee_id = f.id and month = ${first} group by 1, 2) g) r on true
    left join lateral (select sum(royalty) as royalty from royalty_accrual where franchisee_id = f.id and month = ${addMonths(first, -1)}) p on true
    where not f.is_head_office and (f.status in ('SIGNED', 'SETUP', 'ACTIVE', 'SUSPENDED') or r.royalty is not null) and ${franchiseeId === null ? sql`true` : sql`f.id = ${franchiseeId}`}
      and ${q ? sql`f.company_name ilike ${contains(q)}` : sql`true`}`;
}

/** Royalty of a month over the centres in reach, as the list of centres sums it. */
export async function royaltyOfMonth(
  db: Db,
  franchiseeId: number | null,
  first: string,
  q?: string,
): Promise<{ collected: number; base: number; royalty: number }> {
  const { rows } = await sql<{
    collected: number;
    base: number;
    royalty: number;
  }>`select coalesce(sum(collected), 0)::bigint as collected, coalesce(sum(base), 0)::bigint as base, coalesce(sum(royalty), 0)::bigint as royalty
    from (${royaltyCentres(franchiseeId, first, q)}) t`.execute(db);
  return rows[0] ?? { collected: 0, base: 0, royalty: 0 };
}

const CENTRE_SORTS = {
  name: { column: 'name', type: 'text' },
  royalty: { column: 'royalty', type: 'bigint' },
  collected: { column: 'collected', type: 'bigint' },
} as const;
export const listRoyaltyCentres = handle(royaltyContract.centres, async ({ db, actor, input, now }) => {
  const month = input.month ?? todayIst(now).slice(0, 7);
  const first = `${month}-01`;
  const base = royaltyCentres(actor.franchiseeId, first, input.q);
  const page = await keysetPage<RoyaltyCentreRow>(db, base, { sorts: CENTRE_SORTS, standard: 'name' }, input);
  return { ...page, month, totals: await royaltyOfMonth(db, actor.franchiseeId, first, input.q) };
});
