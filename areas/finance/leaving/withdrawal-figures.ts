// What a leaving child gets back and still owes (finance.md 3.8), from its charges and the policy bands: pure, paise.
import { type Day, daysBetween } from '@aangan/contract/period.ts';
import { halfUp } from '@aangan/money/split.ts';

export interface LeavingLine {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  /** Of the plan that ends. */
  readonly ofPlan: boolean;
  readonly state: 'OPEN' | 'PLANNED';
  readonly componentKind: string;
  readonly dueOn: Day;
  readonly net: number;
  readonly allocated: number;
  /** Lines of one instalment are billed together; null: not billed. */
  readonly billedEntryId: string | null;
}

export interface PolicyBand {
  readonly componentKind: string;
  readonly fromDay: number | null;
  readonly toDay: number | null;
  readonly percentBp: number;
}

export interface LeavingFacts {
  readonly lines: readonly LeavingLine[];
  readonly bands: readonly PolicyBand[];
  readonly lastOn: Day;
  readonly sessionStart: Day;
  /** Paid without a charge; `held` of it came twice and waits for a decision. */
  readonly advance: number;
  readonly held: number;
}

export interface LeavingPart {
  readonly lineId: string;
  readonly label: string;
  readonly net: number;
  readonly paid: number;
  readonly percentBp: number;
  /** Taken off the charge by the note. */
  readonly credit: number;
}

export interface LeavingFigures {
  /** Days from the session's start to the last day. */
  readonly day: number;
  readonly cancelled: { lines: number; amount: number };
  readonly parts: readonly LeavingPart[];
  readonly credited: number;
  readonly deposit: number;
  readonly depositForDues: number;
  readonly advance: number;
  readonly dues: number;
  readonly refund: number;
  readonly leftDue: number;
}

export function percentFor(bands: readonly PolicyBand[], componentKind: string, day: number): number {
  const band = bands.find(
    (one) =>
      one.componentKind === componentKind &&
      (one.fromDay === null || day >= one.fromDay) &&
      (one.toDay === null || day <= one.toDay),
  );
  return band?.percentBp ?? 0;
}

/** As closeFeePlan has it: what nobody has paid of later instalments falls away. */
function fallsAway(line: LeavingLine, paidEntries: ReadonlySet<string | null>, lastOn: Day): boolean {
  if (!line.ofPlan || line.allocated > 0) return false;
  return line.state === 'PLANNED' || (line.dueOn > lastOn && !paidEntries.has(line.billedEntryId));
}

function creditOf(line: LeavingLine, facts: LeavingFacts, day: number): LeavingPart {
  const of = { lineId: line.id, label: line.label, net: line.net, paid: line.allocated };
  if (!line.ofPlan || line.kind !== 'PLAN' || line.state !== 'OPEN')
    return { ...of, percentBp: 0, credit: 0 };
  // A deposit is no fee: what was not paid of it is not asked any more, what was paid goes back by itself.
  if (line.componentKind === 'DEPOSIT')
    return { ...of, percentBp: 10_000, credit: line.net - line.allocated };
  const percentBp = line.dueOn > facts.lastOn ? 10_000 : percentFor(facts.bands, line.componentKind, day);
  return { ...of, percentBp, credit: halfUp(BigInt(line.net) * BigInt(percentBp), 10_000n) };
}

export function leavingFigures(facts: LeavingFacts): LeavingFigures {
  const day = daysBetween(facts.sessionStart, facts.lastOn);
  const paidEntries = new Set(
    facts.lines.filter((line) => line.ofPlan && line.allocated > 0).map((line) => line.billedEntryId),
  );
  const gone = facts.lines.filter((line) => fallsAway(line, paidEntries, facts.lastOn));
  const kept = facts.lines.filter((line) => !gone.includes(line));
  const parts = kept.map((line) => creditOf(line, facts, day));
  const freed = parts.reduce((sum, one) => sum + Math.max(0, one.paid - (one.net - one.credit)), 0);
  const dues = parts.reduce((sum, one) => sum + Math.max(0, one.net - one.credit - one.paid), 0);
  const deposit = kept.reduce(
    (sum, line) =>
      sum + (line.ofPlan && line.componentKind === 'DEPOSIT' && line.state === 'OPEN' ? line.allocated : 0),
    0,
  );
  const fromAdvance = Math.min(dues, facts.advance - facts.held + freed);
  const depositForDues = Math.min(deposit, dues - fromAdvance);
  return {
    day,
    cancelled: { lines: gone.length, amount: gone.reduce((sum, line) => sum + line.net, 0) },
    parts,
    credited: parts.reduce((sum, one) => sum + one.credit, 0) + depositForDues,
    deposit,
    depositForDues,
    advance: facts.advance,
    dues,
    refund: facts.advance + freed - fromAdvance + deposit - depositForDues,
    leftDue: dues - fromAdvance - depositForDues,
  };
}
