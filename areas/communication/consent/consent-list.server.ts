import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { inChosenCentre, several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { recordConsent } from './consent.server.ts';
import { childPurposes, consentListContract as contract } from './consent-list.contract.ts';

/** Children who study here now. */
const children = (actor: Actor) => sql`
  select s.franchisee_id, s.id, s.name, coalesce(k.name, '') as class from student s
    left join enrolment e on e.franchisee_id = s.franchisee_id and e.id = s.current_enrolment_id left join class k on k.id = e.class_id
   where s.state = 'STUDYING' and s.erased_at is null and ${inChosenCentre(actor, 's.franchisee_id')}`;

export const consentOverview = handle(contract.overview, async ({ db, actor }) => {
  const { rows } = await sql<{
    purpose: (typeof childPurposes)[number];
    title: string;
    yes: number;
    no: number;
    notAsked: number;
  }>`
    select p.code as purpose, p.title, count(*) filter (where n.allowed)::int as yes, count(*) filter (where not n.allowed)::int as no,
           count(c.id) filter (where n.allowed is null)::int as "notAsked"
      from consent_purpose p left join (${children(actor)}) c on true
      left join consent_now n on n.franchisee_id = c.franchisee_id and n.subject_kind = 'STUDENT' and n.subject_id = c.id and n.purpose = p.code
     where ${several('p.code', childPurposes, 'text')} and p.active group by p.code, p.title, p.position order by p.position`.execute(
    db,
  );
  return { rows };
});

export const consentChildren = handle(contract.children, async ({ db, actor, input }) => {
  const cursor = input.after ? readCursor(input.after, 'name') : null;
  const answered = {
    YES: sql`n.allowed`,
    NO: sql`not n.allowed`,
    NOT_ASKED: sql`n.allowed is null`,
  }[input.answer];
  const found = sql`from (${children(actor)}) c
    left join consent_now n on n.franchisee_id = c.franchisee_id and n.subject_kind = 'STUDENT' and n.subject_id = c.id and n.purpose = ${input.purpose}
    where ${answered}`;
  const { rows } = await sql<{ id: string; name: string; className: string; changedAt: string | null }>`
    select c.id, c.name, c.class as "className", n.changed_at as "changedAt" ${found}
      and ${cursor ? sql`(c.name, c.id) > (${cursor.value}, ${cursor.id}::uuid)` : sql`true`} order by c.name, c.id limit ${pageLimit(input.limit)}`.execute(
    db,
  );
  const total = cursor?.total ?? (await cappedCount(db, sql`select ${found}`));
  return cutPage(rows, input, { sort: 'name', total, at: (last) => last.name });
});

export const recordOnPaper = handle(contract.onPaper, async ({ db, actor, input }) => {
  const child = ensureFound(
    await db
      .selectFrom('student')
      .select(['franchisee_id', 'id'])
      .where('id', '=', input.studentId)
      .executeTakeFirst(),
  );
  const { rows } = await sql<{ guardianId: string; version: number }>`
    select g.guardian_id as "guardianId", (select max(t.version) from consent_text t where t.purpose = ${input.purpose}) as version
      from student_guardian g where g.franchisee_id = ${child.franchisee_id} and g.student_id = ${child.id} and g.is_primary`.execute(
    db,
  );
  const signed = ensureFound(rows[0]);
  await recordConsent(db, {
    franchiseeId: child.franchisee_id,
    subjectKind: 'STUDENT',
    subjectId: child.id,
    answers: [{ purpose: input.purpose, answer: input.answer, textVersion: signed.version }],
    method: 'PAPER',
    byGuardianId: signed.guardianId,
    verifiedBy: userIdOf(actor),
  });
  return {};
});

export const consentTextList = handle(contract.texts, async ({ db }) => {
  const { rows } = await sql<{
    purpose: string;
    title: string;
    version: number;
    languages: string;
    en: string;
    hi: string | null;
    answers: number;
  }>`
    select t.purpose, t.title, t.version, string_agg(x.language, ', ' order by x.language) as languages, t.body as en,
           max(x.body) filter (where x.language = 'hi') as hi,
           (select count(*)::int from consent_answer a where a.purpose = t.purpose and a.text_version = t.version) as answers
      from consent_text t join consent_text x on x.purpose = t.purpose and x.version = t.version
      join consent_purpose p on p.code = t.purpose where t.language = 'en'
     group by t.purpose, t.title, t.version, t.body, p.position order by p.position, t.version desc`.execute(
    db,
  );
  return { rows };
});
