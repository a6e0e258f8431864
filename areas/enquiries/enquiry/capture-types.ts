// What goes into the one function that captures an enquiry, and what comes out.
import type { Filled } from './blanks.ts';
import type { Verdict } from './duplicate-verdict.ts';
import type { EnquiryConsents } from './enquiry-fields.ts';

export interface CaptureContext {
  readonly franchiseeId: number;
  readonly academicYearId: number;
  readonly now: Date;
  readonly via: 'USER' | 'INTAKE' | 'UPLOAD' | 'SYSTEM';
  /** Who saves it; null for public forms and jobs. */
  readonly by: string | null;
}

export interface CaptureChild {
  /** Made by the client, so that a repeated save is one enquiry. */
  readonly id?: string | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly dob?: string | null | undefined;
  readonly dobApprox?: boolean;
  readonly gender?: string | null | undefined;
  readonly classId?: number | null | undefined;
  readonly programme?: string | null | undefined;
  readonly sessionWish?: string | null | undefined;
}

export interface CaptureFamily {
  readonly guardianName: string;
  readonly guardianRelation?: string | null | undefined;
  /** Stored form, `+91XXXXXXXXXX` or E.164. */
  readonly mobile: string;
  /** Stored forms of what else the family is rung on, in its order; landlines too. */
  readonly alternateMobiles?: readonly string[] | undefined;
  readonly email?: string | null | undefined;
  readonly language: string;
  readonly preferredTime?: string | null | undefined;
  readonly pincode?: string | null | undefined;
  readonly sourceId: string;
  readonly medium?: string | null | undefined;
  readonly campaign?: string | null | undefined;
  readonly sourceLinkId?: string | null | undefined;
  readonly midUnknown?: boolean;
  /** The stored submission it came from; a second pass then changes nothing. */
  readonly intakeId?: string | null | undefined;
  /** Who sent the family: a child or a person of the staff of this centre. */
  readonly referrerStudentId?: string | null | undefined;
  readonly referrerStaffId?: string | null | undefined;
  readonly walkIn?: boolean;
  /** Nobody took the family's call: the clock of the first answer runs, whatever the source. */
  readonly missedCall?: boolean;
  readonly note?: string | null | undefined;
  readonly consents?:
    | (EnquiryConsents & { textVersion: number; language: string; on?: string | undefined })
    | null
    | undefined;
  readonly ownerId?: string | null | undefined;
  /** Only upload and intake may set the past. */
  readonly capturedAt?: Date | undefined;
  readonly nextFollowUpOn?: string | undefined;
  /** Of a file: the detail of a family that nobody has called yet. */
  readonly subStatus?: string | null | undefined;
  /**
   * Of a file: it is over, and closed right after this. No rule gives it an owner, and where the child has an enquiry here
   * already, that one is told of the arrival and nothing else.
   */
  readonly closed?: boolean;
  /**
   * Of a file: what happens where the child has an enquiry here already. FILL: its blanks are filled, and it hears of
   * nothing else. SKIP: nothing is written. Absent: the family asks again.
   */
  readonly ifKnown?: 'FILL' | 'SKIP' | undefined;
  readonly children: readonly CaptureChild[];
}

export interface CapturedEnquiry {
  id: string;
  enquiryCode: string;
  householdId: string;
  childName: string;
  verdict: Verdict | 'REPLAY';
  ownerId: string | null;
  nextFollowUpOn: string | null;
  /** Of a child that was here already: what was blank and is filled now. */
  filled?: readonly Filled[];
}
