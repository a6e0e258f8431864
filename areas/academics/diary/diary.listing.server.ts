import { todayIst } from '@aangan/contract/period.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import type { Handler } from '@aangan/server/endpoint/handle.ts';
import { type Reading, serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { mySections } from '../structure/sections.server.ts';
import { classworks, generalDiaries, subjectDiaries } from './diary.listing.ts';
import { diaryStates } from './diary.states.ts';
import { type DiaryKind, moduleOfKind } from './diary-kinds.ts';

const children = sql`(case when d.all_children
  then (select count(*) from placement l join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id
    where l.franchisee_id = d.franchisee_id and l.section_id = d.section_id and l.from_on <= d.on_date
      and coalesce(l.before_on, 'infinity') > d.on_date and e.status <> 'CANCELLED')
  else (select count(*) from diary_target t where t.franchisee_id = d.franchisee_id and t.entry_id = d.id) end)::int`;
const families = (column: 'seen_at' | 'acknowledged_at') =>
  sql`(select count(distinct a.enrolment_id)::int from diary_ack a
    where a.franchisee_id = d.franchisee_id and a.entry_id = d.id and ${sql.ref(`a.${column}`)} is not null)`;

interface Steps {
  status: keyof typeof diaryStates;
  mine: boolean;
}

/** What the lists of the three kinds are read from. */
const sourceOf = (kind: DiaryKind) => ({
  from: sql`(select * from diary_entry where kind = ${sql.lit(kind)}) d
    join section n on n.franchisee_id = d.franchisee_id and n.id = d.section_id join class k on k.id = n.class_id`,
  alias: 'd',
  joins: sql`left join subject u on u.id = d.subject_id left join app_user p on p.id = d.created_by`,
  columns: {
    onDate: 'd.on_date',
    section: sql`(k.name || ' ' || n.name)`,
    subject: 'u.name',
    topic: 'd.topic',
    teacher: personName('p'),
    files: sql`(select count(*)::int from entry_file x
      where x.franchisee_id = d.franchisee_id and x.owner_kind = 'DIARY' and x.owner_id = d.id)`,
    children,
    seen: families('seen_at'),
    acknowledged: families('acknowledged_at'),
    publishAt: 'd.publish_at',
    status: 'd.status',
    sectionId: 'd.section_id',
    classId: 'n.class_id',
    subjectId: 'd.subject_id',
    ackRequired: 'd.ack_required',
    mine: sql`false`,
  },
  map: async <R extends { sectionId: string; mine: boolean }>(rows: readonly R[], { db, actor }: Reading) => {
    const mine = new Set((await mySections(db, actor, todayIst(new Date()))).map(({ id }) => id));
    return rows.map((row) => ({ ...row, mine: mine.has(row.sectionId) }));
  },
  can: (row: Steps, actor: Actor) => {
    const writes = row.mine && holds(actor, moduleOfKind[kind], true);
    const steps = new Set<string>(writes ? actionsFrom(diaryStates, row.status) : []);
    return {
      edit: writes && row.status !== 'WITHDRAWN',
      publish: steps.has('publish'),
      withdraw: steps.has('withdraw'),
      remind: writes && row.status === 'PUBLISHED',
    };
  },
});

export const handlers: readonly Handler[] = [
  ...serveListing(generalDiaries, sourceOf('GENERAL')).handlers,
  ...serveListing(subjectDiaries, sourceOf('SUBJECT')).handlers,
  ...serveListing(classworks, sourceOf('CLASSWORK')).handlers,
];
