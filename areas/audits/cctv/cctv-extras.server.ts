import { addDays } from '@aangan/contract/period.ts';
import { countCards, type HomeCards } from '@aangan/server/endpoint/home-card.ts';
import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { auditsModules as m } from '../modules.ts';
import { cctvDocuments } from './cctv-document.listing.ts';
import { cctvStatusLabels } from './cctv-document.states.ts';

// What the page shows itself, or what a step tells already.
const TOLD = ['franchisee_id', 'status', 'uploaded_by', 'decided_by', 'decided_at', 'reason'];

/** To be called once at start. */
export function registerCctvHistory(): void {
  registerHistory('cctv-document', {
    module: [m.cctvDocUpload, m.cctvDocVerify],
    tables: [{ table: 'cctv_document', title: 'Document', by: null }],
    columns: Object.fromEntries(TOLD.map((column) => [column, null])),
    states: cctvStatusLabels,
    ensureVisible: visibleRow('cctv_document'),
  });
}

const VERIFY = 'audits.cctv-to-verify';
const ENDING = 'audits.cctv-ending';
const AHEAD_DAYS = 30;
const PATH = '/cctvDocUpload/cctvDocUpload';

export const cctvHomeCards: readonly HomeCards[] = [
  {
    module: m.cctvDocVerify,
    read: (db, { actor }) =>
      countCards(db, {
        [VERIFY]: sql`from cctv_document d where d.status = 'SUBMITTED' and ${inChosenCentre(actor, 'd.franchisee_id')}`,
      }),
    cards: [
      {
        key: VERIFY,
        title: 'CCTV documents to verify',
        unit: 'count',
        picture: 'number',
        on: { operations: 70 },
        todo: { action: 'Verify', by: m.cctvDocVerify },
        drill: {
          path: PATH,
          list: cctvDocuments.endpoints.list,
          filters: () => ({ status: 'SUBMITTED' }),
          measures: 'rows',
        },
      },
    ],
  },
  {
    module: m.cctvDocUpload,
    read: (db, { actor, today }) =>
      countCards(db, {
        [ENDING]: sql`from cctv_document d where d.status = 'VERIFIED' and d.valid_to between ${today} and ${addDays(today, AHEAD_DAYS)} and ${inChosenCentre(actor, 'd.franchisee_id')}`,
      }),
    cards: [
      {
        key: ENDING,
        title: 'CCTV documents that end within 30 days',
        unit: 'count',
        picture: 'number',
        on: { owner: 70, centre: 70 },
        drill: {
          path: PATH,
          list: cctvDocuments.endpoints.list,
          filters: ({ today }) => ({
            status: 'VERIFIED',
            validTo: { from: today, to: addDays(today, AHEAD_DAYS) },
          }),
          measures: 'rows',
        },
      },
    ],
  },
];
