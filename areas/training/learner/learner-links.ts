// Addresses inside the one screen of learners.
const HOME = '/self-training';
export const homeLink = HOME;
export const courseLink = (enrollmentId: string): string =>
  `${HOME}?module=${encodeURIComponent(enrollmentId)}`;
export const itemLink = (enrollmentId: string, itemId: string): string =>
  `${courseLink(enrollmentId)}&item=${encodeURIComponent(itemId)}`;
export const attemptLink = (enrollmentId: string, attemptId: string): string =>
  `${courseLink(enrollmentId)}&attempt=${encodeURIComponent(attemptId)}`;

/** Seconds as a clock shows them. */
export const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
