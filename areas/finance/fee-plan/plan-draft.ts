// The plan as it is edited in the browser: the body of `fee-plan.save` plus what the rows need to be drawn.

import type { InputOf } from '@aangan/contract/endpoint.ts';
import { paise } from '@aangan/money/paise.ts';
import { splitByWeights } from '@aangan/money/split.ts';
import type { feePlanContract, PlanView } from './fee-plan.contract.ts';
import { cutMatrix, unbalancedRows, usualInstalments } from './matrix.ts';
import type { BreakdownKind, PlanCell } from './plan-shape.ts';

export type PlanBody = Required<Pick<InputOf<typeof feePlanContract.save>, 'components' | 'options'>> &
  InputOf<typeof feePlanContract.save>;
export type ComponentBody = PlanBody['components'][number];
export type OptionBody = PlanBody['options'][number];

/** What a component is made of, by fee type. */
export interface FeeTypeChoice {
  readonly id: string;
  readonly name: string;
  readonly componentKind: string;
  readonly oneTime: boolean;
  readonly royaltyBase: 'NONE' | 'GROSS' | 'NET';
}

export const emptyPlan = (yearId: number): PlanBody => ({
  code: '',
  name: '',
  academicYearId: yearId,
  module: 'ACADEMIC',
  categoryId: null,
  classId: null,
  serviceId: null,
  programme: null,
  session: 'NONE',
  validFrom: `${yearId}-04-01`,
  validTo: null,
  components: [],
  options: [],
});

/** A stored plan as a body that saves it again. */
export function bodyOf(plan: PlanView): PlanBody {
  return {
    id: plan.id,
    version: plan.version,
    code: plan.code,
    name: plan.name,
    academicYearId: plan.academicYearId,
    module: plan.module,
    categoryId: plan.categoryId,
    classId: plan.classId,
    serviceId: plan.serviceId ?? null,
    programme: plan.programme,
    session: plan.session as 'NONE',
    validFrom: plan.validFrom,
    validTo: plan.validTo,
    components: plan.components.map((c) => ({
      id: c.id,
      feeTypeId: c.feeTypeId,
      amount: c.amount,
      taxInclusive: c.taxInclusive,
      royaltyBp: c.royaltyBp,
      royaltyBase: c.royaltyBase,
      proration: c.proration,
      optional: c.optional,
    })),
    options: plan.options.map((option) => ({
      ...option,
      roundTo: option.roundTo as 0,
      instalments: option.instalments.map((i) => ({ ...i })),
      cells: option.cells.map((cell) => ({ ...cell })),
    })),
  };
}

const rowsOf = (plan: PlanBody, types: ReadonlyMap<string, FeeTypeChoice>) =>
  plan.components.map((c) => ({
    componentId: c.id,
    amount: c.amount,
    oneTime: types.get(c.feeTypeId)?.oneTime ?? false,
  }));

/** What a new payment option starts with (settings of the centre). */
export interface OptionRules {
  /** Paise. */
  readonly minPartial: number;
  readonly roundTo: 0 | 100 | 1000;
  readonly residue: 'LAST' | 'FIRST';
}

/** A payment option of a kind, cut evenly, one-time components in the first instalment. */
export function newOption(
  plan: PlanBody,
  kind: BreakdownKind,
  types: ReadonlyMap<string, FeeTypeChoice>,
  option: { id: string; name: string; rules: OptionRules },
): OptionBody {
  const { minPartial, roundTo, residue } = option.rules;
  const instalments = usualInstalments(kind);
  const seqs = instalments.map((i) => i.seq);
  return {
    id: option.id,
    kind,
    name: option.name,
    discountBp: 0,
    allowPartial: false,
    minPartial,
    roundTo,
    residue,
    instalments,
    cells: cutMatrix(rowsOf(plan, types), seqs, { weights: seqs.map(() => 1), roundTo, residue }),
  };
}

/** Cuts an option anew: evenly, or by percentages in basis points that make 100 %. */
export function recut(
  plan: PlanBody,
  option: OptionBody,
  types: ReadonlyMap<string, FeeTypeChoice>,
  weights?: readonly number[],
): OptionBody {
  const seqs = option.instalments.map((i) => i.seq);
  return {
    ...option,
    cells: cutMatrix(rowsOf(plan, types), seqs, {
      weights: weights ?? seqs.map(() => 1),
      roundTo: option.roundTo ?? 0,
      residue: option.residue ?? 'LAST',
    }),
  };
}

/** Another amount for a component: its cells keep their proportions in every option. */
export function withAmount(plan: PlanBody, componentId: string, amount: number, oneTime: boolean): PlanBody {
  const components = plan.components.map((c) => (c.id === componentId ? { ...c, amount } : c));
  const options = plan.options.map((option) => {
    const seqs = option.instalments.map((i) => i.seq);
    const old = seqs.map(
      (seq) => option.cells.find((cell) => cell.componentId === componentId && cell.seq === seq)?.amount ?? 0,
    );
    const even = seqs.map((_, index) => (oneTime ? (index === 0 ? 1 : 0) : 1));
    const parts = splitByWeights(paise(amount), old.some((n) => n > 0) ? old : even);
    return {
      ...option,
      cells: [
        ...option.cells.filter((cell) => cell.componentId !== componentId),
        ...seqs.map((seq, index) => ({ componentId, seq, amount: parts[index] ?? 0 })),
      ],
    };
  });
  return { ...plan, components, options };
}

export function withoutComponent(plan: PlanBody, componentId: string): PlanBody {
  return {
    ...plan,
    components: plan.components.filter((c) => c.id !== componentId),
    options: plan.options.map((option) => ({
      ...option,
      cells: option.cells.filter((cell) => cell.componentId !== componentId),
    })),
  };
}

export const withOption = (plan: PlanBody, option: OptionBody): PlanBody => ({
  ...plan,
  options: plan.options.map((one) => (one.id === option.id ? option : one)),
});

export const cellOf = (cells: readonly PlanCell[], componentId: string, seq: number): number =>
  cells.find((cell) => cell.componentId === componentId && cell.seq === seq)?.amount ?? 0;

/** One more instalment with empty cells, or the last one taken away with its money put on the one before. */
export function withInstalments(option: OptionBody, count: number): OptionBody {
  const now = [...option.instalments].sort((a, b) => a.seq - b.seq);
  if (count > now.length) {
    const seq = (now.at(-1)?.seq ?? 0) + 1;
    return {
      ...option,
      kind: 'CUSTOM',
      instalments: [
        ...now,
        {
          seq,
          label: `Instalment ${seq}`,
          dueRule: 'MONTH_DAY',
          dueOn: null,
          days: null,
          monthDay: '10-10',
          graceDays: 5,
        },
      ],
    };
  }
  const last = now.at(-1);
  const before = now.at(-2);
  if (!last || !before) return option;
  const cells = option.cells
    .filter((cell) => cell.seq !== last.seq)
    .map((cell) =>
      cell.seq === before.seq
        ? { ...cell, amount: cell.amount + cellOf(option.cells, cell.componentId, last.seq) }
        : cell,
    );
  return { ...option, kind: 'CUSTOM', instalments: now.slice(0, -1), cells };
}

/** What stops a save, in words of the screen; empty when all is well. */
export function problemsOf(plan: PlanBody): string[] {
  const unbalanced = plan.options.filter(
    (option) =>
      unbalancedRows(
        plan.components.map((c) => ({ componentId: c.id, amount: c.amount, oneTime: false })),
        option.cells,
      ).length > 0,
  );
  return unbalanced.map((option) => `${option.name}: the instalments do not make the amounts yet`);
}
