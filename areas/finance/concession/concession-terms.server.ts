// What a concession for a running plan gives today: its terms, the lines it lowers, the level that may approve it.
import { academicYearLabel, type Day } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { formatInr } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { AssignmentRow } from '../assignment/assignment-row.server.ts';
import { budgetOf } from '../assignment/decide-assignment.server.ts';
import type { ComponentKind } from '../fee-plan/plan-shape.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { financeSettings } from '../finance.settings.ts';
import { codeFor, levelFor } from './approval-level.server.ts';
import type { AppliedConcession } from './concession-rules.ts';
import { laterLines, type PlanLine } from './later-lines.server.ts';
import { type RunningConcession, runningConcession } from './running-concession.ts';

export interface ConcessionTerms extends AppliedConcession {
  readonly concessionId: string | null;
  readonly name: string;
  /** Lowers the royalty instead of the fee (finance.md D20). */
  readonly royaltyOnly: boolean;
  readonly maxUses: number | null;
}

export interface StoredTerms {
  readonly concession_id: string | null;
  readonly basis: 'PERCENT' | 'AMOUNT';
  readonly value: number;
  readonly level: 'COMPONENT' | 'PLAN';
  readonly component_kinds: readonly string[];
}

/** Terms of a stored concession; caps and uses are the catalogue's of today. */
export async function termsOf(db: Db, row: StoredTerms): Promise<ConcessionTerms> {
  const entry =
    row.concession_id === null
      ? undefined
      : await db
          .selectFrom('concession')
          .select(['name', 'concession_type', 'cap_amount', 'cap_percent', 'max_uses'])
          .where('id', '=', row.concession_id)
          .executeTakeFirst();
  return {
    key: 'asked',
    concessionId: row.concession_id,
    name: entry?.name ?? 'Manual',
    basis: row.basis,
    value: row.value,
    level: row.level,
    kinds: row.component_kinds as ComponentKind[],
    capAmount: entry?.cap_amount ?? null,
    capBp: entry?.cap_percent ?? null,
    maxUses: entry?.max_uses ?? null,
    royaltyOnly: entry?.concession_type === 'Royalty Concession',
  };
}

export interface Proposed extends RunningConcession {
  readonly lines: readonly PlanLine[];
}

/** @throws Refusal 'student-concession.nothing-later', 'student-concession.above-base' */
export async function proposeConcession(
  db: Db,
  of: { assignment: Pick<AssignmentRow, 'franchisee_id' | 'id'>; terms: ConcessionTerms; on: Day },
  options: { lock?: boolean } = {},
): Promise<Proposed> {
  const { franchisee_id: franchiseeId, id: assignmentId } = of.assignment;
  const lines = await laterLines(db, { franchiseeId, assignmentId, after: of.on }, options);
  if (of.terms.royaltyOnly) {
    const touched = lines.filter((line) => line.royaltyBase !== 'NONE');
    ensure(touched.length > 0, () => refuseFinance('student-concession.nothing-later'));
    return { lines: touched, parts: [], total: 0, deviationBp: 0, beyond: null };
  }
  const found = runningConcession(lines, of.terms, {
    stacking: await readSetting(db, 'finance', financeSettings.stacking, franchiseeId),
    capBp: await readSetting(db, 'finance', financeSettings.concessionCap, franchiseeId),
  });
  if (found.beyond)
    throw refuseFinance('student-concession.above-base', {
      details: {
        concession: of.terms.name,
        amount: formatInr(paise(found.beyond.wanted)),
        base: formatInr(paise(found.beyond.base)),
      },
    });
  ensure(found.parts.length > 0, () => refuseFinance('student-concession.nothing-later'));
  return { ...found, lines };
}

/** A royalty concession is head office's to give (finance.md D20). */
export const ROYALTY_CODE = 'ROYALTY_APPROVE';

export interface NeededLevel {
  readonly level: number;
  readonly code: string;
}

/** The level that approves it; a budget that is used up asks for one more, or refuses (setting). */
export async function neededLevel(
  db: Db,
  assignment: Pick<AssignmentRow, 'franchisee_id' | 'academic_year_id'>,
  { terms, proposed }: { terms: ConcessionTerms; proposed: RunningConcession },
): Promise<NeededLevel> {
  if (terms.royaltyOnly) return { level: 0, code: ROYALTY_CODE };
  const { franchisee_id: franchiseeId, academic_year_id: yearId } = assignment;
  const budget = await budgetOf(db, franchiseeId, yearId);
  const spent = budget !== null && budget.used + proposed.total > budget.amount;
  if (spent && (await readSetting(db, 'finance', financeSettings.overBudget, franchiseeId)) === 'REFUSE')
    throw refuseFinance('student-concession.budget-spent', {
      details: {
        term: academicYearLabel(yearId),
        used: formatInr(paise(budget.used)),
        budget: formatInr(paise(budget.amount)),
      },
    });
  const raise = spent ? 1 : 0;
  return {
    level: (await levelFor(db, proposed.deviationBp)) + raise,
    code: (await codeFor(db, proposed.deviationBp, raise)) ?? '',
  };
}

/** Two approvals at once would both see the last use, or the last rupee of the budget. Held until the transaction ends. */
export async function lockLimits(
  db: Db,
  assignment: Pick<AssignmentRow, 'franchisee_id' | 'academic_year_id'>,
  concessionId: string | null,
): Promise<void> {
  const { franchisee_id: centre, academic_year_id: year } = assignment;
  for (const key of [`concession-uses ${concessionId ?? ''}`, `concession-budget ${centre} ${year}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

/** @throws Refusal 'student-concession.max-uses' */
export async function ensureUsesLeft(db: Db, terms: ConcessionTerms): Promise<void> {
  if (terms.maxUses === null || terms.concessionId === null) return;
  const used = await db
    .selectFrom('student_concession')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('concession_id', '=', terms.concessionId)
    .where('status', '=', 'APPLIED')
    .executeTakeFirst();
  ensure(Number(used?.n ?? 0) < terms.maxUses, () =>
    refuseFinance('student-concession.max-uses', {
      details: { concession: terms.name, max: terms.maxUses },
    }),
  );
}

/** What was typed, or the terms of the catalogue's entry that applies on the day. @throws Refusal 'input.invalid' by field */
export async function wantedTerms(
  db: Db,
  wanted: {
    concessionId?: string | null | undefined;
    basis?: 'PERCENT' | 'AMOUNT' | null | undefined;
    percent?: number | null | undefined;
    amount?: number | null | undefined;
    kinds?: readonly ComponentKind[] | null | undefined;
    documentFile?: string | null | undefined;
  },
  on: Day,
): Promise<StoredTerms> {
  const invalid = (fields: Record<string, string>) => refuse('input.invalid', { fields });
  if (wanted.concessionId) {
    const row = await db
      .selectFrom('concession')
      .selectAll()
      .where('id', '=', wanted.concessionId)
      .where('active', '=', true)
      .where('valid_from', '<=', on)
      .where((eb) => eb.or([eb('valid_to', 'is', null), eb('valid_to', '>=', on)]))
      .executeTakeFirst();
    if (!row) throw invalid({ concessionId: 'This concession does not apply today' });
    if (row.document_needed && !wanted.documentFile)
      throw invalid({ documentFile: 'This concession needs a document' });
    return {
      concession_id: row.id,
      basis: row.basis,
      value: (row.basis === 'PERCENT' ? row.percent : row.amount) ?? 0,
      level: row.level,
      component_kinds: row.component_kinds,
    };
  }
  if (!wanted.basis) throw invalid({ basis: 'Choose a concession, or how this one is given' });
  const name = wanted.basis === 'PERCENT' ? 'percent' : 'amount';
  const value = wanted[name];
  if (!value) throw invalid({ [name]: 'Fill this in' });
  const kinds = wanted.kinds ?? [];
  if (kinds.length === 0) throw invalid({ kinds: 'Choose at least one' });
  return { concession_id: null, basis: wanted.basis, value, level: 'COMPONENT', component_kinds: [...kinds] };
}
