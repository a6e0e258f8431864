import { formatDate, todayIst } from '@aangan/contract/period.ts';
import { Refusal } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE, several } from '@aangan/server/sql.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { atHeadOffice } from '../head-office.server.ts';
import { refuseOrders } from '../orders.refusals.ts';
import { tellApprovers } from '../tell-approvers.server.ts';
import { marginContract } from './margin.contract.ts';
import { marginCodes } from './margin.states.ts';
import { type HsnRate, priceOf, rateOf } from './margin.ts';

export const ratesIn = async (db: Db): Promise<HsnRate[]> =>
  (
    await sql<HsnRate>`select hsn_prefix as "hsnPrefix", from_on as "fromOn", unit_value_to_paise as "unitValueTo", rate_bp as "rateBp" from hsn_rate`.execute(
      db,
    )
  ).rows;

export interface AskedMargin {
  readonly productId: string;
  /** Tax included; null keeps the present one. */
  readonly mrp: number | null;
  readonly marginBp: number;
  readonly fromOn: string;
}

interface Known {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly hsn: string;
  readonly mrp: number | null;
  readonly open: boolean;
  readonly days: readonly string[];
}

/** What is known of the products that are asked for, locked against a second request at once. */
export async function knownProducts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  await sql`select from product where ${several('id', ids, 'uuid')} order by id for update`.execute(db);
  const { rows } = await sql<Known>`
    select p.id, p.name, p.kind, p.hsn,
      (select x.mrp_paise from product_price x where x.product_id = p.id order by x.from_on desc limit 1) as mrp,
      exists (select from margin_request r where r.product_id = p.id and r.status in ('PENDING', 'PARTIALLY APPROVED')) as open,
      array(select x.from_on::text from product_price x where x.product_id = p.id) as days
      from product p where ${several('p.id', ids, 'uuid')}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes one request, or throws why not. */
export async function askMargin(
  db: Db,
  asked: AskedMargin,
  at: { known: Known; rates: readonly HsnRate[]; madeBy: string; batchId: string | null; today: string },
): Promise<void> {
  const { known, rates, today } = at;
  const product = known.name;
  const mrp = asked.mrp ?? known.mrp;
  ensure(known.kind !== 'APPAREL_STYLE', () => refuseOrders('margin.style', { details: { product } }));
  ensure(!known.open, () => refuseOrders('margin.open', { details: { product } }));
  ensure(mrp !== null, () => refuseOrders('margin.no-mrp', { details: { product } }));
  ensure(asked.fromOn >= today, () => refuseOrders('margin.past', { fields: { fromOn: 'Today or later' } }));
  ensure(!known.days.includes(asked.fromOn), () =>
    refuseOrders('margin.price-exists', { details: { product, day: formatDate(asked.fromOn) } }),
  );
  const rate = rateOf(rates, { hsn: known.hsn, mrp: mrp ?? 0, on: asked.fromOn });
  ensure(rate, () => refuseOrders('margin.no-rate', { details: { product, hsn: known.hsn } }));
  await db
    .insertInto('margin_request')
    .values({
      product_id: known.id,
      batch_id: at.batchId,
      mrp_paise: mrp ?? 0,
      margin_bp: asked.marginBp,
      price_paise: priceOf(mrp ?? 0, asked.marginBp, rate.rateBp).price,
      rate_bp: rate.rateBp,
      from_on: asked.fromOn,
      made_by: at.madeBy,
    })
    .execute();
}

/** Of several at once one message. */
export const tellMargins = (
  db: Db,
  of: {
    code: string | undefined;
    count: number;
    name?: string | null | undefined;
    madeBy: string;
    decidedBy?: string;
  },
): Promise<void> =>
  tellApprovers(db, {
    code: of.code,
    franchiseeId: HEAD_OFFICE,
    what: 'Retail margin of',
    no: of.name ?? `${of.count} products`,
    madeBy: of.madeBy,
    decidedBy: of.decidedBy ?? null,
    link: '/retailer-margin/product/list-of-product-retail-margin',
    source: { kind: 'margin-request', id: crypto.randomUUID() },
  });

export const requestMargin = handle(marginContract.request, ({ db, actor, input, now }) =>
  atHeadOffice(db, actor, async () => {
    const ids = [...new Set(input.productIds)];
    ensure(ids.length === 1 || input.mrp == null, () =>
      refuseOrders('margin.one-mrp', { fields: { mrp: 'Of one product only' } }),
    );
    const [known, rates] = [await knownProducts(db, ids), await ratesIn(db)];
    const batchId = ids.length > 1 ? crypto.randomUUID() : null;
    const refused: { id: string; name: string; text: string }[] = [];
    for (const id of ids) {
      const product = known.get(id);
      if (!product) {
        refused.push({ id, name: '', text: 'There is no such product.' });
        continue;
      }
      const asked = { productId: id, mrp: input.mrp ?? null, marginBp: input.marginBp, fromOn: input.fromOn };
      const at = { known: product, rates, madeBy: userIdOf(actor), batchId, today: todayIst(now) };
      try {
        await askMargin(db, asked, at);
      } catch (error) {
        // Refused before anything was written; of several the others go on.
        if (!(error instanceof Refusal) || ids.length === 1) throw error;
        refused.push({ id, name: product.name, text: error.message });
      }
    }
    const asked = ids.length - refused.length;
    if (asked > 0)
      await tellMargins(db, {
        code: marginCodes['PENDING'],
        count: asked,
        name:
          asked === 1
            ? [...known.values()].find(({ id }) => !refused.some((one) => one.id === id))?.name
            : null,
        madeBy: userIdOf(actor),
      });
    return { asked, refused };
  }),
);
