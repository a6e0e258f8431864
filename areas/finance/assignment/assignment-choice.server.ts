// What somebody wants for a child: plan, option, joining day, concessions; and the schedule that follows from it.
import { academicYearDays, academicYearLabel } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { formatInr } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { AppliedConcession } from '../concession/concession-rules.ts';
import { type LoadedPlan, loadPlan } from '../fee-plan/load-plan.server.ts';
import type { ComponentKind, JoinProration, PlanOption } from '../fee-plan/plan-shape.ts';
import { type Schedule, scheduleOf } from '../fee-plan/schedule.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { financeSettings } from '../finance.settings.ts';

/** One concession asked for; with `concessionId` its terms are the catalogue's and the other values are ignored. */
export interface WantedConcession {
  readonly concessionId?: string | undefined;
  readonly basis?: 'PERCENT' | 'AMOUNT' | undefined;
  /** Basis points or paise, by basis. */
  readonly value?: number | undefined;
  readonly kinds?: readonly ComponentKind[] | undefined;
  readonly reason: string;
  readonly documentFile?: string | undefined;
}

export interface Choice {
  readonly franchiseeId: number;
  readonly planId: string;
  readonly breakdownId: string;
  readonly joinsOn: string;
  /** Last day of a service. */
  readonly leavesOn?: string | undefined;
  readonly concessions: readonly WantedConcession[];
  readonly withoutComponents?: readonly string[] | undefined;
  readonly joinProration?: JoinProration | undefined;
}

export interface TermedConcession extends AppliedConcession {
  readonly concessionId: string | null;
  readonly name: string;
  readonly reason: string;
  readonly documentFile: string | null;
  /** Lowers the royalty instead of the fee (D20). */
  readonly royaltyOnly: boolean;
}

export interface Proposal {
  readonly plan: LoadedPlan;
  readonly option: PlanOption;
  readonly concessions: readonly TermedConcession[];
  readonly schedule: Schedule;
}

/** The schedule of a choice. Reads only: preview, save and submit all go through here. */
export async function proposalOf(db: Db, choice: Choice): Promise<Proposal> {
  const plan = await loadPlan(db, choice.planId, choice.joinsOn);
  const option = ensureFound(plan.options.find((one) => one.id === choice.breakdownId));
  const year = academicYearDays(plan.academicYearId);
  ensure(choice.joinsOn >= year.from && choice.joinsOn <= year.to, () =>
    refuseFinance('fee-assignment.join-outside-year', {
      details: { year: academicYearLabel(plan.academicYearId) },
      fields: { joinsOn: `Outside ${academicYearLabel(plan.academicYearId)}` },
    }),
  );
  const concessions = await termed(db, choice);
  const royaltyLessBp = concessions.filter((c) => c.royaltyOnly).reduce((sum, c) => sum + c.value, 0);
  const schedule = scheduleOf(plan.components, option, {
    academicYearId: plan.academicYearId,
    joinsOn: choice.joinsOn,
    ...(choice.leavesOn ? { leavesOn: choice.leavesOn } : {}),
    concessions: concessions.filter((c) => !c.royaltyOnly),
    stacking: await readSetting(db, 'finance', financeSettings.stacking, choice.franchiseeId),
    capBp: await readSetting(db, 'finance', financeSettings.concessionCap, choice.franchiseeId),
    royaltyLessBp: Math.min(royaltyLessBp, 10000),
    ...(choice.withoutComponents ? { withoutComponents: choice.withoutComponents } : {}),
    ...(choice.joinProration ? { joinProration: choice.joinProration } : {}),
  });
  ensureWithinBase(schedule.beyond, concessions);
  return { plan, option, concessions, schedule };
}

/** A concession is never cut in silence to what it applies to (finance.md 8). */
function ensureWithinBase(beyond: Schedule['beyond'], concessions: readonly TermedConcession[]): void {
  const [first] = beyond;
  if (!first) return;
  const [amount, base] = [formatInr(paise(first.wanted)), formatInr(paise(first.base))];
  throw refuseFinance('student-concession.above-base', {
    details: { concession: concessions.find((c) => c.key === first.key)?.name ?? '', amount, base },
    fields: Object.fromEntries(
      beyond.map((one) => [`concessions.${one.key}.value`, `At most ${formatInr(paise(one.base))}`]),
    ),
  });
}

async function termed(db: Db, choice: Choice): Promise<TermedConcession[]> {
  const ids = choice.concessions.flatMap((c) => (c.concessionId ? [c.concessionId] : []));
  const catalogue =
    ids.length === 0
      ? []
      : await db
          .selectFrom('concession')
          .selectAll()
          .where('id', 'in', ids)
          .where('active', '=', true)
          .where('valid_from', '<=', choice.joinsOn)
          .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', choice.joinsOn)]))
          .execute();
  return choice.concessions.map((wanted, index): TermedConcession => {
    const common = { key: String(index), reason: wanted.reason, documentFile: wanted.documentFile ?? null };
    if (!wanted.concessionId) {
      if (!wanted.basis || wanted.value === undefined)
        throw refuse('input.invalid', { fields: { [`concessions.${index}.value`]: 'Fill this in' } });
      return {
        ...common,
        concessionId: null,
        name: 'Manual',
        basis: wanted.basis,
        value: wanted.value,
        level: 'COMPONENT',
        kinds: wanted.kinds ?? ['TUITION'],
        royaltyOnly: false,
      };
    }
    const row = catalogue.find((c) => c.id === wanted.concessionId);
    if (!row)
      throw refuse('input.invalid', {
        fields: {
          [`concessions.${index}.concessionId`]: 'This concession does not apply on the joining day',
        },
      });
    return {
      ...common,
      concessionId: row.id,
      name: row.name,
      basis: row.basis,
      value: (row.basis === 'PERCENT' ? row.percent : row.amount) ?? 0,
      level: row.level,
      kinds: row.component_kinds as ComponentKind[],
      capAmount: row.cap_amount,
      capBp: row.cap_percent,
      royaltyOnly: row.concession_type === 'Royalty Concession',
    };
  });
}
