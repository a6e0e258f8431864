// What areas add to the demo network: chapters, each written once, in one order for all areas.
import type { CentreChildren } from '@aangan/areas/students/demo/write-families.ts';
import type { Day } from '@aangan/contract/period.ts';
import type { AreaServer } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import type { Client } from 'pg';
import type { Clock } from './moment.ts';

/** What a chapter is written with. */
export interface Demo {
  client: Client;
  clock: Clock;
  today: Day;
  passwordHash: string;
  /** Where the product keeps its files; null where bytes are not wanted. */
  filesDir: string | null;
  /** The children of each centre; filled by `students.families`. */
  families: CentreChildren[];
  /** Whether plans and payments of a centre are made. */
  hasMoney: (franchiseeId: number) => boolean;
  servers: readonly AreaServer[];
}

export interface DemoAtWork extends Demo {
  /** For what goes through the product's own functions. */
  database: Database;
}

export interface Chapter<With> {
  /** A word or two; other areas name it `<area>.<name>`. */
  name: string;
  /** Chapters of other areas, of the same half, that have to be there before. */
  after?: readonly string[];
  write(demo: With): Promise<unknown>;
}

/** `areas/<area>/demo/chapters.ts`. The chapters of a list are written in the order they stand in. */
export interface AreaChapters {
  /** Rows written by hand as the owner of the tables, all in one transaction. */
  rows?: readonly Chapter<Demo>[];
  /** What is done through the product, once the rows of every area are there. */
  work?: readonly Chapter<DemoAtWork>[];
}

interface ChaptersOf<With> {
  area: string;
  chapters: readonly Chapter<With>[];
}

/**
 * The chapters of all areas in the order of writing: whenever several could be next, it is the one of the area that
 * stands first. Throws where a chapter names one that does not exist, and where chapters wait for each other.
 */
export function inOrder<With>(areas: readonly ChaptersOf<With>[]): Chapter<With>[] {
  const left = areas.map(({ area, chapters }) =>
    chapters.map((chapter) => ({ ...chapter, name: `${area}.${chapter.name}` })),
  );
  const all = left.flat();
  refuseWrongNames(all);
  const order: Chapter<With>[] = [];
  const there = new Set<string>();
  const waitsFor = ({ after = [] }: Chapter<With>): string[] => after.filter((name) => !there.has(name));
  while (order.length < all.length) {
    const next = left.find(([first]) => first && waitsFor(first).length === 0)?.shift();
    if (!next) throw new Error(circleOf(left, waitsFor));
    order.push(next);
    there.add(next.name);
  }
  return order;
}

function refuseWrongNames(chapters: readonly Pick<Chapter<never>, 'name' | 'after'>[]): void {
  const names = new Set<string>();
  for (const { name } of chapters) {
    if (names.has(name)) throw new Error(`Two chapters of the demo are called ${name}`);
    names.add(name);
  }
  for (const { name, after = [] } of chapters)
    for (const other of after)
      if (!names.has(other))
        throw new Error(`The demo's chapter ${name} comes after ${other}, which is no chapter of its half`);
}

function circleOf<With>(
  waiting: readonly (readonly Chapter<With>[])[],
  waitsFor: (chapter: Chapter<With>) => string[],
): string {
  const lines = waiting.flatMap(([first]) =>
    first ? [`${first.name} for ${waitsFor(first).join(', ')}`] : [],
  );
  return `Chapters of the demo wait for each other: ${lines.join('; ')}`;
}
