import { kitAllocations } from '@aangan/areas/orders/allocation/kit-allocation.listing.ts';
import { packings } from '@aangan/areas/orders/dispatch/dispatch.listing.ts';
import { kitOrders } from '@aangan/areas/orders/order-history/order.listing.ts';
import { pageOf } from '../floor-page.ts';
import { KIT_TYPE, ORDERS, plantOrders } from '../plant-orders.ts';
import { ALL_CENTRES, readRequest, type Scenario } from '../scenario.ts';

// The limit of the floors is a literal, as the product's is: of a value Postgres expects a tenth of the table and plans each
// call anew (0019).
const PAGE = 50;

const orderPage = (where: string) => `
  select o.id, o.franchisee_id as "franchiseeId", o.version, o.order_no as "orderNo", f.company_name as centre, o.kit_type as "kitType", o.placed_at as "placedAt", n.kits, o.total_paise as total,
    o.payment_mode as "paymentMode", o.promised_on as "promisedOn", o.status, n.shipped, n.cancelled, n.kits - n.cancelled - n.shipped as open, (o.placed_at at time zone 'Asia/Kolkata')::date as "placedOn",
    o.kind, o.fail_reason as "failReason", o.placed_by as "placedBy", b.order_no as origin, o.placed_at::text as "$sort",
    (select count(*)::int from (select from kit_order o where ${where} limit 10001) c) as "$n"
    from (select * from kit_order o where ${where} order by placed_at desc, id desc limit ${PAGE + 1}) o join franchisee f on f.id = o.franchisee_id
    left join kit_order b on b.franchisee_id = o.franchisee_id and b.id = o.parent_order_id
    cross join lateral (select sum(l.qty_ordered)::int as kits, sum(l.qty_shipped)::int as shipped, sum(l.qty_cancelled)::int as cancelled
      from kit_order_line l where l.franchisee_id = o.franchisee_id and l.order_id = o.id) n
   order by o.placed_at desc, o.id desc`;
const OF_CENTRE = orderPage('o.academic_year_id = $1 and o.franchisee_id = $2');
const OF_NETWORK = orderPage('o.academic_year_id = $1');

const answerOrders: Scenario['floor'] = async ({ pool, centre, year }) => {
  const { rows } = centre
    ? await pool.query({ name: 'orders', text: OF_CENTRE, values: [year, centre] })
    : await pool.query({ name: 'orders-network', text: OF_NETWORK, values: [year] });
  return pageOf(rows, PAGE, '-placedAt', (row) => ({
    ...row,
    can: {
      cancel: ['PENDING', 'CONFIRMED'].includes(row.status) && row.shipped === 0,
      cancelRemainder: row.status === 'SHIPPED' && row.open > 0,
      overrideCredit: row.status === 'PENDING' && row.paymentMode === 'CREDIT',
    },
  }));
};

export const orderList: Scenario = {
  name: 'orders',
  title: `Order list of a centre, page of 50 of ${ORDERS}`,
  prepare: plantOrders,
  request: () => readRequest(kitOrders.endpoints.list, { limit: PAGE }),
  floor: answerOrders,
};

export const networkOrderList: Scenario = {
  name: 'orders-network',
  title: `Order list of all centres, page of 50 of ${ORDERS}`,
  prepare: plantOrders,
  request: () => ({ ...readRequest(kitOrders.endpoints.list, { limit: PAGE }), headers: ALL_CENTRES }),
  floor: answerOrders,
};

// Of the rules that can stand in the way of this kit type; others have more.
const RIGHTS = `
  select a.id, a.franchisee_id as "franchiseeId", a.version, s.name as whom, s.admission_no as "admissionNo", c.name as of, f.company_name as centre, a.qty, m.code || ' v' || m.version_no as mapping, a.source,
    case when a.status = 'ALLOCATED' and x.reasons <> '{}' then 'BLOCKED' else a.status end as status, a.kit_type as "kitType", a.class_id as "classId", a.enrolment_id as "enrolmentId", a.qty_live as live,
    x.reasons, null as "orderFrom", null as "orderTo", null as short, e.status in ('WITHDRAWN', 'TRANSFERRED', 'CANCELLED') as left, a.revoked_reason as "revokedReason", lower(left(s.name, 200)) as "$sort", p.n as "$n"
    from (select a.*, count(*) over ()::int as n from kit_allocation a join student s on s.franchisee_id = a.franchisee_id and s.id = a.student_id
           where a.franchisee_id = $1 and a.academic_year_id = $2 and a.kit_type = $3 order by lower(left(s.name, 200)), a.id limit ${PAGE + 1}) p
    join kit_allocation a on a.franchisee_id = p.franchisee_id and a.id = p.id join franchisee f on f.id = a.franchisee_id join enrolment e on e.franchisee_id = a.franchisee_id and e.id = a.enrolment_id
    join student s on s.franchisee_id = a.franchisee_id and s.id = a.student_id join class c on c.id = a.class_id
    left join lateral (select k.id, k.code, k.version_no from kit_mapping k where k.current and k.kit_type = a.kit_type and k.academic_year_id = a.academic_year_id and k.class_id = a.class_id
      and k.gender in ('BOTH', s.gender) order by k.gender = 'BOTH' limit 1) m on true
    cross join lateral (select case when a.status = 'ALLOCATED' then array_remove(array[case when e.status not in ('UPCOMING', 'ACTIVE') then 'NOT_ENROLLED' end, case when m.id is null then 'NOT_MAPPED' end], null)
      else '{}' end as reasons) x
   order by lower(left(s.name, 200)), a.id`;

// The reasons are asked of the page's rows alone on both sides.
export const allocationList: Scenario = {
  name: 'allocations',
  title: 'Allocation list of a centre, page of 50',
  prepare: plantOrders,
  request: () => readRequest(kitAllocations.endpoints.list, { limit: PAGE, kitType: KIT_TYPE }),
  floor: async ({ pool, centre, year }) => {
    const { rows } = await pool.query({
      name: 'allocations',
      text: RIGHTS,
      values: [centre, year, KIT_TYPE],
    });
    return pageOf(rows, PAGE, 'whom', ({ reasons, orderFrom, orderTo, short, left, ...row }) => {
      const waits = row.status === 'ALLOCATED' || row.status === 'BLOCKED';
      return {
        ...row,
        verdict: { mapping: row.mapping, reasons, orderFrom, orderTo, short, left },
        reason: null,
        can: { revoke: waits && row.live === 0, again: row.status === 'REVOKED' },
      };
    });
  },
};

// What can be packed is kept beside the order, in an index by its promise: both sides read it.
const PACKINGS = `
  select o.id, o.franchisee_id as "franchiseeId", o.version, o.order_no as "orderNo", f.company_name as centre, o.kit_type as kit, w.name as warehouse, q.promised_on as "promisedOn", o.warehouse_id as "warehouseId",
    q.ready, q.waiting, case when d.due < d.today then 'LATE' when d.due <= d.today + 3 then 'NOW' else 'LATER' end as wave, q.promised_on::text as "$sort",
    (select count(*)::int from (select from kit_order_packing where ready > 0 limit 10001) c) as "$n"
    from (select * from kit_order_packing where ready > 0 order by promised_on, order_id limit ${PAGE + 1}) q join kit_order o on o.franchisee_id = q.franchisee_id and o.id = q.order_id
    join franchisee f on f.id = o.franchisee_id join warehouse w on w.id = o.warehouse_id
    cross join lateral (select (now() at time zone 'Asia/Kolkata')::date as today, coalesce(q.promised_on, (o.placed_at at time zone 'Asia/Kolkata')::date + 3) as due) d
   order by q.promised_on, q.order_id`;

export const packingDesk: Scenario = {
  name: 'to-pack',
  title: `Challan desk, orders to pack of ${ORDERS}, page of 50`,
  prepare: plantOrders,
  request: () => ({ ...readRequest(packings.endpoints.list, { limit: PAGE }), headers: ALL_CENTRES }),
  floor: async ({ pool }) => {
    const { rows } = await pool.query({ name: 'to-pack', text: PACKINGS });
    return pageOf(rows, PAGE, 'promisedOn', (row) => ({ ...row, can: { pack: true } }));
  },
};
