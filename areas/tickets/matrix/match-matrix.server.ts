// Which row of the matrix a ticket takes (areas/tickets.md 3.1), now or as the matrix stood at an earlier moment.
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { Department, Priority } from '../ticket-words.ts';

export interface MatrixQuestion {
  readonly department: Department;
  readonly categoryId?: string | null | undefined;
  readonly priority: Priority;
  readonly zoneId?: number | null | undefined;
}

export interface MatrixTarget {
  readonly rowId: string;
  readonly rowVersion: number;
  readonly ownerGroupId: string;
  readonly l1: string | null;
  readonly l2: string | null;
  readonly l3: string | null;
  readonly responseMin: number;
  readonly resolutionMin: number;
  readonly calendarId: number;
  /** What decided: category, priority, zone. */
  readonly byCategory: boolean;
  readonly byPriority: boolean;
  readonly byZone: boolean;
  /** Rows that would fit as well and score less. */
  readonly beaten: number;
}

const byCategory = sql`case when v.category_id = a.category then 4 when v.category_id is not null then 3 else 0 end`;

/** Category (its own before its parent's) weighs 4 (3), priority 2, zone 1; the highest wins, the nearer category where sums are equal. Every department has a row for the rest. */
export async function matchMatrix(db: Db, asked: MatrixQuestion, asOf: Date): Promise<MatrixTarget> {
  const { rows } = await sql<MatrixTarget>`
    with asked as (select c.id as category, c.parent_id as parent from (select 1) one
      left join ticket_category c on c.id = ${asked.categoryId ?? null}::uuid),
    standing as (select distinct on (v.matrix_id) v.* from ticket_matrix_version v
      where v.department = ${asked.department} and v.at <= ${asOf} order by v.matrix_id, v.n desc)
    select v.matrix_id as "rowId", v.n as "rowVersion", v.owner_group_id as "ownerGroupId", v.l1_user as l1, v.l2_user as l2, v.l3_user as l3,
      v.response_min as "responseMin", v.resolution_min as "resolutionMin", v.calendar_id as "calendarId",
      v.category_id is not null as "byCategory", v.priority is not null as "byPriority", v.zone_id is not null as "byZone",
      (count(*) over () - 1)::int as beaten
      from standing v, asked a
     where v.active and (v.category_id is null or v.category_id in (a.category, a.parent))
       and (v.priority is null or v.priority = ${asked.priority}) and (v.zone_id is null or v.zone_id = ${asked.zoneId ?? null}::int)
     order by ${byCategory} + case when v.priority is null then 0 else 2 end + case when v.zone_id is null then 0 else 1 end desc, ${byCategory} desc limit 1`.execute(
    db,
  );
  return ensureFound(rows[0]);
}
