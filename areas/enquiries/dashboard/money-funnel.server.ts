import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { royaltyOfEnquiries, studentBalances } from '../../finance/public.server.ts';
import { childName } from '../enquiry/child-name.server.ts';
import { sourceNames } from './board-names.server.ts';
import { spentBySource } from './enquiry-spend.server.ts';
import { type MoneyChild, moneyFunnelContract } from './money-funnel.contract.ts';

interface At {
  franchiseeId: number;
  yearId: number;
  today: string;
}

type Admitted = MoneyChild & { sourceId: string };

/** The admitted children of the year with what finance has of each. */
async function admittedOf(db: Db, at: At): Promise<Admitted[]> {
  const { rows } = await sql<Omit<Admitted, 'collected' | 'royalty'>>`
    select e.id::text as id, e.source_id::text as "sourceId", nullif(e.campaign, '') as campaign, e.enquiry_code as "enquiryCode", ${childName('e')} as "childName", e.admitted_at as "admittedAt"
      from enquiry e where e.franchisee_id = ${at.franchiseeId} and e.academic_year_id = ${at.yearId} and e.follow_up_group = 'ADMITTED' order by e.admitted_at desc, e.id`.execute(
    db,
  );
  const ids = rows.map((row) => row.id);
  const balances = await studentBalances(db, { enquiryIds: ids, on: at.today });
  const royalties = await royaltyOfEnquiries(db, ids);
  return rows.map((row) => {
    const balance = balances.get(row.id);
    return {
      ...row,
      // A deposit that was paid is among what was paid already.
      collected: balance ? balance.paid + balance.advance : 0,
      royalty: royalties.get(row.id) ?? 0,
    };
  });
}

interface Counts {
  source_id: string;
  campaign: string | null;
  leads: number;
  visits: number;
}

const countsOf = async (db: Db, at: At): Promise<Counts[]> =>
  (
    await sql<Counts>`
    select e.source_id::text as source_id, nullif(e.campaign, '') as campaign, count(*)::int as leads, count(*) filter (where e.walk_in_at is not null)::int as visits
      from enquiry e where e.franchisee_id = ${at.franchiseeId} and e.academic_year_id = ${at.yearId} and e.follow_up_group <> 'NONE' group by 1, 2`.execute(
      db,
    )
  ).rows;

const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((all, row) => all + of(row), 0);

const figuresOf = (counts: readonly Counts[], children: readonly Admitted[]) => ({
  leads: sum(counts, (one) => one.leads),
  visits: sum(counts, (one) => one.visits),
  admitted: children.length,
  collected: sum(children, (one) => one.collected),
  royalty: sum(children, (one) => one.royalty),
});

export const moneyFunnel = handle(moneyFunnelContract.funnel, async ({ db, actor, now }) => {
  const at = { franchiseeId: chosenCentre(actor), yearId: chosenYear(actor), today: todayIst(now) };
  const counts = await countsOf(db, at);
  const children = await admittedOf(db, at);
  const spent = await spentBySource(db, { yearId: at.yearId, filters: {}, actor, comparable: true });
  const names = await sourceNames(db);
  const ids = new Set([...counts.map((one) => one.source_id), ...spent.keys()]);
  return {
    sources: [...ids]
      .map((id) => {
        const own = counts.filter((one) => one.source_id === id);
        const kids = children.filter((one) => one.sourceId === id);
        const campaigns = [...new Set(own.flatMap((one) => one.campaign ?? []))];
        return {
          id,
          label: names.get(id) ?? 'Other',
          spent: spent.get(id) ?? null,
          ...figuresOf(own, kids),
          campaigns: campaigns
            .map((name) => ({
              name,
              ...figuresOf(
                own.filter((one) => one.campaign === name),
                kids.filter((one) => one.campaign === name),
              ),
            }))
            .sort((a, b) => b.leads - a.leads || a.name.localeCompare(b.name)),
        };
      })
      .sort((a, b) => b.leads - a.leads || a.label.localeCompare(b.label)),
  };
});

const SHOWN = 200;

export const moneyChildren = handle(moneyFunnelContract.children, async ({ db, actor, input, now }) => {
  const at = { franchiseeId: chosenCentre(actor), yearId: chosenYear(actor), today: todayIst(now) };
  const rows = (await admittedOf(db, at)).filter(
    (one) =>
      one.sourceId === input.sourceId && (input.campaign === undefined || one.campaign === input.campaign),
  );
  return { total: rows.length, rows: rows.slice(0, SHOWN) };
});
