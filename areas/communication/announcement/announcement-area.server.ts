import type { SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { communicationModules } from '../modules.ts';
import { announcementLabels } from './announcement.states.ts';

export const announcementHandlers = [
  await import('../audience/audience.queries.server.ts'),
  ...(await import('./announcement.listing.server.ts')).handlers,
  await import('./announcement.queries.server.ts'),
  await import('./save-announcement.server.ts'),
  await import('./announcement-steps.server.ts'),
  await import('./own-announcements.server.ts'),
];

registerHistory('announcement', {
  module: communicationModules.announcementList,
  tables: [{ table: 'announcement', title: 'Announcement', by: null }],
  columns: {
    submitted_by: null,
    approved_by: null,
    withdraw_reason: null,
    franchisee_id: null,
    reminded_at: null,
    centre_ids: null,
    class_ids: null,
    section_ids: null,
    student_ids: null,
  },
  states: announcementLabels,
  ensureVisible: visibleRow('announcement'),
});

export const announcementSearch: SearchSource = {
  kind: 'announcement',
  title: 'Announcements',
  module: communicationModules.announcementList,
  find: async (db, actor, words, limit) => {
    const { rows } = await sql<{ id: string; label: string; detail: string }>`
      select id, title as label, target as detail from announcement
       where title ilike ${contains(words)} and ${inChosenCentre(actor, 'franchisee_id')} order by created_at desc limit ${limit}`.execute(
      db,
    );
    return rows.map((row) => ({ ...row, link: `/announcement/view-announcement/${row.id}` }));
  },
};
