// One act over several enquiries: what cannot be done is told by name, the rest is done.
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { formsOfEnquiry } from '../../admissions/public.server.ts';
import { mostDaysAhead } from '../enquiry/cadence.ts';
import { limitsOf } from '../enquiry/limits.server.ts';
import { type EnquiryData, saveEnquiry } from '../enquiry/move-stage.server.ts';
import { ensureNextDate } from '../enquiry/next-date.ts';
import { pipelineContract } from './pipeline.contract.ts';
import { changesOfStep } from './step-changes.server.ts';
import { ensureCarried } from './step-needs.server.ts';

interface Skipped {
  enquiryCode: string;
  why: string;
}

/** Locked in one order, so that two acts over the same rows never wait for each other. */
const lockMany = (db: Db, ids: readonly string[]): Promise<EnquiryData[]> =>
  db
    .selectFrom('enquiry')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('franchisee_id')
    .orderBy('id')
    .forUpdate()
    .execute();

function openOnes(rows: readonly EnquiryData[]): { open: EnquiryData[]; skipped: Skipped[] } {
  const open = rows.filter((row) => row.is_open && row.erased_at === null);
  const skipped = rows
    .filter((row) => !open.includes(row))
    .map((row) => ({
      enquiryCode: row.enquiry_code,
      why: row.merged_into === null ? `It is ${row.stage_code}` : 'It was merged',
    }));
  return { open, skipped };
}

export const planMany = handle(pipelineContract.planMany, async ({ db, input, now }) => {
  const { open, skipped } = openOnes(await found(db, input.ids));
  for (const centre of new Set(open.map((row) => row.franchisee_id)))
    ensureNextDate(input.nextFollowUpOn, todayIst(now), {
      days: mostDaysAhead(null, await limitsOf(db, centre)),
    });
  for (const row of open)
    await saveEnquiry(db, row, { next_follow_up_on: input.nextFollowUpOn, next_follow_up_at: null });
  return { changed: open.length, skipped };
});

export const closeMany = handle(pipelineContract.closeMany, async ({ db, input, actor, now }) => {
  await ensureCarried(db, ['lostReasonId'], input, { now });
  const { open, skipped } = openOnes(await found(db, input.ids));
  const live = await withLiveForms(db, open);
  let changed = 0;
  for (const row of open) {
    if (live.has(row.id)) {
      skipped.push({ enquiryCode: row.enquiry_code, why: 'An application is still open' });
      continue;
    }
    const step = { action: 'close', to: 'Close', status: 'Lost' } as const;
    await saveEnquiry(db, row, await changesOfStep(db, step, input, { row, now }), {
      action: 'close',
      via: 'USER',
      by: actor.userId,
      now,
      reason: input.note,
    });
    changed += 1;
  }
  return { changed, skipped };
});

async function found(db: Db, ids: readonly string[]): Promise<EnquiryData[]> {
  const rows = await lockMany(db, ids);
  if (rows.length === 0) throw refuse('row.not-found');
  return rows;
}

async function withLiveForms(db: Db, rows: readonly EnquiryData[]): Promise<ReadonlySet<string>> {
  const live = new Set<string>();
  for (const centre of new Set(rows.map((row) => row.franchisee_id))) {
    const ids = rows.filter((row) => row.franchisee_id === centre).map((row) => row.id);
    for (const form of await formsOfEnquiry(db, centre, ids)) if (form.live) live.add(form.enquiryId);
  }
  return live;
}
