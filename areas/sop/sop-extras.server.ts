// What the frame asks of SOPs: the home card, Ctrl+K, and the name of a section.
import { todayIst } from '@aangan/contract/period.ts';
import type { SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import { figuresOf, type HomeCards, type HomeContext } from '@aangan/server/endpoint/home-card.ts';
import { countUpToCap } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { sopCompliance } from './compliance/sop-compliance.listing.ts';
import { sopModules as m } from './modules.ts';
import { search } from './reader/reader.server.ts';
import { sectionLink } from './version/tell-people.server.ts';

export const sopSearch: SearchSource = {
  kind: 'sop-section',
  title: 'SOPs',
  module: m.sop,
  find: async (db, actor, words, limit) =>
    (await search(db, actor, { words, today: todayIst(new Date()) })).slice(0, limit).map((one) => ({
      id: one.id,
      label: one.title,
      detail: one.code,
      link: sectionLink(one),
    })),
};

const TO_READ = 'sop.to-read';

async function read(db: Db, { actor, today }: HomeContext) {
  const rows = sql`select from sop_states(${today}::date) c where c.user_id = ${userIdOf(actor)} and c.state in ('STALE', 'OUTSTANDING')
    and ${inChosenCentre(actor, 'c.franchisee_id')}`;
  const counted = await sql<{
    [TO_READ]: number;
  }>`select ${countUpToCap(rows)} as ${sql.id(TO_READ)}`.execute(db);
  return figuresOf(counted.rows[0]);
}

export const sopHomeCards: readonly HomeCards[] = [
  {
    module: m.sop,
    read,
    cards: [
      {
        key: TO_READ,
        title: 'SOPs to read',
        unit: 'count',
        picture: 'number',
        on: {
          centre: 60,
          counsellor: 60,
          teacher: 60,
          staff: 60,
          tickets: 60,
          finance: 80,
          operations: 80,
          zone: 80,
          marketing: 79,
          delivery: 60,
        },
        todo: { action: 'Read', by: m.sop },
        drill: {
          path: '/sop/sop-home',
          list: sopCompliance.endpoints.list,
          filters: () => ({ mine: ['YES'], status: ['OUTSTANDING', 'STALE'] }),
          measures: 'rows',
        },
      },
    ],
  },
];

export const describeSection = async (
  db: Db,
  id: string,
): Promise<{ label: string; link: string } | null> => {
  const row = await db
    .selectFrom('sop_section')
    .select(['id', 'title', 'folder_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { label: row.title, link: sectionLink({ folderId: row.folder_id, id: row.id }) } : null;
};
