// The papers each form asks for (admissions.md 3.4), the same for browser and server.
import type { FormAnswers } from './answers.ts';
import { type FormKind, partsOf } from './form-pages.ts';

const PICTURES = ['jpg', 'png', 'webp'] as const;
const PAPERS = [...PICTURES, 'pdf'] as const;
const MB = 1024 * 1024;

interface SlotRule {
  readonly kind: FormKind;
  readonly label: string;
  readonly accept: readonly string[];
  readonly maxBytes: number;
  /** Files in this slot. */
  readonly files: number;
  readonly required: boolean | ((answers: FormAnswers) => boolean);
  /** Not asked for at all otherwise. */
  readonly asked?: (answers: FormAnswers) => boolean;
  /** Somebody of the centre looks at it and says so. */
  readonly verify: boolean;
  readonly sensitive?: true;
}

export const documentSlots = {
  BIRTH_CERTIFICATE: {
    kind: 'REGISTRATION',
    label: 'Birth certificate',
    accept: PAPERS,
    maxBytes: 10 * MB,
    files: 1,
    required: true,
    verify: true,
  },
  IMMUNISATION: {
    kind: 'REGISTRATION',
    label: 'Immunisation card',
    accept: PAPERS,
    maxBytes: 10 * MB,
    files: 4,
    required: true,
    verify: true,
  },
  PREVIOUS_REPORT: {
    kind: 'REGISTRATION',
    label: 'Report of the previous school',
    accept: PAPERS,
    maxBytes: 10 * MB,
    files: 2,
    required: false,
    asked: (answers) => Boolean(answers.previousSchool),
    verify: true,
  },
  MEDICAL: {
    kind: 'REGISTRATION',
    label: 'Medical documents',
    accept: PAPERS,
    maxBytes: 10 * MB,
    files: 4,
    required: false,
    asked: (answers) => answers.hasAllergies === true || Boolean(answers.conditions),
    verify: false,
    sensitive: true,
  },
  CHILD_PHOTO: {
    kind: 'ADMISSION',
    label: 'Photo of the child',
    accept: PICTURES,
    maxBytes: 5 * MB,
    files: 1,
    required: true,
    verify: false,
  },
  PARENT_ID: {
    kind: 'ADMISSION',
    label: 'Identity card of a parent (masked Aadhaar, PAN, voter, passport or driving licence)',
    accept: PAPERS,
    maxBytes: 10 * MB,
    files: 2,
    required: true,
    verify: true,
    sensitive: true,
  },
  ADDRESS_PROOF: {
    kind: 'ADMISSION',
    label: 'Proof of address',
    accept: PAPERS,
    maxBytes: 10 * MB,
    files: 1,
    required: false,
    verify: true,
  },
  COURT_ORDER: {
    kind: 'ADMISSION',
    label: 'Court order',
    accept: PAPERS,
    maxBytes: 10 * MB,
    files: 2,
    required: true,
    asked: (answers) => answers.hasCourtOrder === true,
    verify: true,
    sensitive: true,
  },
  PASSPORT_VISA: {
    kind: 'ADMISSION',
    label: 'Passport and visa',
    accept: PAPERS,
    maxBytes: 10 * MB,
    files: 2,
    required: true,
    asked: (answers) => answers.nationalityIndian === false,
    verify: true,
    sensitive: true,
  },
} as const satisfies Record<string, SlotRule>;

export type Slot = keyof typeof documentSlots;
export const slotNames = Object.keys(documentSlots) as [Slot, ...Slot[]];
export const ruleOf = (slot: Slot): SlotRule => documentSlots[slot];
/** Files of one applicant in all slots together. */
export const MAX_FILES = 25;

export interface AskedSlot {
  slot: Slot;
  required: boolean;
}

/** The slots this form asks for, given what was answered. */
export function slotsOf(kind: FormKind, skipped: readonly FormKind[], answers: FormAnswers): AskedSlot[] {
  const parts = partsOf(kind, skipped);
  return slotNames.flatMap((slot) => {
    const rule = ruleOf(slot);
    if (!parts.includes(rule.kind) || !(rule.asked?.(answers) ?? true)) return [];
    return [{ slot, required: typeof rule.required === 'function' ? rule.required(answers) : rule.required }];
  });
}

export interface SlotState {
  slot: string;
  status: string;
}

/** Required slots with nothing in them, or with something that was rejected. */
export const missingSlots = (asked: readonly AskedSlot[], documents: readonly SlotState[]): Slot[] =>
  asked.flatMap(({ slot, required }) => {
    const own = documents.filter((one) => one.slot === slot);
    const there = own.length > 0 && own.every((one) => one.status !== 'REJECTED');
    return required && !there ? [slot] : [];
  });

/** The document as a list names it: without what may be handed in for it. */
export const shortLabel = (slot: Slot): string => ruleOf(slot).label.replace(/ \(.*/, '');

/** Required slots that are neither verified nor waived; slots nobody has to verify are well when something is there. */
export const openSlots = (asked: readonly AskedSlot[], documents: readonly SlotState[]): Slot[] =>
  asked.flatMap(({ slot, required }) => {
    if (!required) return [];
    const own = documents.filter((one) => one.slot === slot);
    const well = ruleOf(slot).verify
      ? own.some((one) => one.status === 'VERIFIED' || one.status === 'WAIVED') &&
        own.every((one) => one.status !== 'UPLOADED' && one.status !== 'REJECTED')
      : own.some((one) => one.status !== 'REJECTED');
    return well ? [] : [slot];
  });

/** Said when nothing required is open: an optional paper may still wait for a look. */
export function verifiedText(documents: readonly { slot: string; status: string }[]): string {
  const waiting = documents.filter(
    (one) => one.status === 'UPLOADED' && one.slot in documentSlots && ruleOf(one.slot as Slot).verify,
  ).length;
  return waiting === 0
    ? 'Every document is verified'
    : `Every required document is verified; ${waiting} optional to look at`;
}
