import { actionsFrom } from '@aangan/contract/states.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE, personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { sql } from 'kysely';
import { productContract } from '../catalogue/product.contract.ts';
import { withPictures } from '../catalogue/product-pictures.server.ts';
import { marginContract } from './margin.contract.ts';
import { marginRequests, productMargins } from './margin.listing.ts';
import { marginCodes, marginStates } from './margin.states.ts';

/** Whether this person takes the next step of a request: neither its maker nor who approved before. */
export const mayDecide = (
  actor: Actor,
  of: { status: string; madeBy: string | null; level1By: string | null },
): boolean =>
  mayCall(actor, marginContract.decide) &&
  actionsFrom(marginStates, of.status).length > 0 &&
  of.madeBy !== actor.userId &&
  of.level1By !== actor.userId &&
  holdsCode(actor, marginCodes[of.status] ?? '');

const priced = sql`case when t.product_id is null then 'NO' else 'YES' end`;

export const productListing = serveListing(productMargins, {
  // Products have no centre: they are head office's.
  from: sql`(select p.*, ${HEAD_OFFICE}::int as franchisee_id from product p) p
    left join lateral (select * from product_price x where x.product_id = p.id and x.from_on <= (now() at time zone 'Asia/Kolkata')::date
      order by x.from_on desc limit 1) t on true
    left join lateral (select * from margin_request r where r.product_id = p.id order by r.created_at desc, r.id desc limit 1) r on true
    left join margin_request s on s.id = t.request_id`,
  alias: 'p',
  columns: {
    name: 'p.name',
    sku: 'p.sku',
    kind: 'p.kind',
    category: 'p.category',
    hsn: 'p.hsn',
    mrp: 't.mrp_paise',
    marginBp: 't.margin_bp',
    price: 't.price_paise',
    rateBp: 's.rate_bp',
    fromOn: 't.from_on',
    priced,
    request: sql`coalesce(r.status, 'NONE')`,
    imageUrl: sql`p.image_ids[1]::text`,
    requestId: 'r.id',
    requestVersion: 'r.version',
    askedMrp: 'r.mrp_paise',
    askedMarginBp: 'r.margin_bp',
    askedPrice: 'r.price_paise',
    madeBy: 'r.made_by',
    level1By: 'r.level1_by',
  },
  map: (rows, { db }) => withPictures(db, rows),
  can: (row, actor) => ({
    change: mayCall(actor, productContract.change) && actor.wholeNetwork,
    ask:
      row.kind !== 'APPAREL_STYLE' &&
      mayCall(actor, marginContract.request) &&
      actor.wholeNetwork &&
      row.request !== 'PENDING' &&
      row.request !== 'PARTIALLY APPROVED',
    decide: row.requestId !== null && mayDecide(actor, { ...row, status: row.request }),
  }),
});

export const requestListing = serveListing(marginRequests, {
  from: sql`margin_request r join product p on p.id = r.product_id`,
  alias: 'r',
  joins: sql`left join app_user u on u.id = r.made_by left join app_user a on a.id = r.level1_by left join app_user b on b.id = r.level2_by`,
  columns: {
    product: 'p.name',
    sku: 'p.sku',
    mrp: 'r.mrp_paise',
    marginBp: 'r.margin_bp',
    price: 'r.price_paise',
    rateBp: 'r.rate_bp',
    fromOn: 'r.from_on',
    madeByName: personName('u'),
    // As a reader gets it back: a filter from and to that very instant finds the row.
    askedAt: sql`date_trunc('milliseconds', r.created_at)`,
    approver1: personName('a'),
    approver2: personName('b'),
    status: 'r.status',
    productId: 'r.product_id',
    madeBy: 'r.made_by',
    level1By: 'r.level1_by',
  },
  can: (row, actor) => ({ decide: mayDecide(actor, row) }),
});

export const handlers = [...productListing.handlers, ...requestListing.handlers];
