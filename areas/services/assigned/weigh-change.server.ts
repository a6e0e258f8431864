// What is asked of a running service, checked and turned into a change of its plan. Preview and command both read it here.
import { addDays, type Day, daysBetween, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { paise } from '@aangan/money/paise.ts';
import { prorate } from '@aangan/money/proration.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ensureNoteDecided, type WantedPlanChange } from '../../finance/public.server.ts';
import type { Assignment } from '../assignment/assignment-row.server.ts';
import { refuseServices } from '../services.refusals.ts';
import type { WantedChange } from './assigned-service.contract.ts';

type Pause = RowIn<'service_pause'>;
type Slab = RowIn<'service_fare_slab'>;

export interface WeighedChange {
  /** null: no line of the plan changes; a pause that ends early is charged. */
  readonly plan: WantedPlanChange | null;
  /** First day on which it holds; of a stop the last day of the service. */
  readonly day: Day;
  readonly slab: Slab | null;
  /** Of an early return: the days that were credited and are used after all. */
  readonly charge: number;
}

const field = (name: string, words: string) => refuse('input.invalid', { fields: { [name]: words } });

/** Refuses days and states in which the change cannot be done. */
export async function weighChange(
  db: Db,
  row: Assignment,
  change: WantedChange,
  now: Date,
): Promise<WeighedChange> {
  ensure(row.status === 'ACTIVE', () => refuseServices('service.not-running'));
  await ensureNoteDecided(db, { franchiseeId: row.franchisee_id, assignmentId: row.fee_assignment_id });
  const today = todayIst(now);
  const pauses = await pausesOf(db, row);
  const approved = pauses.filter(({ status }) => status === 'APPROVED' || status === 'ENDED');
  const base = {
    franchiseeId: row.franchisee_id,
    assignmentId: row.fee_assignment_id,
    served: {
      from: row.starts_on,
      to: row.ends_on,
      paused: approved.map(({ from_on, to_on }) => ({ from: from_on, to: to_on })),
    },
    today,
  };
  const nothing = { slab: null, charge: 0 };
  switch (change.kind) {
    case 'STOP': {
      const day = await lastDayOf(db, row, change.on, today);
      return { ...nothing, plan: { ...base, gone: { from: addDays(day, 1), to: row.ends_on } }, day };
    }
    case 'PAUSE': {
      await ensurePause(db, row, { change, today, pauses });
      return { ...nothing, plan: { ...base, gone: { from: change.from, to: change.to } }, day: change.from };
    }
    case 'DECIDE': {
      const pause = ensureFound(pauses.find(({ id }) => id === change.pauseId));
      return {
        ...nothing,
        plan: { ...base, gone: { from: pause.from_on, to: pause.to_on } },
        day: pause.from_on,
      };
    }
    case 'SLAB': {
      ensureAhead(change.from, 'from', today);
      ensureInside(row, change.from, 'from');
      ensure(!pauses.some(({ status, to_on }) => status === 'APPROVED' && to_on >= change.from), () =>
        refuseServices('service.pause-ahead'),
      );
      const slab = await slabOf(db, row, change);
      return {
        ...nothing,
        plan: { ...base, gone: { from: change.from, to: row.ends_on }, insteadPlanId: slab.fee_plan_id },
        day: change.from,
        slab,
      };
    }
    case 'RESUME': {
      const pause = ensureFound(pauses.find(({ id }) => id === change.pauseId));
      ensure(pause.status === 'APPROVED', () => refuse('row.wrong-state'));
      ensureAhead(change.on, 'on', today);
      ensure(change.on > pause.from_on && change.on <= pause.to_on, () =>
        field('on', `Between ${formatDate(addDays(pause.from_on, 1))} and ${formatDate(pause.to_on)}`),
      );
      const [back, away] = [
        daysBetween(change.on, pause.to_on) + 1,
        daysBetween(pause.from_on, pause.to_on) + 1,
      ];
      return {
        ...nothing,
        plan: null,
        day: change.on,
        charge: prorate(paise(pause.credit), back, away),
      };
    }
  }
}

export const pausesOf = (db: Db, row: Assignment): Promise<Pause[]> =>
  db
    .selectFrom('service_pause')
    .selectAll()
    .where('franchisee_id', '=', row.franchisee_id)
    .where('service_assignment_id', '=', row.id)
    .orderBy('from_on')
    .execute();

const ensureAhead = (day: Day, name: string, today: Day): void =>
  ensure(day >= today, () =>
    refuseServices('service.change-past', { fields: { [name]: `Not before ${formatDate(today)}` } }),
  );

const ensureInside = (row: Assignment, day: Day, name: string): void =>
  ensure(day >= row.starts_on && day <= row.ends_on, () =>
    field(name, `Between ${formatDate(row.starts_on)} and ${formatDate(row.ends_on)}`),
  );

/** The day asked for, or the end of the notice where that is later. */
async function lastDayOf(db: Db, row: Assignment, on: Day, today: Day): Promise<Day> {
  ensureAhead(on, 'on', today);
  ensureInside(row, on, 'on');
  const { notice_days } = await db
    .selectFrom('service')
    .select('notice_days')
    .where('id', '=', row.service_id)
    .executeTakeFirstOrThrow();
  const notice = addDays(today, notice_days);
  const day = notice > on ? notice : on;
  ensure(day < row.ends_on, () =>
    refuseServices('service.ends-anyway', {
      details: { until: row.ends_on },
      fields: { on: `It ends on ${formatDate(row.ends_on)}` },
    }),
  );
  return day;
}

async function ensurePause(
  db: Db,
  row: Assignment,
  {
    change,
    today,
    pauses,
  }: { change: Extract<WantedChange, { kind: 'PAUSE' }>; today: Day; pauses: readonly Pause[] },
): Promise<void> {
  ensureAhead(change.from, 'from', today);
  ensureInside(row, change.from, 'from');
  ensureInside(row, change.to, 'to');
  ensure(change.to >= change.from, () => field('to', 'Not before the first day'));
  const { pause_min_days: least } = await db
    .selectFrom('service')
    .select('pause_min_days')
    .where('id', '=', row.service_id)
    .executeTakeFirstOrThrow();
  ensure(daysBetween(change.from, change.to) + 1 >= least, () =>
    refuseServices('service.pause-short', {
      details: { days: least },
      fields: { to: `At least ${least} days` },
    }),
  );
  const other = pauses.find(
    ({ status, from_on, to_on }) =>
      (status === 'PENDING' || status === 'APPROVED') && from_on <= change.to && to_on >= change.from,
  );
  if (other)
    throw refuseServices('service.pause-overlap', {
      details: { from: other.from_on, to: other.to_on },
      fields: { from: 'Another pause' },
    });
}

async function slabOf(
  db: Db,
  row: Assignment,
  change: Extract<WantedChange, { kind: 'SLAB' }>,
): Promise<Slab> {
  const slabs = await db
    .selectFrom('service_fare_slab')
    .selectAll()
    .where('franchisee_id', '=', row.franchisee_id)
    .where('offering_id', '=', row.offering_id)
    .execute();
  const slab = slabs.find(
    (one) =>
      one.direction === change.direction && one.from_m <= change.distanceM && change.distanceM < one.to_m,
  );
  ensure(slab, () =>
    refuseServices('service.no-slab', {
      details: { metres: change.distanceM },
      fields: { distanceM: 'No fare slab' },
    }),
  );
  return slab;
}
