const FIRST = 2023;
const LAST = 2039;

/** Years as people write them; a record keeps the words, and the table makes the id of them. */
export const academicYears: readonly string[] = Array.from(
  { length: LAST - FIRST + 1 },
  (_, i) => `${FIRST + i}-${FIRST + i + 1}`,
);
export const yearWords = (id: number): string => `${id}-${id + 1}`;
