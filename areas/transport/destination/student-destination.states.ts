/** What a child's destination is worth on a day; nothing of it is stored. */
export const destinationStates = { PLANNED: 'Planned', ACTIVE: 'Now', ENDED: 'Ended' } as const;
export const busThere = { YES: 'Goes there', STOP: 'By the stop', NO: 'No bus goes there' } as const;
export const MOST_RECEIVERS = 6;
