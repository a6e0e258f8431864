import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre, several } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { familiesOf } from '../view/audit.listing.server.ts';
import { scoresContract as contract } from './scores.contract.ts';

const MOST = 200;

interface Row {
  name: string;
  franchiseeId: number;
  centre: string;
  auditId: string;
  lastOn: string;
  lastBp: number;
  band: string | null;
  meanBp: number;
  changeBp: number | null;
  audits: number;
  openFindings: number;
  categories: { id: string; pctBp: number | null }[];
}

export const get = handle(contract.get, async ({ db, actor, input }) => {
  const types = await typesOf(db, familiesOf(actor));
  const chosen = input.typeId === undefined ? types[0] : types.find(({ id }) => id === input.typeId);
  if (!chosen) return { types, typeId: null, by: 'centre' as const, categories: [], rows: [], more: false };
  const by = chosen.teachers ? input.by : 'centre';
  const { rows: categories } = await sql<{ id: string; name: string }>`
    select id, name from audit_category where type_id = ${chosen.id} order by position, name`.execute(db);
  const rows = await scoresOf(db, {
    typeId: chosen.id,
    by,
    within: inChosenCentre(actor, 'a.franchisee_id'),
  });
  return { types, typeId: chosen.id, by, categories, rows: rows.slice(0, MOST), more: rows.length > MOST };
});

async function typesOf(db: Db, families: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; family: string; teachers: boolean }>`
    select id, name, family, subject_kind = 'TEACHER' as teachers from audit_type t where ${several('t.family', families, 'text')} order by family, name limit 100`.execute(
    db,
  );
  return rows;
}

interface Asked {
  typeId: string;
  by: 'centre' | 'teacher';
  within: ReturnType<typeof inChosenCentre>;
}

// Self checks count for nothing here, nor does an audit in which nothing was applicable.
async function scoresOf(db: Db, { typeId, by, within }: Asked): Promise<Row[]> {
  const person = by === 'teacher';
  const of = person ? sql`a.franchisee_id, a.staff_id` : sql`a.franchisee_id`;
  const same = person ? sql`and x.staff_id = l.staff_id` : sql``;
  const { rows } = await sql<Row>`
    with one as (select a.franchisee_id, a.staff_id, a.id, a.audit_on, a.final_bp, a.band, row_number() over w as n, count(*) over (partition by ${of}) as audits
        from audit a where a.type_id = ${typeId} and a.mode = 'REGULAR' and a.status in ('PUBLISHED', 'CLOSED') and a.final_bp is not null and ${within}
         and ${person ? sql`a.staff_id is not null` : sql`true`} window w as (partition by ${of} order by a.audit_on desc, a.published_at desc, a.id))
    select ${person ? sql`s.name` : sql`f.company_name`} as name, l.franchisee_id as "franchiseeId", f.company_name as centre, l.id as "auditId",
        l.audit_on as "lastOn", l.final_bp as "lastBp", l.band, l.audits::int,
        (select round(avg(x.final_bp))::int from one x where x.franchisee_id = l.franchisee_id ${same} and x.n <= 3) as "meanBp",
        l.final_bp - (select x.final_bp from one x where x.franchisee_id = l.franchisee_id ${same} and x.n = 2) as "changeBp",
        (select count(*)::int from audit_finding g join one x on x.franchisee_id = g.franchisee_id and x.id = g.audit_id
          where x.franchisee_id = l.franchisee_id ${same} and g.status not in ('CLOSED', 'WITHDRAWN')) as "openFindings",
        coalesce((select jsonb_agg(jsonb_build_object('id', c.category_id, 'pctBp', c.pct_bp)) from audit_category_score c
          where c.franchisee_id = l.franchisee_id and c.audit_id = l.id), '[]') as categories
      from one l join franchisee f on f.id = l.franchisee_id left join staff s on s.franchisee_id = l.franchisee_id and s.id = l.staff_id
     where l.n = 1 order by l.final_bp desc, name, l.id limit ${sql.lit(MOST + 1)}`.execute(db);
  return rows;
}
