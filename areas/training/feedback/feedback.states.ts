/** Answers of fewer people are shown to nobody. */
export const FEWEST = 3;
export const TOO_FEW = 'Too few answers to show';
/** Days after the last one on which feedback is still taken. */
export const OPEN_DAYS = 7;
