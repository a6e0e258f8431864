import { personName } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { Snapshot } from './snapshot.ts';

/** A type, `t`, as a version keeps it. */
export const SNAPSHOT = `jsonb_build_object('subjectKind', t.subject_kind, 'conductedBy', t.conducted_by, 'reviewRequired', t.review_required,
        'locate', t.locate, 'signoffRequired', t.signoff_required, 'criticalCapBp', t.critical_cap_bp, 'closureDays', t.closure_days,
        'bands', jsonb_build_object('A', t.band_a_bp, 'B', t.band_b_bp, 'C', t.band_c_bp),
        'categories', coalesce((
          select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'subCategories', s.list) order by c.position, c.name)
            from audit_category c cross join lateral (
              select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'parameters', p.list) order by s.position, s.name) as list
                from audit_sub_category s cross join lateral (
                  select jsonb_agg(jsonb_build_object('id', p.id, 'code', p.code, 'question', p.question, 'guidance', p.guidance,
                      'responseKind', p.response_kind, 'maxScore', p.max_score, 'weight', p.weight, 'critical', p.critical,
                      'optional', p.optional, 'photoOn', p.photo_on, 'noteOnNo', p.note_on_no, 'ownerKind', p.owner_kind,
                      'severity', p.severity, 'closureDays', p.closure_days) order by p.position, p.code, p.id) as list
                    from audit_parameter p where p.sub_category_id = s.id and p.active) p
               where s.category_id = c.id and s.active and p.list is not null) s
           where c.type_id = t.id and c.active and s.list is not null), '[]'))`;

/** Types as they stand now: active categories, sub-categories and questions in their order; empty ones are left out. */
export async function snapshotsOf(db: Db, typeIds: readonly string[]): Promise<Map<string, Snapshot>> {
  const { rows } = await sql<{ id: string; snapshot: Snapshot }>`
    select t.id, ${sql.raw(SNAPSHOT)} as snapshot
      from audit_type t where t.id = any(${[...typeIds]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, snapshot }) => [id, snapshot]));
}

export interface Published {
  typeId: string;
  version: number;
  sha256: string;
  snapshot: Snapshot;
  note: string;
  at: Date;
  by: string | null;
}

/** The newest version of each type. */
export async function publishedOf(db: Db, typeIds: readonly string[]): Promise<Map<string, Published>> {
  const { rows } = await sql<Published>`
    select distinct on (v.type_id) v.type_id as "typeId", v.version_no as version, v.sha256, v.snapshot, v.change_note as note,
        v.created_at as at, ${personName('u')} as by
      from audit_template_version v left join app_user u on u.id = v.created_by
     where v.type_id = any(${[...typeIds]}::uuid[]) order by v.type_id, v.version_no desc`.execute(db);
  return new Map(rows.map((row) => [row.typeId, row]));
}
