// What is proposed for a child at the end of the year (areas/students.md 3.5 step 2). Pure.
import { addMonths, type Day } from '@aangan/contract/period.ts';
import type { Decision, PromotionReason, Proposed } from './promotion.states.ts';

export interface PolicyFacts {
  /** Null: children of the class graduate. */
  toClassId: number | null;
  toClassName: string | null;
  /** Least age in months for the next class. */
  toAgeMonths: number | null;
  minAttendanceBp: number | null;
  /** Paise. */
  maxDues: number | null;
  ageCheck: boolean;
  sectionRule: 'SAME_NAME' | 'BALANCE' | 'LATER';
  planRule: 'STANDARD' | 'LATER';
}

export interface ChildFacts {
  dateOfBirth: Day;
  /** Paise due today. */
  dues: number;
  /** Null: no register was kept. */
  attendanceBp: number | null;
  /** What an earlier run decided. */
  outcome: Decision | null;
}

/** `ageOn`: the day by which a child must be old enough for the next class, its first day. */
export function propose(
  child: ChildFacts,
  policy: PolicyFacts,
  ageOn: Day,
): { proposed: Proposed; decision: Decision | null; reasons: PromotionReason[] } {
  if (child.outcome) return { proposed: child.outcome, decision: child.outcome, reasons: ['DECIDED'] };
  if (policy.toClassId === null) return { proposed: 'GRADUATE', decision: 'GRADUATE', reasons: [] };
  const reasons: PromotionReason[] = [];
  if (policy.maxDues !== null && child.dues > policy.maxDues) reasons.push('DUES');
  if (
    policy.minAttendanceBp !== null &&
    child.attendanceBp !== null &&
    child.attendanceBp < policy.minAttendanceBp
  )
    reasons.push('ATTENDANCE');
  const tooYoung =
    policy.ageCheck &&
    policy.toAgeMonths !== null &&
    addMonths(child.dateOfBirth, policy.toAgeMonths) > ageOn;
  if (tooYoung) return { proposed: 'RETAIN', decision: 'RETAIN', reasons: ['AGE', ...reasons] };
  if (reasons.length > 0) return { proposed: 'REVIEW', decision: null, reasons };
  return { proposed: 'PROMOTE', decision: 'PROMOTE', reasons: [] };
}
