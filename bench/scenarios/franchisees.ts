import { franchiseeContract } from '@aangan/areas/network/franchisee/franchisee.contract.ts';
import { writeCursor } from '@aangan/server/record/record-cursor.ts';
import { readRequest, type Scenario } from '../scenario.ts';

const CENTRES = 2000;
const FIRST = 100_000;

// Two thousand centres before everybody else in the alphabet, with seats and an agreement each.
const PREPARE = `
  insert into franchisee (id, company_name, model, status, brand_id, zone_id, city_id, phone, opened_on)
    select ${FIRST} + n, 'Aabad ' || lpad(n::text, 5, '0'), 'FOFO', 'ACTIVE', 1, 1 + n % 3, 1 + n % 6, '+91981' || lpad(n::text, 7, '0'), '2024-06-01' from generate_series(1, ${CENTRES}) n on conflict do nothing;
  insert into franchisee_seat (franchisee_id, academic_year_id, class_code, session, seats)
    select ${FIRST} + n, y, c, 'MORNING', 25 from generate_series(1, ${CENTRES}) n, (values ('NURSERY'), ('JRKG'), ('SRKG')) v (c), (values (2025), (2026)) w (y) on conflict do nothing;
  insert into franchisee_agreement (franchisee_id, number, kind, from_on, to_on, state)
    select ${FIRST} + n, 'B/' || n, 'NEW', '2024-06-01', '2029-05-31', 'ACTIVE' from generate_series(1, ${CENTRES}) n
    where not exists (select from franchisee_agreement a where a.franchisee_id = ${FIRST} + n);
  analyze franchisee, franchisee_seat, franchisee_agreement;`;

// The limit is written out, as in the product: a kept plan for any limit expects a tenth of the network (1.5 ms, not 0.85).
const page = (limit: number): string => `
  with page as materialized (select * from franchisee order by company_name, id limit ${limit})
  select f.id, f.company_name, b.name as brand, f.model, f.status, f.is_head_office, z.name as zone, c.name as city, c.tier, f.phone, f.opened_on, (select count(*)::int from franchisee) as n,
    (select sum(s.seats)::int from franchisee_seat s where s.franchisee_id = f.id and s.academic_year_id = $1) as seats,
    (select max(a.to_on) from franchisee_agreement a where a.franchisee_id = f.id and a.state = 'ACTIVE' and a.kind <> 'ADDENDUM') as agreement_to,
    (select h.score from centre_health h where h.franchisee_id = f.id order by h.on_date desc limit 1) as health,
    (select count(*)::int from franchisee_checklist_item i where i.franchisee_id = f.id and i.state = 'OPEN') as open_items,
    (select trim(u.first_name || ' ' || u.last_name) from user_role g join role r on r.id = g.role_id and r.centre_model is not null join app_user u on u.id = g.user_id and u.state <> 'DISABLED'
      where g.franchisee_id = f.id and g.ended_at is null order by g.from_on, g.id limit 1) as owner
    from page f left join zone z on z.id = f.zone_id left join city c on c.id = f.city_id left join brand b on b.id = f.brand_id order by f.company_name, f.id`;

interface Row {
  id: number;
  company_name: string;
  brand: string | null;
  model: string;
  status: string;
  is_head_office: boolean;
  zone: string | null;
  city: string | null;
  tier: string | null;
  phone: string | null;
  opened_on: string | null;
  n: number;
  seats: number | null;
  agreement_to: string | null;
  open_items: number;
  health: number | null;
  owner: string | null;
}

export const franchiseeList: Scenario = {
  name: 'franchisees',
  title: 'Franchisee list of 2,000, page of 50',
  prepare: PREPARE,
  request: () => ({
    ...readRequest(franchiseeContract.register, { limit: 50 }),
    headers: { 'x-franchisee-id': '0' },
  }),
  floor: async ({ pool, query, year }) => {
    const limit = Number(query['limit']);
    const { rows } = await pool.query<Row>({
      name: `franchisees${limit}`,
      text: page(limit + 1),
      values: [year],
    });
    const n = rows[0]?.n ?? 0;
    const total = { n: Math.min(n, 10_000), more: n > 10_000 };
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      rows: rows.slice(0, limit).map((row) => ({
        id: row.id,
        label: `(${String(row.id).padStart(3, '0')}) ${row.company_name}`,
        brand: row.brand,
        model: row.model,
        status: row.status,
        zone: row.zone,
        city: row.city,
        tier: row.tier,
        owner: row.owner,
        phone: row.phone,
        seats: row.seats,
        agreementTo: row.agreement_to,
        openItems: row.open_items,
        openedOn: row.opened_on,
        health: row.health,
        can: { update: !row.is_head_office, moveZone: !row.is_head_office },
      })),
      next: last ? writeCursor({ sort: 'companyName', value: last.company_name, id: last.id, total }) : null,
      total,
    };
  },
};
