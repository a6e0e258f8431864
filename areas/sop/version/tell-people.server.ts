// The bell of those whom an SOP concerns: approvers, the author, and people who have to read.
import { formatDate } from '@aangan/contract/period.ts';
import { personName } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import type { Section } from '../library/sop-section.server.ts';
import { sopModules as m } from '../modules.ts';
import { numberOf, type Version } from './version-row.server.ts';

export const NOTICE_TEXT = 300;
const APPROVERS = 20;

export const sectionLink = (section: { folderId: string; id: string }): string =>
  `/sop/folder/${section.folderId}?section=${section.id}`;

export async function tellApprovers(
  db: Db,
  { section, version, author }: { section: Section; version: Version; author: string },
): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select ${personName('u')} as name from app_user u where u.id = ${author}`.execute(db);
  const people = await usersWith(db, {
    module: m.approveSop,
    write: true,
    franchiseeId: section.franchisee_id,
  });
  for (const { id } of people.filter((one) => one.id !== author).slice(0, APPROVERS))
    await notify(db, {
      userId: id,
      kind: 'sop.for-approval',
      title: `For approval: ${section.title}`,
      body: `${rows[0]?.name ?? 'An author'} asks you to approve it.`,
      link: `/sop/manage-sops?tab=approval&sop-section=${section.id}`,
      sourceArea: 'sop',
      dedupeKey: `sop:approval:${version.id}:${version.version}`,
    });
}

export const tellAuthor = (
  db: Db,
  { section, version, reason }: { section: Section; version: Version; reason: string },
): Promise<void> =>
  notify(db, {
    userId: version.author_id,
    kind: 'sop.returned',
    title: `Came back: ${section.title}`,
    body: reason.slice(0, NOTICE_TEXT),
    link: `/sop/edit-section/${section.id}`,
    sourceArea: 'sop',
    dedupeKey: `sop:returned:${version.id}:${version.version}`,
  });

interface Reader {
  userId: string;
  franchiseeId: number;
  dueOn: string;
  title: string;
  folderId: string;
  again: boolean;
}

/** Tells everybody who has to read a version that is in force; a minor one asks nobody. Marks it as told. */
export async function tellReaders(db: Db, version: Version, today: string): Promise<number> {
  let told = 0;
  if (version.change_kind === 'MAJOR') {
    const { rows } = await sql<Reader>`
      select c.user_id as "userId", c.franchisee_id as "franchiseeId", c.due_on as "dueOn", s.title, s.folder_id as "folderId", c.state = 'STALE' as again
        from sop_states(${today}::date) c join sop_section s on s.id = c.section_id
       where c.section_id = ${version.section_id} and c.version_id = ${version.id} and c.state in ('STALE', 'OUTSTANDING')`.execute(
      db,
    );
    for (const one of rows)
      await notify(db, {
        userId: one.userId,
        kind: one.again ? 'sop.changed' : 'sop.new',
        title: one.again ? `Changed: ${one.title}` : `To read: ${one.title}`,
        body: `${one.again && version.change_note ? `${version.change_note} ` : ''}Read it by ${formatDate(one.dueOn)}.`.slice(
          0,
          NOTICE_TEXT,
        ),
        link: sectionLink({ folderId: one.folderId, id: version.section_id }),
        franchiseeId: one.franchiseeId,
        sourceArea: 'sop',
        dedupeKey: `sop:version:${version.section_id}:${numberOf(version)}`,
      });
    told = rows.length;
  }
  await sql`update sop_version set told_on = ${today}::date where franchisee_id = ${version.franchisee_id} and id = ${version.id}`.execute(
    db,
  );
  return told;
}
