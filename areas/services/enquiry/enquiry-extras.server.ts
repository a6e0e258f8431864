// What the frame asks of service enquiries: Ctrl+K, work in a person's name, and the home card.
import type { OpenWork, SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import { figuresOf, type HomeCards, type HomeContext } from '@aangan/server/endpoint/home-card.ts';
import { contains, countUpToCap } from '@aangan/server/record/keyset.ts';
import { inChosenCentre, istDay, several } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { servicesModules as m } from '../modules.ts';
import { serviceEnquiries } from './service-enquiry.listing.ts';
import { openStatuses } from './service-enquiry.states.ts';

const isOpen = several('e.status', openStatuses, 'text');

export const serviceEnquirySearch: SearchSource = {
  kind: 'service-enquiry',
  title: 'Service enquiries',
  module: m.ServiceRegistration,
  find: async (db, actor, words, limit) => {
    const { rows } = await sql<{ id: string; code: string; child: string; service: string }>`
      select e.id, e.enquiry_code as code, e.child_name as child, s.name as service from service_enquiry e join service s on s.id = e.service_id
       where ${inChosenCentre(actor, 'e.franchisee_id')} and (lower(e.enquiry_code) like ${contains(words)} or lower(e.child_name) like ${contains(words)})
       order by e.created_at desc, e.id limit ${limit}`.execute(db);
    return rows.map((row) => ({
      id: row.id,
      label: row.child,
      detail: `${row.code} · ${row.service}`,
      link: `/services/enquiries?service-enquiry=${row.id}`,
    }));
  },
};

export const serviceEnquiryWork: OpenWork = {
  key: 'service-enquiries',
  title: 'open service enquiries',
  count: async (db, userId) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from service_enquiry e where e.owner_id = ${userId} and ${isOpen}`.execute(
      db,
    );
    return rows[0]?.n ?? 0;
  },
  centres: async (db, userId) => {
    const { rows } = await sql<{ id: number }>`
      select distinct e.franchisee_id as id from service_enquiry e where e.owner_id = ${userId} and ${isOpen}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  },
  handOver: async (db, { from, to }) => {
    const moved = await sql`
      update service_enquiry e set owner_id = ${to}::uuid where e.owner_id = ${from}::uuid and ${isOpen}`.execute(
      db,
    );
    return Number(moved.numAffectedRows ?? 0n);
  },
};

const DUE = 'services.follow-ups-due';

async function read(db: Db, { actor, yearId }: HomeContext) {
  const due = sql`select from service_enquiry e where e.academic_year_id = ${yearId} and ${inChosenCentre(actor, 'e.franchisee_id')}
    and ${isOpen} and e.next_follow_up_on <= ${istDay(sql`now()`)}`;
  const { rows } = await sql<{ [DUE]: number }>`select ${countUpToCap(due)} as ${sql.id(DUE)}`.execute(db);
  return figuresOf(rows[0]);
}

export const serviceHomeCards: readonly HomeCards[] = [
  {
    module: m.ServiceRegistration,
    read,
    cards: [
      {
        key: DUE,
        title: 'Service follow-ups due',
        unit: 'count',
        picture: 'number',
        on: { owner: 18, centre: 40, counsellor: 20 },
        todo: { action: 'Call', by: m.ServiceRegistration },
        drill: {
          path: '/forms/service-enquiry/list',
          list: serviceEnquiries.endpoints.list,
          filters: () => ({ due: ['TODAY', 'OVERDUE'] }),
          measures: 'rows',
        },
      },
    ],
  },
];
