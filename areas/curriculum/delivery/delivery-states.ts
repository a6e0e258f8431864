export const deliveryStates = { DONE: 'Done', PARTLY: 'Partly', SKIPPED: 'Skipped' } as const;
export type DeliveryState = keyof typeof deliveryStates;

/** Why a block was skipped. */
export const skipReasons = {
  ABSENCE: 'Teacher or children absent',
  TIME: 'No time',
  MATERIALS: 'Materials missing',
  NOT_SUITED: 'Did not suit the children',
  OTHER: 'Other',
} as const;

/** Why a whole day was: only who acts for all sections says that the centre was closed. */
export const dayReasons = { ...skipReasons, CLOSED_DAY: 'The centre was closed' } as const;
export type DayReason = keyof typeof dayReasons;

export const shiftReasons = {
  CLOSED: 'Closed at short notice',
  EVENT: 'Event',
  CATCH_UP: 'To catch up',
  OTHER: 'Other',
} as const;

/** Days before its date on which a day may be marked, and days after it until which a teacher changes it. */
export const AHEAD_DAYS = 2;
export const CHANGE_DAYS = 14;
/** What a teacher may shift a plan by in a year. */
export const SHIFT_DAYS = 20;

interface Mark {
  id: string;
  state: DeliveryState;
  reason: Exclude<DayReason, 'CLOSED_DAY'> | null;
}

/** Of the blocks that are not optional: all done, none taught, or something between. */
export function stateOfDay(
  blocks: readonly { id: string; optional: boolean }[],
  marks: readonly Mark[],
): DeliveryState {
  const needed = blocks.filter(({ optional }) => !optional);
  const of = (id: string) => marks.find((mark) => mark.id === id)?.state;
  const judged = needed.length > 0 ? needed : blocks;
  if (judged.every(({ id }) => of(id) === 'DONE')) return 'DONE';
  return marks.every(({ state }) => state === 'SKIPPED') ? 'SKIPPED' : 'PARTLY';
}
