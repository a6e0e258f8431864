// Fee plans of children: assigned, submitted and approved by two people through the product (finance.md D7).
import {
  approveAssignment,
  assignPlan,
  openBooks,
  rejectAssignment,
  submitAssignment,
} from '@aangan/areas/finance/public.server.ts';
import type { Day } from '@aangan/contract/period.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { Client } from 'pg';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI, BANER, type Centre } from '../../../db/demo/places.ts';
import { actorAt, work } from '../../../db/demo/product.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';
import { type Child, type Enrolment, isParentsChild } from '../../students/demo/families.ts';
import type { CentreChildren } from '../../students/demo/write-families.ts';
import { concessions, type OptionKind, optionId, planId } from './fees.ts';

/** Last year's plans are kept at the centre people look at first; a row of history each elsewhere would only cost time. */
const HISTORY_CENTRES = new Set([ANDHERI]);
/** How families pay. The two centres people look at first have every way; elsewhere few instalments keep the seed quick. */
const WAYS = { ONE_TIME: 28, HALF_YEARLY: 30, QUARTERLY: 42 } as const;
const FEW = { ONE_TIME: 62, HALF_YEARLY: 22, QUARTERLY: 16 } as const;
const MANY_WAYS = new Set([ANDHERI, BANER]);

export const accountId = (studentId: string): string => demoUuid('fee-account', studentId);

export async function writeFeeAccounts(client: Client, all: readonly CentreChildren[]): Promise<void> {
  for (const { centre, children } of all) {
    await insertRows(
      client,
      'fee_account',
      children.map((c) => ({
        franchisee_id: centre.id,
        id: accountId(c.id),
        child_label: c.name,
        family_id: c.family.id,
        student_admission_id: c.enrolments[0]?.id,
        student_id: c.id,
        created_at: `${c.enrolments[0]?.registeredOn ?? '2026-06-01'}T11:30:00+05:30`,
      })),
    );
  }
}

interface Wanted {
  child: Child;
  enrolment: Enrolment;
  option: OptionKind;
  concession: keyof typeof concessions | null;
  /** The few that are not decided yet. */
  leave: 'DRAFT' | 'PENDING' | 'REJECTED' | null;
}

function wantedAt(centre: Centre, children: readonly Child[]): Wanted[] {
  const rng = rngOf(`plans ${centre.code}`);
  return children
    .flatMap((child) =>
      child.enrolments.map(
        (enrolment): Wanted => ({
          child,
          enrolment,
          option:
            enrolment.year === 2025
              ? rng.weighted({ ONE_TIME: 50, HALF_YEARLY: 50 })
              : rng.weighted(MANY_WAYS.has(centre.id) ? WAYS : FEW),
          concession: rng.chance(0.16) ? rng.weighted({ SIBLING: 6, EARLY_BIRD: 3, STAFF: 1 }) : null,
          leave:
            enrolment.status === 'UPCOMING'
              ? rng.chance(0.6)
                ? 'PENDING'
                : 'DRAFT'
              : enrolment.year === 2026 && rng.chance(0.02)
                ? 'REJECTED'
                : null,
        }),
      ),
    )
    .map(
      (w): Wanted =>
        isParentsChild(centre, w.child) && w.enrolment.year === 2026
          ? { ...w, option: 'QUARTERLY', leave: null }
          : w,
    )
    .filter(
      (w) =>
        w.enrolment.year === 2026 || (HISTORY_CENTRES.has(centre.id) && w.enrolment.status === 'COMPLETED'),
    );
}

const BATCH = 20;

export async function assignPlans(
  database: Database,
  { centre, children }: CentreChildren,
  today: Day,
): Promise<number> {
  const maker = actorAt(centre.id, teamAt(centre.id).head.id);
  const decider = actorAt(centre.id, headOffice.finance.id);
  const wanted = wantedAt(centre, children).filter((w) => w.enrolment.registeredOn <= today);
  await work(database, maker, 'open-books', (db) => openBooks(db, centre.id));
  for (let from = 0; from < wanted.length; from += BATCH) {
    const batch = wanted.slice(from, from + BATCH);
    const made = await work(database, maker, 'assign-plans', async (db) => {
      const ids: string[] = [];
      for (const w of batch) {
        const { assignmentId } = await assignPlan(db, maker, {
          franchiseeId: centre.id,
          studentAdmissionId: w.enrolment.id,
          planId: planId(w.enrolment.year, w.enrolment.classId),
          breakdownId: optionId(w.enrolment.year, w.enrolment.classId, w.option),
          joinsOn: w.enrolment.joinedOn,
          concessions: w.concession
            ? [{ concessionId: concessions[w.concession].id, reason: concessions[w.concession].name }]
            : [],
        });
        if (w.leave !== 'DRAFT') await submitAssignment(db, maker, { franchiseeId: centre.id, assignmentId });
        ids.push(assignmentId);
      }
      return ids;
    });
    await work(database, decider, 'approve-plans', async (db) => {
      for (const [i, w] of batch.entries()) {
        const decision = {
          franchiseeId: centre.id,
          assignmentId: made[i] as string,
          on: w.enrolment.registeredOn,
        };
        if (w.leave === 'REJECTED')
          await rejectAssignment(db, decider, {
            ...decision,
            note: 'The concession needs the sibling’s admission number.',
          });
        else if (w.leave === null) await approveAssignment(db, decider, decision);
      }
    });
  }
  return wanted.length;
}
