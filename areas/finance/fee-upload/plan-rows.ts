// Rows of an uploaded fee structure as plans: rows of one plan, fee or instalment must agree, and parts make the amount.
import type { ImportValues } from '@aangan/contract/file-import.ts';
import { isDay, parseDate } from '@aangan/contract/period.ts';
import { formatInr, parseInr, parsePercent } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { splitByWeights } from '@aangan/money/split.ts';
import type { BreakdownKind, DueRule, RoyaltyBase } from '../fee-plan/plan-shape.ts';
import { type feePlanUpload, uploadOptions } from './fee-plan-upload.contract.ts';

export type UploadValues = ImportValues<typeof feePlanUpload.columns>;
type Column = keyof UploadValues & string;

export interface UploadRow {
  readonly row: number;
  readonly values: UploadValues;
}

export interface UploadFault {
  readonly row: number;
  readonly column: Column;
  readonly text: string;
}

const HEAD: readonly Column[] = [
  'planName',
  'academicYear',
  'franchiseeId',
  'module',
  'category',
  'classId',
  'session',
];
const FEE: readonly Column[] = ['amount', 'taxInclusive', 'royaltyBase'];
const INSTALMENT: readonly Column[] = ['label', 'dueRule', 'dueValue', 'graceDays'];

const codeOf = ({ values }: UploadRow): string => values.planCode.toUpperCase();
export const yearOf = (values: Pick<UploadValues, 'academicYear'>): number =>
  Number(values.academicYear.slice(0, 4));

function groupBy<T>(list: readonly T[], key: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return [...groups.values()];
}

/** Faults that no single cell shows. Only rows whose own cells are all right. */
export function faultsOf(rows: readonly UploadRow[], nameOf: (feeTypeId: string) => string): UploadFault[] {
  return groupBy(rows, codeOf).flatMap((plan) => [
    ...disagreements(plan, HEAD, 'plan'),
    ...groupBy(plan, ({ values }) => values.feeTypeId).flatMap((fee) =>
      disagreements(fee, FEE, 'fee of the plan'),
    ),
    ...groupBy(plan, ({ values }) => values.option).flatMap((option) => optionFaults(plan, option, nameOf)),
    ...plan.flatMap(dueFault),
  ]);
}

function disagreements(rows: readonly UploadRow[], columns: readonly Column[], of: string): UploadFault[] {
  const [first, ...others] = rows;
  if (!first) return [];
  return others.flatMap(({ row, values }) =>
    columns
      .filter((column) => (values[column] ?? null) !== (first.values[column] ?? null))
      .map((column) => ({ row, column, text: `Row ${first.row} says something else for the same ${of}` })),
  );
}

function optionFaults(
  plan: readonly UploadRow[],
  option: readonly UploadRow[],
  nameOf: (feeTypeId: string) => string,
): UploadFault[] {
  const first = option[0] as UploadRow; // a group is made by its first row
  const kind = uploadOptions[first.values.option];
  const missing = [...new Set(plan.map(({ values }) => values.feeTypeId))].filter(
    (id) => !option.some(({ values }) => values.feeTypeId === id),
  );
  return [
    ...missing.map((id) => ({
      row: first.row,
      column: 'option' as const,
      text: `${nameOf(id)} has no instalment in "${kind}"`,
    })),
    ...groupBy(option, ({ values }) => String(values.instalmentNo)).flatMap((one) =>
      disagreements(one, INSTALMENT, 'instalment'),
    ),
    ...groupBy(option, ({ values }) => values.feeTypeId).flatMap((cells) => cellFaults(cells, nameOf)),
  ];
}

function cellFaults(cells: readonly UploadRow[], nameOf: (feeTypeId: string) => string): UploadFault[] {
  const twice = cells.filter((cell, at) =>
    cells.slice(0, at).some(({ values }) => values.instalmentNo === cell.values.instalmentNo),
  );
  const wrong = cells.flatMap((cell) =>
    partOf(cell.values.part) === null
      ? [{ row: cell.row, column: 'part' as const, text: 'Write 25% or 3750.00' }]
      : [],
  );
  const faults: UploadFault[] = [
    ...twice.map(({ row }) => ({
      row,
      column: 'instalmentNo' as const,
      text: 'This fee stands twice in the instalment',
    })),
    ...wrong,
  ];
  if (faults.length > 0) return faults;
  const last = cells.at(-1) as UploadRow; // a group has a row
  const parts = cells.flatMap(({ values }) => partOf(values.part) ?? []);
  const fault = (text: string): UploadFault[] => [{ row: last.row, column: 'part', text }];
  if (parts.some((part) => part.kind !== parts[0]?.kind))
    return fault('Write all parts of a fee in one way: % or ₹');
  const sum = parts.reduce((total, part) => total + part.value, 0);
  const off = parts[0]?.kind === 'PERCENT' ? sum - 10000 : sum - last.values.amount;
  if (off === 0) return [];
  if (parts[0]?.kind === 'PERCENT')
    return fault(`The percentages of ${nameOf(last.values.feeTypeId)} add up to ${sum / 100} %, not 100 %`);
  return fault(
    `${nameOf(last.values.feeTypeId)} is ${formatInr(paise(Math.abs(off)))} ${off < 0 ? 'short' : 'over'}.`,
  );
}

interface Part {
  readonly kind: 'PERCENT' | 'AMOUNT';
  /** Basis points or paise, by kind. */
  readonly value: number;
}

function partOf(typed: string): Part | null {
  try {
    return typed.includes('%')
      ? { kind: 'PERCENT', value: parsePercent(typed) }
      : { kind: 'AMOUNT', value: parseInr(typed) };
  } catch {
    return null;
  }
}

interface Due {
  readonly dueOn: string | null;
  readonly days: number | null;
  readonly monthDay: string | null;
}

/** What a due rule needs, or what is wrong with it. */
function dueOf(rule: DueRule, typed: string): Due | string {
  const none = { dueOn: null, days: null, monthDay: null };
  if (rule === 'ON_ADMISSION') return typed === '' ? none : 'Leave this empty: it is due on admission';
  if (rule === 'FIXED') {
    const dueOn = isDay(typed) ? typed : parseDate(typed);
    return dueOn ? { ...none, dueOn } : `'${typed}' is not a date. Use DD-MM-YYYY.`;
  }
  if (rule === 'DAYS_AFTER')
    return /^\d{1,3}$/.test(typed) && Number(typed) <= 400
      ? { ...none, days: Number(typed) }
      : `'${typed}' is not a number of days from 0 to 400.`;
  return /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(typed)
    ? { ...none, monthDay: typed }
    : `'${typed}' is not a month and day. Use 07-10 for 10 July.`;
}

const dueIn = (values: UploadValues) => dueOf(values.dueRule, values.dueValue?.trim() ?? '');

function dueFault({ row, values }: UploadRow): UploadFault[] {
  const due = dueIn(values);
  return typeof due === 'string' ? [{ row, column: 'dueValue', text: due }] : [];
}

/** The body that saves one plan; `royaltyBase` of a fee type where the file leaves it out. */
export function planBodies(
  rows: readonly UploadRow[],
  fees: { baseOf: (feeTypeId: string) => RoyaltyBase; newId: () => string },
) {
  return groupBy(rows, codeOf).map((plan) => {
    const head = (plan[0] as UploadRow).values; // a group is made by its first row
    const components = groupBy(plan, ({ values }) => values.feeTypeId).map(([first]) => {
      const { feeTypeId, amount, taxInclusive, royaltyBase } = (first as UploadRow).values;
      return {
        id: fees.newId(),
        feeTypeId,
        amount,
        taxInclusive: taxInclusive ?? true,
        royaltyBase: royaltyBase ?? fees.baseOf(feeTypeId),
      };
    });
    return {
      franchiseeId: head.franchiseeId,
      code: codeOf(plan[0] as UploadRow),
      name: head.planName,
      academicYearId: yearOf(head),
      module: head.module ?? 'ACADEMIC',
      categoryId: head.category,
      classId: head.classId === null ? null : Number(head.classId),
      session: head.session ?? 'NONE',
      validFrom: `${yearOf(head)}-04-01`,
      components,
      options: groupBy(plan, ({ values }) => values.option).map((option) =>
        optionBody(option, components, fees.newId),
      ),
    };
  });
}

function optionBody(
  rows: readonly UploadRow[],
  components: readonly { id: string; feeTypeId: string; amount: number }[],
  newId: () => string,
) {
  const kind: BreakdownKind = (rows[0] as UploadRow).values.option;
  const instalments = groupBy(rows, ({ values }) => String(values.instalmentNo))
    .map(([first]) => (first as UploadRow).values)
    .sort((a, b) => a.instalmentNo - b.instalmentNo)
    .map((values) => ({
      seq: values.instalmentNo,
      label: values.label,
      dueRule: values.dueRule,
      ...(dueIn(values) as Due),
      graceDays: values.graceDays ?? 5,
    }));
  return {
    id: newId(),
    kind,
    name: uploadOptions[kind],
    instalments,
    cells: components.flatMap(({ id, feeTypeId, amount }) => {
      const own = rows.filter(({ values }) => values.feeTypeId === feeTypeId);
      const parts = own.map(({ values }) => partOf(values.part)?.value ?? 0);
      const amounts = parts.some((part) => part > 0) ? splitByWeights(paise(amount), parts) : parts;
      return own.map(({ values }, at) => ({
        componentId: id,
        seq: values.instalmentNo,
        amount: Number(amounts[at] ?? 0),
      }));
    }),
  };
}
