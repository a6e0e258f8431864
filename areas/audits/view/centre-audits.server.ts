import { handle } from '@aangan/server/endpoint/handle.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { inChosenCentre, istDay, several } from '@aangan/server/sql.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { familiesOf } from './audit.listing.server.ts';
import { centreAuditsContract as contract } from './centre-audits.contract.ts';

interface Last {
  typeId: string;
  type: string;
  auditId: string;
  auditOn: string;
  finalBp: number | null;
  band: string | null;
}
const published = sql`a.status in ('PUBLISHED', 'CLOSED') and a.mode = 'REGULAR'`;

export const list = handle(contract.list, async ({ db, actor, input: { q } }) => {
  const { rows } = await sql<{ id: number; centre: string; last: Last[]; audits: number }>`
    select f.id, f.company_name as centre, coalesce(x.last, '[]') as last, coalesce(x.n, 0)::int as audits from franchisee f
      left join lateral (select sum(y.n) as n, jsonb_agg(jsonb_build_object('typeId', y.type_id, 'type', y.type, 'auditId', y.id, 'auditOn', y.audit_on, 'finalBp', y.final_bp, 'band', y.band) order by y.type) as last
        from (select distinct on (a.type_id) a.type_id, t.name as type, a.id, a.audit_on, a.final_bp, a.band, count(*) over (partition by a.type_id) as n
          from audit a join audit_type t on t.id = a.type_id where a.franchisee_id = f.id and ${published} and ${several('t.family', familiesOf(actor), 'text')}
         order by a.type_id, a.audit_on desc, a.id) y) x on true
     where not f.is_head_office and f.status in ('SETUP', 'ACTIVE', 'SUSPENDED') and ${inChosenCentre(actor, 'f.id')} and ${q ? sql`f.company_name ilike ${contains(q)}` : sql`true`}
     order by f.company_name limit 1000`.execute(db);
  return { rows };
});

export const get = handle(contract.get, async ({ db, actor, input }) => {
  const centre = ensureFound(
    await db
      .selectFrom('franchisee')
      .select(['id', 'company_name'])
      .where('id', '=', input.id)
      .where(inChosenCentre(actor, 'id'))
      .executeTakeFirst(),
  );
  const { rows } = await sql<Last>`
    select a.type_id as "typeId", t.name as type, a.id as "auditId", a.audit_on as "auditOn", a.final_bp as "finalBp", a.band
      from audit a join audit_type t on t.id = a.type_id where a.franchisee_id = ${input.id} and ${published} and ${several('t.family', familiesOf(actor), 'text')}
     order by a.audit_on desc, a.id limit 200`.execute(db);
  return { id: centre.id, centre: centre.company_name, audits: rows };
});

export const home = handle(contract.home, async ({ db, actor, input }) => {
  const mine = familiesOf(actor).filter((family) => (family === 'GENERAL') === (input.side === 'general'));
  const reach = sql`${several('t.family', mine, 'text')} and ${inChosenCentre(actor, 'a.franchisee_id')}`;
  const { rows } = await sql<{ drafts: number; returned: number; toReview: number; published: number }>`
    select count(*) filter (where a.status = 'DRAFT' and a.auditor_id = ${userIdOf(actor)})::int as drafts,
        count(*) filter (where a.status = 'RETURNED' and a.auditor_id = ${userIdOf(actor)})::int as returned,
        count(*) filter (where a.status = 'SUBMITTED')::int as "toReview", count(*) filter (where a.status in ('PUBLISHED', 'CLOSED'))::int as published
      from audit a join audit_type t on t.id = a.type_id where ${reach}`.execute(db);
  const found = await sql<{ toAnswer: number; overdue: number; toVerify: number }>`
    select count(*) filter (where g.status in ('OPEN', 'RETURNED'))::int as "toAnswer", count(*) filter (where g.status in ('OPEN', 'RETURNED') and g.due_on < ${istDay(sql`now()`)})::int as overdue,
        count(*) filter (where g.status in ('RESPONDED', 'VERIFIED'))::int as "toVerify"
      from audit_finding g join audit a on a.franchisee_id = g.franchisee_id and a.id = g.audit_id join audit_type t on t.id = a.type_id
     where ${several('t.family', familiesOf(actor), 'text')} and ${inChosenCentre(actor, 'g.franchisee_id')}`.execute(
    db,
  );
  const last = await sql<Last & { number: string; centre: string; status: string; family: string }>`
    select a.type_id as "typeId", t.name as type, t.family, a.id as "auditId", a.number, f.company_name as centre, a.audit_on as "auditOn", a.final_bp as "finalBp", a.band, a.status
      from audit a join audit_type t on t.id = a.type_id join franchisee f on f.id = a.franchisee_id where ${reach} and a.status <> 'VOID'
     order by a.audit_on desc, a.started_at desc, a.id limit 5`.execute(db);
  return {
    ...(rows[0] ?? { drafts: 0, returned: 0, toReview: 0, published: 0 }),
    ...(found.rows[0] ?? { toAnswer: 0, overdue: 0, toVerify: 0 }),
    last: last.rows,
  };
});
