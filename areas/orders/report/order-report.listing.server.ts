import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay, several } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { kitReport, orderReport } from './order-report.listing.ts';

const shared = {
  orderNo: 'o.order_no',
  centre: 'f.company_name',
  city: 'c.name',
  kitType: 'o.kit_type',
  placedOn: istDay('o.placed_at'),
  status: 'o.status',
  franchiseeId: 'o.franchisee_id',
  cityId: 'f.city_id',
};
const among = (column: string) => (value: number | readonly number[]) =>
  several(column, [value].flat() as number[], 'int');
const places = { franchiseeId: among('o.franchisee_id'), cityId: among('f.city_id') };

export const orderReportListing = serveListing(orderReport, {
  from: sql`kit_order o left join franchisee f on f.id = o.franchisee_id left join city c on c.id = f.city_id`,
  alias: 'o',
  joins: sql`cross join lateral (select coalesce(sum(l.qty_ordered - l.qty_cancelled), 0)::int as kits, coalesce(sum(l.qty_shipped), 0)::int as shipped,
      coalesce(sum(l.qty_delivered), 0)::int as delivered from kit_order_line l where l.franchisee_id = o.franchisee_id and l.order_id = o.id) n`,
  columns: {
    ...shared,
    orderId: 'o.id',
    kits: 'n.kits',
    shipped: 'n.shipped',
    delivered: 'n.delivered',
    taxable: sql`o.subtotal_paise + o.freight_paise`,
    tax: 'o.tax_paise',
    total: 'o.total_paise',
    paymentMode: 'o.payment_mode',
    promisedOn: 'o.promised_on',
    deliveredAt: 'o.delivered_at',
  },
  where: places,
  can: () => ({}),
}).handlers;

export const kitReportListing = serveListing(kitReport, {
  from: sql`(select l.*, o.academic_year_id, o.order_no, o.kit_type, o.placed_at, o.status from kit_order_line l
      join kit_order o on o.franchisee_id = l.franchisee_id and o.id = l.order_id) o
    join franchisee f on f.id = o.franchisee_id left join city c on c.id = f.city_id`,
  alias: 'o',
  joins: sql`left join class k on k.id = o.class_id`,
  columns: {
    ...shared,
    orderId: 'o.order_id',
    line: 'o.line_no',
    className: 'k.name',
    size: 'o.size_code',
    ordered: 'o.qty_ordered',
    cancelled: 'o.qty_cancelled',
    shipped: 'o.qty_shipped',
    delivered: 'o.qty_delivered',
    damaged: 'o.qty_damaged',
    short: 'o.qty_short',
    amount: sql`o.taxable_paise + o.tax_paise`,
    classId: 'o.class_id',
  },
  where: { ...places, classId: among('o.class_id') },
  can: () => ({}),
}).handlers;
