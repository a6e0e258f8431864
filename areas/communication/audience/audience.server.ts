// Who an audience is: one SQL for the preview and for the people themselves. A restricted guardian never matches.
import { refuse } from '@aangan/contract/refusal.ts';
import { HEAD_OFFICE, istDay, personName, several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { refuseCommunication } from '../communication.refusals.ts';
import type { Audience } from './audience.ts';

export interface AudiencePerson {
  kind: 'GUARDIAN' | 'STAFF';
  franchiseeId: number;
  id: string;
  /** The sign-in by which the person reads in the app. */
  userId: string | null;
  familyId: string | null;
  studentIds: string[];
  name: string;
  mobile: string | null;
  email: string | null;
  language: string;
}

const today = istDay(sql`now()`);

/** Guardians who are told about these children: as `guardiansToTell` of students, and with the app where they have it. */
const guardians = (of: Audience, centres: RawBuilder<unknown>) => sql`
  select 'GUARDIAN' as kind, g.franchisee_id, g.id, max(case when sg.portal <> 'NONE' then coalesce(u.merged_into, g.user_id)::text end)::uuid as user_id,
         g.family_id, array_agg(distinct s.id) as student_ids, g.name, g.mobile, g.email, f.language
    from enrolment e
    join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id and s.erased_at is null
    join student_guardian sg on sg.franchisee_id = s.franchisee_id and sg.student_id = s.id and sg.gets_messages and not sg.restricted
     and sg.valid_from <= ${today} and (sg.valid_to is null or sg.valid_to >= ${today})
    join guardian g on g.franchisee_id = sg.franchisee_id and g.id = sg.guardian_id and not g.deceased
    join family f on f.franchisee_id = g.franchisee_id and f.id = g.family_id
    left join app_user u on u.id = g.user_id
   where e.status in ('ACTIVE', 'ON_HOLD') and ${centres}
     and (${sql.lit(of.classIds.length + of.sectionIds.length + of.studentIds.length === 0)}
       or ${several('e.class_id', of.classIds, 'int')} or ${several('e.section_id', of.sectionIds, 'uuid')} or ${several('e.student_id', of.studentIds, 'uuid')})
   group by g.franchisee_id, g.id, g.family_id, g.name, g.mobile, g.email, f.language`;

/** People who hold a role at one of the centres; at head office those whose role covers the network or a zone. */
const staff = (centres: RawBuilder<unknown>) => sql`
  select distinct 'STAFF' as kind, e.franchisee_id, u.id, u.id as user_id, null::uuid as family_id, '{}'::uuid[] as student_ids,
         ${personName('u')} as name, u.mobile_norm as mobile, u.email_norm as email, u.locale as language
    from app_user u join user_role r on r.user_id = u.id and r.ended_at is null and ${today} between r.from_on and coalesce(r.to_on, 'infinity')
   cross join lateral (select case when r.scope = 'CENTRE' then r.franchisee_id else ${HEAD_OFFICE} end as franchisee_id) e
   where u.kind = 'STAFF' and u.state = 'ACTIVE' and ${centres}`;

/** `select kind, franchisee_id, id, user_id, …` of everybody; `at` one centre, or all the audience names. */
export function audienceSql(of: Audience, at: number | 'all'): RawBuilder<unknown> {
  const centres =
    at !== 'all'
      ? sql`e.franchisee_id = ${at}`
      : of.centreIds.length > 0
        ? several('e.franchisee_id', of.centreIds, 'int')
        : sql`e.franchisee_id in (select c.id from franchisee c where c.id = ${HEAD_OFFICE} or c.status = 'ACTIVE')`;
  const parts = [
    ...(of.people === 'STAFF' ? [] : [guardians(of, centres)]),
    ...(of.people === 'PARENT' ? [] : [staff(centres)]),
  ];
  return sql.join(parts, sql` union all `);
}

/** The people at one centre in the order of their ids, a page at a time. */
export async function audiencePage(
  db: Db,
  of: Audience,
  { at, after, limit }: { at: number; after: { kind: string; id: string } | null; limit: number },
): Promise<AudiencePerson[]> {
  const { rows } = await sql<AudiencePerson>`
    select p.kind, p.franchisee_id as "franchiseeId", p.id, p.user_id as "userId", p.family_id as "familyId", p.student_ids as "studentIds",
           p.name, p.mobile, p.email, p.language from (${audienceSql(of, at)}) p
     where ${after ? sql`(p.kind, p.id) > (${after.kind}, ${after.id}::uuid)` : sql`true`} order by p.kind, p.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export interface Reach {
  people: number;
  families: number;
  staff: number;
  inApp: number;
  withMobile: number;
  withEmail: number;
  unreached: number;
}

export async function reachOf(db: Db, of: Audience, at: number | 'all'): Promise<Reach> {
  const { rows } = await sql<Reach>`
    select count(*)::int as people, count(distinct p.family_id)::int as families, count(*) filter (where p.kind = 'STAFF')::int as staff,
           count(p.user_id)::int as "inApp", count(p.mobile)::int as "withMobile", count(p.email)::int as "withEmail",
           count(*) filter (where p.user_id is null and p.mobile is null and p.email is null)::int as unreached
      from (${audienceSql(of, at)}) p`.execute(db);
  return rows[0] as Reach; // an aggregate always has its row
}

/** The centre something is written at: the chosen one, or head office for those who reach the whole network. */
export function centreOfWriter(actor: Actor): number {
  if (actor.franchiseeId !== null) return actor.franchiseeId;
  if (!actor.wholeNetwork) throw refuse('context.centre-needed');
  return HEAD_OFFICE;
}

/** Where the people of an audience are looked for: the writer's centre, or everywhere for head office. */
export const placeOf = (franchiseeId: number): number | 'all' =>
  franchiseeId === HEAD_OFFICE ? 'all' : franchiseeId;

/** Everything that was chosen is in reach and of this place (404 otherwise); answers the target in words. */
export async function targetWords(db: Db, of: Audience, franchiseeId: number): Promise<string> {
  const network = franchiseeId === HEAD_OFFICE;
  if (!network && of.centreIds.length > 0) throw refuseCommunication('audience.own-centre');
  if (network && of.sectionIds.length + of.studentIds.length > 0)
    throw refuseCommunication('audience.centre-only');
  const centres = await namesOf(
    db,
    sql`select id, company_name as name from franchisee`,
    of.centreIds,
    'int',
  );
  const classes = await namesOf(db, sql`select id, name from class`, of.classIds, 'int');
  const sections = await namesOf(
    db,
    sql`select s.id, k.name || ' ' || s.name as name from section s join class k on k.id = s.class_id where s.franchisee_id = ${franchiseeId}`,
    of.sectionIds,
    'uuid',
  );
  const children = await namesOf(
    db,
    sql`select id, name from student where franchisee_id = ${franchiseeId}`,
    of.studentIds,
    'uuid',
  );
  const narrowed = [
    ...classes,
    ...sections,
    ...(children.length > 3 ? [`${children.length} children`] : children),
  ];
  const families = narrowed.length > 0 ? `Families of ${narrowed.join(', ')}` : 'All families';
  const who =
    of.people === 'STAFF' ? 'All staff' : of.people === 'PARENT' ? families : `${families} and all staff`;
  const where = network ? (centres.length > 0 ? ` at ${centres.join(', ')}` : ' at all centres') : '';
  const words = `${who}${where}`;
  return words.length > 300 ? `${words.slice(0, 297)}…` : words;
}

async function namesOf(
  db: Db,
  from: RawBuilder<unknown>,
  ids: readonly (number | string)[],
  type: 'int' | 'uuid',
): Promise<string[]> {
  if (ids.length === 0) return [];
  const wanted = [...new Set(ids)];
  const { rows } = await sql<{
    name: string;
  }>`select t.name from (${from}) t where ${several('t.id', wanted, type)} order by 1`.execute(db);
  if (rows.length < wanted.length) throw refuse('row.not-found');
  return rows.map((row) => row.name);
}
