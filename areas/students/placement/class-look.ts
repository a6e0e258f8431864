import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { placementContract } from './placement.contract.ts';

export type ClassCard = OutputOf<typeof placementContract.classes>['rows'][number];
export type ClassBoard = OutputOf<typeof placementContract.class>;
export type BoardSection = ClassBoard['sections'][number];
export type BoardChild = ClassBoard['unplaced'][number];
export type SectionRoster = OutputOf<typeof placementContract.section>;

/** The board's own paths; the chosen centre needs no place in them. */
export const boardPath = (classId: number, sectionId?: string): string =>
  ['/students/detail', classId, sectionId].filter(Boolean).join('/');

/** The list of students with these filters. */
export const studentsPath = (filters: Readonly<Record<string, string | number>>): string =>
  `/students/details/page/1?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))}`;
