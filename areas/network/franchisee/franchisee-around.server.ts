// What stands around a centre's own row on its page: partner, people, years, zones, numbers, history.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { userCards } from '../user/user.queries.server.ts';

interface PartnerColumns {
  partner_id: string | null;
  partner_name: string | null;
  partner_kind: string | null;
  partner_pan: string | null;
  partner_email: string | null;
  partner_mobile: string | null;
}

export async function partnerOf(db: Db, row: PartnerColumns) {
  if (!row.partner_id || !row.partner_name) return null;
  const { n } = await db
    .selectFrom('franchisee')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('partner_id', '=', row.partner_id)
    .executeTakeFirstOrThrow();
  return {
    legalName: row.partner_name,
    kind: row.partner_kind ?? '',
    pan: row.partner_pan ?? '',
    email: row.partner_email,
    mobile: row.partner_mobile,
    centres: n,
  };
}

export async function headOf(db: Db, id: string | null) {
  const card = id === null ? undefined : (await userCards(db, [id])).get(id);
  return card ? { id: card.id, name: card.name } : null;
}

export async function peopleOf(db: Db, id: number) {
  const { rows } = await sql<{ id: string; name: string; roles: string; state: string }>`
    select u.id, ${personName('u')} as name, u.state,
      coalesce((select string_agg(distinct r.description, ', ') from user_role g join role r on r.id = g.role_id where g.user_id = u.id and g.ended_at is null), '') as roles
      from app_user u where u.kind = 'STAFF' and u.state <> 'DISABLED'
       and u.id in (select id from app_user where franchisee_id = ${id} union select user_id from user_role where franchisee_id = ${id} and ended_at is null) order by 2 limit 200`.execute(
    db,
  );
  return rows;
}

export async function yearsOf(db: Db, id: number) {
  const rows = await db
    .selectFrom('franchisee_year as y')
    .innerJoin('academic_year as a', 'a.id', 'y.academic_year_id')
    .select(['a.academic_year', 'y.state'])
    .where('y.franchisee_id', '=', id)
    .orderBy('a.id', 'desc')
    .execute();
  return rows.map((row) => ({ academicYear: row.academic_year, state: row.state }));
}

export async function zonesOf(db: Db, id: number) {
  const rows = await db
    .selectFrom('franchisee_zone_move as m')
    .leftJoin('zone as z', 'z.id', 'm.zone_id')
    .select(['m.since', 'm.by', 'z.name'])
    .where('m.franchisee_id', '=', id)
    .orderBy('m.since', 'desc')
    .limit(20)
    .execute();
  const names = await userCards(
    db,
    rows.flatMap((row) => row.by ?? []),
  );
  return rows.map((row) => ({ at: row.since, zone: row.name, by: names.get(row.by ?? '')?.name ?? null }));
}

interface Numbers {
  seats: number;
  openItems: number;
  openGates: number;
  pincodes: number;
  papersEnding: number;
  agreementTo: string | null;
}

export async function numbersOf(db: Db, id: number, now: Date): Promise<Numbers> {
  const today = todayIst(now);
  const year = Number(today.slice(0, 4)) - (today.slice(5) < '04-01' ? 1 : 0);
  const { rows } = await sql<Numbers>`
    select coalesce((select sum(seats)::int from franchisee_seat where franchisee_id = ${id} and academic_year_id = ${year}), 0) as seats,
      (select count(*)::int from franchisee_checklist_item where franchisee_id = ${id} and state = 'OPEN') as "openItems",
      (select count(*)::int from franchisee_checklist_item where franchisee_id = ${id} and state = 'OPEN' and gate) as "openGates",
      (select count(*)::int from franchisee_pincode where franchisee_id = ${id} and to_on is null) as pincodes,
      (select count(*)::int from franchisee_document where franchisee_id = ${id} and valid_to <= ${addDays(today, 90)}::date) as "papersEnding",
      (select max(to_on) from franchisee_agreement where franchisee_id = ${id} and state = 'ACTIVE' and kind <> 'ADDENDUM') as "agreementTo"`.execute(
    db,
  );
  return ensureFound(rows[0]);
}

export async function eventsOf(db: Db, id: number) {
  const rows = await db
    .selectFrom('franchisee_event')
    .select(['at', 'action', 'by', 'from_status', 'to_status', 'reason'])
    .where('franchisee_id', '=', id)
    .orderBy('at', 'desc')
    .limit(50)
    .execute();
  const cards = await userCards(
    db,
    rows.flatMap((row) => (row.by ? [row.by] : [])),
  );
  return rows.map((row) => ({
    at: row.at,
    action: row.action,
    by: cards.get(row.by ?? '')?.name ?? null,
    from: row.from_status,
    to: row.to_status,
    reason: row.reason,
  }));
}
