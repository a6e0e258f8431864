import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export type Flow = 'FULL' | 'SHORT' | 'DIRECT';

export interface AdmissionSettings {
  /** Whose row it is: the centre's own, or 1 for the network's. */
  franchiseeId: number;
  flow: Flow;
  confirmPayment: 'NONE' | 'ANY' | 'FIRST_INSTALMENT';
  linkDays: { APPLICATION: number; REGISTRATION: number; ADMISSION: number };
  waitlistOfferHours: number;
  provisionalDays: number;
  version: number;
}

/** How a centre takes children in: its own row, else the network's. */
export async function settingsOf(db: Db, franchiseeId: number): Promise<AdmissionSettings> {
  const row = await db
    .selectFrom('admission_setting')
    .selectAll()
    .where('franchisee_id', 'in', [1, franchiseeId])
    .orderBy(sql`franchisee_id = ${franchiseeId} desc`)
    .executeTakeFirstOrThrow();
  return {
    franchiseeId: row.franchisee_id,
    flow: row.flow,
    confirmPayment: row.confirm_payment,
    linkDays: {
      APPLICATION: row.link_days_application,
      REGISTRATION: row.link_days_registration,
      ADMISSION: row.link_days_admission,
    },
    waitlistOfferHours: row.waitlist_offer_hours,
    provisionalDays: row.provisional_days,
    version: row.version,
  };
}

/** Toddler classes go straight to the admission form, whatever the centre does otherwise (decision 13). */
const DIRECT: ReadonlySet<string> = new Set([
  'Parent Toddler',
  'Intellibaby Parent Toddler Circle (1Year - 2Years)',
]);

/** The forms a class goes through at a centre. */
export async function flowOf(db: Db, franchiseeId: number, classId: number): Promise<Flow> {
  const { category } = await db
    .selectFrom('class')
    .select('category')
    .where('id', '=', classId)
    .executeTakeFirstOrThrow();
  if (category !== null && DIRECT.has(category)) return 'DIRECT';
  const { flow } = await settingsOf(db, franchiseeId);
  return flow === 'FULL' && category === 'Bridge Course' ? 'SHORT' : flow;
}
