import type { blockable } from './franchisee-shapes.ts';

/** What a suspension may stop, as people read it. */
export const BLOCKS: Readonly<Record<(typeof blockable.options)[number], string>> = {
  PUBLIC_ENQUIRY: 'New enquiries from the public',
  NEW_ADMISSION: 'New admissions',
  KIT_ORDER: 'Kit orders',
  NEW_USER: 'New users',
  TRAINING_REGISTER: 'Registering for trainings',
  PAYOUT: 'Payouts',
};

const NOTICE_MS = 86_400_000;

/** The owner is told a day before anything stops, unless the law asks for it at once (network.md 2.3). */
export const beginOf = (kind: string, now: Date): Date =>
  new Date(now.getTime() + (kind === 'LEGAL' ? 0 : NOTICE_MS));
