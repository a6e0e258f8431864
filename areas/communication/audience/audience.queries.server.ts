import { currentYear } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { several } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { activeFranchisees } from '../../network/public.server.ts';
import { studentsByName } from '../../students/public.server.ts';
import { audienceContract } from './audience.contract.ts';
import { centreOfWriter, placeOf, reachOf, targetWords } from './audience.server.ts';

export const audienceForm = handle(audienceContract.form, async ({ db, actor, now }) => {
  const network = actor.franchiseeId === null;
  const classes = await db
    .selectFrom('class')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy('position')
    .execute();
  const { rows: sections } = await sql<{ id: string; label: string }>`
    select s.id, k.name || ' ' || s.name as label from section s join class k on k.id = s.class_id
     where s.franchisee_id = ${actor.franchiseeId ?? 0} and s.academic_year_id = ${actor.academicYearId ?? currentYear(now)} and s.active
     order by k.position, s.name`.execute(db);
  const centres = network && actor.wholeNetwork ? await activeFranchisees(db, actor) : [];
  return {
    network,
    centres: centres
      .filter(({ isHeadOffice, status }) => !isHeadOffice && status === 'ACTIVE')
      .map(({ id, label }) => ({ id, label })),
    classes,
    sections: network ? [] : sections,
  };
});

export const audienceChildren = handle(audienceContract.children, async ({ db, actor, input }) => {
  if (input.ids.length > 0) {
    const { rows } = await sql<{ id: string; name: string; detail: string }>`
      select id, name, admission_no as detail from student where ${several('id', input.ids, 'uuid')} order by name`.execute(
      db,
    );
    return { rows };
  }
  return { rows: await studentsByName(db, { franchiseeId: actor.franchiseeId, words: input.q, limit: 20 }) };
});

export const previewAudience = handle(audienceContract.preview, async ({ db, actor, input }) => {
  const franchiseeId = centreOfWriter(actor);
  const target = await targetWords(db, input, franchiseeId);
  return { ...(await reachOf(db, input, placeOf(franchiseeId))), target };
});
