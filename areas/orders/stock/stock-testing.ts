// Goods, a warehouse and children for the tests of stock and of what is built of it.
import { randomUUID } from 'node:crypto';
import { systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people, YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY } from '@aangan/testkit/world-families.ts';

/** Rupees in paise. */
export const r = (rupees: number): number => Math.round(rupees * 100);

export async function warehouseIn(app: TestApp, code = 'PUN'): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into warehouse (code, name, address, pincode, gstin) values ($1, $1 || ' warehouse', 'Survey 12, Wagholi', '412207', '27AAACA1234A1Z5')
     on conflict (code) do update set name = excluded.name returning id`,
    [code],
  );
  return row?.id ?? '';
}

export async function productIn(
  app: TestApp,
  sku: string,
  more: { category?: string; price?: number } = {},
): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into product (sku, name, hsn, weight_g, category, in_wow_kit) values ($1, 'Item ' || $1, '9503', 500, $2, $2::text is not null) returning id`,
    [sku, more.category ?? null],
  );
  return row?.id ?? '';
}

/** Work that another slice does in its own transaction, for one centre or the network. */
export const asSystem = <T>(app: TestApp, centre: number | null, work: (db: Db) => Promise<T>): Promise<T> =>
  inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work);

/** An approved price of a product from the beginning of the year, before tax. */
export async function priceIn(app: TestApp, productId: string, price: number): Promise<void> {
  const [request] = await app.sql<{ id: string }>(
    `insert into margin_request (product_id, mrp_paise, margin_bp, price_paise, rate_bp, from_on, status, made_by, level1_by, level2_by)
     values ($1, $2::bigint * 2, 2000, $2::bigint, 500, '2026-04-01', 'APPROVED', $3, $4, $5) returning id`,
    [productId, price, people.Harsh.id, people.Kavi.id, people.Asha.id],
  );
  await app.sql(
    `insert into product_price (product_id, from_on, mrp_paise, margin_bp, price_paise, request_id) values ($1, '2026-04-01', $2::bigint * 2, 2000, $2::bigint, $3)`,
    [productId, price, request?.id],
  );
}

let born = 0;
/** A child of Nursery that nothing is known of but its class; the first to want something of this area. */
export async function childIn(
  app: TestApp,
  { centre = ANDHERI, bornOn = '2022-08-15' }: { centre?: number; bornOn?: string } = {},
): Promise<{ studentId: string; enrolmentId: string; name: string }> {
  born += 1;
  const name = `Kit Child ${born}`;
  const family = centre === ANDHERI ? children.Aarav.familyId : children.Myra.familyId;
  const [child] = await app.sql<{ id: string }>(
    'insert into child (id, child_no) values (gen_random_uuid(), $1) returning id',
    [`A${300_000_000 + born}`],
  );
  const [studentId, enrolmentId] = [randomUUID(), randomUUID()];
  await app.sql('insert into student_admission (franchisee_id, id, academic_year_id) values ($1, $2, $3)', [
    centre,
    enrolmentId,
    YEAR,
  ]);
  await app.sql(
    `insert into student (franchisee_id, id, child_id, family_id, admission_no, name, date_of_birth, gender, state)
     values ($1, $2, $3, $4, $5, $6, $7, 'MALE', 'STUDYING')`,
    [centre, studentId, child?.id, family, `ADM/K/${born}`, name, bornOn],
  );
  await app.sql(
    `insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, day_session, enrolment_no, status, joined_on)
     values ($1, $2, $3, $4, $5, 'MORNING', $6, 'ACTIVE', '2026-06-15')`,
    [centre, enrolmentId, studentId, YEAR, NURSERY, `K${born}`],
  );
  return { studentId, enrolmentId, name };
}
