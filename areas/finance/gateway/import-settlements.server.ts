// What the gateway has settled to head office's nodal account (integrations.md 1.7, finance.md 3.10 step 6): read by the day,
// kept as reported, and booked once a payment of ours is known for a line. Event #14.
import { addDays, type Day, daysBetween, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { openDay, postEntry, postPair } from '../ledger/post-entry.server.ts';
import { type GatewayConfig, gatewayConfig, reconOfDay } from './razorpay-client.server.ts';

/** Days looked at again: the gateway adds to a day until its end. */
const AGAIN_DAYS = 3;
const FIRST_DAYS = 30;
const PAGE = 1000;

const cut = (text: string | null | undefined, max: number) => text?.slice(0, max) ?? null;

/** A settled line as the gateway reports it; amounts in paise, the fee with its tax in it. */
export const reconItem = z.object({
  entity_id: z.string(),
  type: z.string(),
  amount: z.int(),
  debit: z.int(),
  credit: z.int(),
  fee: z.int(),
  tax: z.int(),
  settled_at: z.int().nullable(),
  settlement_id: z.string().nullable(),
  settlement_utr: z.string().nullable(),
  payment_id: z.string().nullable(),
});
export type ReconItem = z.output<typeof reconItem>;

export const importSettlements: JobDeclaration = {
  name: 'finance.gateway-settlements',
  title: 'Settlements of the gateway',
  schedule: '0 6 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 12 * 3600,
  timeoutS: 1800,
  run: async (tools) => {
    const gateway = gatewayConfig(tools.ports.config);
    if (!gateway) return { ok: 0, failed: 0, log: 'no gateway configured' };
    const today = todayIst(tools.now);
    const last = await tools.work(null, (db) =>
      db
        .selectFrom('gateway_settlement')
        .select(({ fn }) => fn.max('settled_on').as('on'))
        .executeTakeFirst(),
    );
    const from = last?.on ? addDays(last.on, -AGAIN_DAYS) : addDays(today, -FIRST_DAYS);
    for (const day of daysFrom(from, today)) await importDay(gateway, tools, day);
    return bookOpen(tools);
  },
};

const daysFrom = (from: Day, to: Day): Day[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to)) + 1 }, (_, n) => addDays(from, n));

async function importDay(gateway: GatewayConfig, tools: JobTools, day: Day): Promise<void> {
  for (let skip = 0; ; skip += PAGE) {
    const items = await reconOfDay(gateway, day, { count: PAGE, skip }, reconItem);
    await tools.work(null, (db) => keepSettled(db, day, items));
    if (items.length < PAGE) return;
  }
}

/** Keeps what was settled; a line that is known already stays as it was reported first. */
export async function keepSettled(db: Db, day: Day, items: readonly ReconItem[]): Promise<void> {
  const bySettlement = Map.groupBy(
    items.filter((item) => item.settlement_id !== null),
    (item) => item.settlement_id as string,
  );
  for (const [providerId, lines] of bySettlement) {
    const { id } = await db
      .insertInto('gateway_settlement')
      .values({ provider_id: providerId, settled_on: day, utr: cut(lines[0]?.settlement_utr, 40) })
      .onConflict((oc) =>
        oc.columns(['provider', 'provider_id']).doUpdateSet((eb) => ({ utr: eb.ref('excluded.utr') })),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('gateway_settlement_line')
      .values(
        lines.map((line) => ({
          settlement_id: id,
          entity_id: line.entity_id,
          kind: line.type,
          provider_payment_id: line.type === 'payment' ? line.entity_id : line.payment_id,
          amount: line.amount,
          credit: line.credit,
          debit: line.debit,
          fee: line.fee,
          tax: line.tax,
        })),
      )
      .onConflict((oc) => oc.columns(['settlement_id', 'entity_id']).doNothing())
      .execute();
    await sql`update gateway_settlement s set amount = t.amount
      from (select sum(credit - debit)::bigint as amount from gateway_settlement_line where settlement_id = ${id}) t where s.id = ${id}`.execute(
      db,
    );
  }
}

/** Books every line whose payment is known; the others are asked for again on the next day and stand as an exception. */
export async function bookOpen(tools: Pick<JobTools, 'work'>): Promise<{ ok: number; failed: number }> {
  const open = await tools.work(null, async (db) => {
    const { rows } = await sql<{ id: string; franchiseeId: number }>`
      select distinct s.settled_on, s.id, r.franchisee_id as "franchiseeId" from gateway_settlement s join gateway_settlement_line l on l.settlement_id = s.id
        join provider_reference r on r.provider = 'razorpay' and r.kind = 'PAYMENT' and r.ref = l.provider_payment_id
       where l.booked_at is null and l.kind in ('payment', 'refund') order by 1, 2, 3`.execute(db);
    await noteUnknown(db);
    return rows;
  });
  return eachPart(
    open,
    ({ id }) => id,
    ({ id, franchiseeId }) => tools.work(null, (db) => bookSettlement(db, id, franchiseeId)),
  );
}

const noteUnknown = (db: Db) =>
  sql`insert into recon_exception (kind, provider_ref, detail)
    select 'UNKNOWN_ORDER', l.entity_id, jsonb_build_object('amount', l.amount, 'currency', 'INR', 'settlement', s.provider_id)
      from gateway_settlement_line l join gateway_settlement s on s.id = l.settlement_id
     where l.booked_at is null and l.created_at < now() - interval '1 day'
       and not exists (select from provider_reference r where r.provider = 'razorpay' and r.kind = 'PAYMENT' and r.ref = l.provider_payment_id)
    on conflict (kind, provider_ref) do nothing`.execute(db);

interface OpenLine {
  id: string;
  entityId: string;
  kind: string;
  amount: number;
  fee: number;
  tax: number;
  paymentId: string;
  /** Of families' money; a centre's own money to head office bears no fee of the centre. */
  family: boolean;
}

/**
 * What one settlement brought for one centre, in both books: the money at the bank, the fee at who bears it. A refund was
 * taken from clearing when it was made; here it lowers what reached the bank. Gives the number of lines.
 */
export const bookSettlement = (db: Db, settlementId: string, franchiseeId: number): Promise<number> =>
  withCentres(db, [franchiseeId, HEAD_OFFICE], 'gateway.settled', async () => {
    const settlement = await db
      .selectFrom('gateway_settlement')
      .selectAll()
      .where('id', '=', settlementId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const { rows: lines } = await sql<OpenLine>`
      select l.id, l.entity_id as "entityId", l.kind, l.amount, l.fee, l.tax, p.id as "paymentId", p.purpose in ('FORM_FEE', 'FEE', 'SERVICE') as family
        from gateway_settlement_line l join provider_reference r on r.provider = 'razorpay' and r.kind = 'PAYMENT' and r.ref = l.provider_payment_id
        join payment p on p.franchisee_id = r.franchisee_id and p.id = r.subject_id::uuid
       where l.settlement_id = ${settlementId} and l.booked_at is null and l.kind in ('payment', 'refund') and r.franchisee_id = ${franchiseeId}
         -- What the books do not have yet is booked when they do: its clearing must have come first.
         and (p.status in ('CONFIRMED', 'TRANSFERRED')) order by l.entity_id`.execute(db);
    const first = lines[0];
    if (!first) return 0;
    const bearer = await bearerOn(db, franchiseeId, settlement.settled_on);
    const sum = (of: (line: OpenLine) => number) => lines.reduce((total, line) => total + of(line), 0);
    const gross = sum((line) => (line.kind === 'payment' ? line.amount : -line.amount));
    const byCentre = (line: OpenLine) => line.family && bearer === 'CENTRE';
    const centreFee = sum((line) => (byCentre(line) ? line.fee : 0));
    const ownTax = sum((line) => (byCentre(line) ? 0 : line.tax));
    const ownFee = sum((line) => (byCentre(line) ? 0 : line.fee)) - ownTax;
    await post(db, {
      franchiseeId,
      sourceId: `${settlement.provider_id}:${franchiseeId}:${first.entityId}`,
      on: settlement.settled_on,
      gross,
      centreFee,
      ownFee,
      ownTax,
    });
    const facts = lines
      .filter(({ kind }) => kind === 'payment')
      .map((line) => ({
        id: line.paymentId,
        fee: line.fee,
        tax: line.tax,
        by: byCentre(line) ? 'CENTRE' : 'HEAD_OFFICE',
      }));
    await sql`update payment p set gateway_fee = t.fee, gateway_tax = t.tax, gateway_fee_by = t.by, gateway_settled_on = ${settlement.settled_on}, gateway_settlement_id = ${settlement.provider_id}
      from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as t (id uuid, fee bigint, tax bigint, by text) where p.franchisee_id = ${franchiseeId} and p.id = t.id`.execute(
      db,
    );
    await sql`update gateway_settlement_line set booked_at = now() where id = any (${lines.map(({ id }) => id)}::uuid[])`.execute(
      db,
    );
    return lines.length;
  });

async function bearerOn(db: Db, franchiseeId: number, on: Day): Promise<'CENTRE' | 'HEAD_OFFICE'> {
  const row = await db
    .selectFrom('royalty_agreement')
    .select('fee_bearer')
    .where('franchisee_id', '=', franchiseeId)
    .where('status', '=', 'APPROVED')
    .where('from_on', '<=', on)
    .where((eb) => eb.or([eb('to_on', 'is', null), eb('to_on', '>=', on)]))
    .executeTakeFirst();
  return row?.fee_bearer ?? 'CENTRE';
}

interface Booked {
  franchiseeId: number;
  sourceId: string;
  on: Day;
  /** Paise: payments less refunds of this settlement. */
  gross: number;
  centreFee: number;
  ownFee: number;
  ownTax: number;
}

async function post(
  db: Db,
  { franchiseeId, sourceId, on, gross, centreFee, ownFee, ownTax }: Booked,
): Promise<void> {
  const entry = { source: 'gateway.settled', sourceId, narration: 'Settled by the gateway' } as const;
  const headOffice = {
    ...entry,
    franchiseeId: HEAD_OFFICE,
    effectiveOn: await openDay(db, HEAD_OFFICE, on),
    lines: [
      { account: '1510', amount: gross - centreFee - ownFee - ownTax },
      { account: '2300', amount: centreFee, party: franchiseeId },
      { account: '5500', amount: ownFee },
      { account: '1420', amount: ownTax },
      { account: '1500', amount: -gross },
    ],
  } as const;
  if (centreFee === 0) {
    await postEntry(db, headOffice);
    return;
  }
  await postPair(
    db,
    {
      ...entry,
      franchiseeId,
      effectiveOn: await openDay(db, franchiseeId, on),
      lines: [
        { account: '5200', amount: centreFee },
        { account: '1300', amount: -centreFee },
      ],
    },
    headOffice,
  );
}
