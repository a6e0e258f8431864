// A day's content as rows of a file, and rows put back into a day's content.
import type { ImportValues } from '@aangan/contract/file-import.ts';
import { headingKey } from '@aangan/contract/import-columns.ts';
import {
  bases,
  type DayBlock,
  type DayContent,
  dayContent,
  type Material,
  sources,
} from '../day/day-content.ts';
import type { bulkImport } from './bulk-import.contract.ts';

export type BulkRow = Partial<ImportValues<typeof bulkImport.columns>>;
type Column = keyof BulkRow & string;

/** Names that the rows of one plan may use, and the names behind ids that stand in its days. */
export interface Names {
  /** Ids by the key of a name; several skills may have one name. */
  readonly themes: ReadonlyMap<string, string>;
  readonly skills: ReadonlyMap<string, readonly string[]>;
  readonly videos: ReadonlyMap<string, string>;
  readonly themeName: ReadonlyMap<string, string>;
  readonly skillName: ReadonlyMap<string, string>;
  readonly videoSlug: ReadonlyMap<string, string>;
}

export interface RowFault {
  readonly row: number;
  readonly column: Column;
  readonly text: string;
}

export interface MergedDay {
  readonly content: DayContent;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Something of the day is different, its blocks or what stands over them. */
  readonly different: boolean;
  readonly faults: readonly RowFault[];
}

/** The mark between entries of a cell stands in no entry. */
const entry = (name: string): string => name.replaceAll(/[;|]/g, ',').trim();
/** A name as it is compared: case, spaces and marks do not count. */
export const nameKey = (name: string): string => headingKey(entry(name));
const listed = (cell: string | null | undefined): string[] =>
  (cell ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);

const materialCell = ({ name, qty, basis, source }: Material): string =>
  [entry(name), qty, basis, source].join('|');

interface BlockCells {
  blockKind: string;
  blockTitle: string;
  body: string;
  minutes: string;
  optional: string;
  shareFamily: string;
  skills: string;
  materials: string;
  fileName: string;
  videoSlug: string;
}

const blockCells = (block: DayBlock, names: Names): BlockCells => ({
  blockKind: block.kind,
  blockTitle: block.title,
  body: block.body,
  minutes: String(block.minutes),
  optional: block.optional ? 'yes' : 'no',
  shareFamily: block.share ? 'yes' : 'no',
  skills: block.skillIds.map((id) => entry(names.skillName.get(id) ?? id)).join('; '),
  materials: block.materials.map(materialCell).join('; '),
  fileName: block.files.map(({ name }) => entry(name)).join('; '),
  videoSlug: block.videoId === null ? '' : (names.videoSlug.get(block.videoId) ?? ''),
});

const dayCells = (content: DayContent, names: Names) => ({
  dayTitle: content.title,
  objective: content.objective,
  theme: content.themeId === null ? '' : (names.themeName.get(content.themeId) ?? ''),
  familyNoteEn: content.familyNoteEn,
  familyNoteHi: content.familyNoteHi,
});

/** The rows of a day by column: one for each block, the first with what stands over them; a day without blocks has one. */
export function rowsOfDay(content: DayContent, names: Names): Partial<Record<Column, string>>[] {
  const blocks = content.blocks.map((block, i) => ({
    blockPosition: String(i + 1),
    ...blockCells(block, names),
  }));
  const [first = {}, ...more] = blocks;
  return [{ ...dayCells(content, names), ...first }, ...more];
}

const BLOCK_COLUMNS = [
  'blockKind',
  'blockTitle',
  'body',
  'minutes',
  'skills',
  'materials',
  'fileName',
  'videoSlug',
] as const satisfies readonly Column[];

const ofNoBlock = (row: BulkRow): boolean => BLOCK_COLUMNS.every((column) => row[column] == null);

/**
 * The content with the rows of a file put in: a row with a position writes that block, one beyond the last adds a block. An
 * empty cell keeps what stands there, so that a file with few columns takes nothing away; `remove` takes the block away.
 * `rows` are of this day; `row` in a fault is an index.
 */
export function mergeDay(
  content: DayContent,
  rows: readonly BulkRow[],
  { names, newId }: { names: Names; newId: () => string },
): MergedDay {
  const faults: RowFault[] = [];
  const blocks = new Map<number, DayBlock | null>(content.blocks.map((block, i) => [i + 1, block]));
  const counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  rows.forEach((row, at) => {
    const fault = (column: Column, text: string) => faults.push({ row: at, column, text });
    const position = row.blockPosition;
    if (position == null) {
      if (!ofNoBlock(row) || row.remove) fault('blockPosition', 'Enter the position of the block');
      return;
    }
    const before = content.blocks[position - 1];
    if (row.remove) {
      if (before) counts.removed += 1;
      else fault('remove', 'This day has no block at this position');
      blocks.set(position, null);
      return;
    }
    const block = blockOf(row, before, { names, newId, fault });
    if (before && same(blockCells(block, names), blockCells(before, names))) {
      counts.unchanged += 1;
      return;
    }
    counts[before ? 'changed' : 'added'] += 1;
    blocks.set(position, block);
  });
  const kept = [...blocks].sort(([a], [b]) => a - b).flatMap(([, block]) => block ?? []);
  const facts = factsOf(content, rows, names, faults);
  const merged = { ...content, ...facts, blocks: kept };
  const checked = dayContent.safeParse(merged);
  if (!checked.success)
    faults.push({
      row: 0,
      column: 'blockPosition',
      text: checked.error.issues[0]?.message ?? 'Too much for a day',
    });
  const different =
    counts.added + counts.changed + counts.removed > 0 ||
    !same(dayCells(merged, names), dayCells(content, names));
  return { content: merged, ...counts, different, faults };
}

function factsOf(content: DayContent, rows: readonly BulkRow[], names: Names, faults: RowFault[]) {
  const said = (column: Column): string | null => {
    let first: string | null = null;
    rows.forEach((row, at) => {
      const value = row[column];
      if (typeof value !== 'string') return;
      if (first !== null && first !== value)
        faults.push({ row: at, column, text: 'Another row of this day says something else' });
      first ??= value;
    });
    return first;
  };
  const theme = said('theme');
  const themeId = theme === null ? content.themeId : (names.themes.get(nameKey(theme)) ?? null);
  if (theme !== null && themeId === null)
    faults.push({
      row: rows.findIndex((row) => row.theme === theme),
      column: 'theme',
      text: 'This class group has no theme of this name',
    });
  return {
    title: said('dayTitle') ?? content.title,
    objective: said('objective') ?? content.objective,
    themeId,
    familyNoteEn: said('familyNoteEn') ?? content.familyNoteEn,
    familyNoteHi: said('familyNoteHi') ?? content.familyNoteHi,
  };
}

interface BlockTools {
  names: Names;
  newId: () => string;
  fault: (column: Column, text: string) => void;
}

function blockOf(row: BulkRow, before: DayBlock | undefined, { names, newId, fault }: BlockTools): DayBlock {
  const kind = row.blockKind ?? before?.kind ?? 'ACTIVITY';
  if (row.blockKind == null && !before) fault('blockKind', 'Choose the kind of a new block');
  if (row.blockTitle == null && !before) fault('blockTitle', 'Enter the title of a new block');
  // Several of one name stand for as many different ones, in their order.
  const usedSkills = new Set<string>();
  const skillIds = listed(row.skills).flatMap((name) => {
    const found = names.skills.get(nameKey(name)) ?? [];
    const one =
      before?.skillIds.find((id) => found.includes(id) && !usedSkills.has(id)) ??
      (found.length === 1 ? found[0] : undefined);
    if (one) {
      usedSkills.add(one);
      return one;
    }
    fault(
      'skills',
      found.length > 1
        ? `Several skills are called ${name}: choose it in the day`
        : `No skill is called ${name}`,
    );
    return [];
  });
  const left = [...(before?.files ?? [])];
  const files = listed(row.fileName).flatMap((name) => {
    const at = left.findIndex((file) => nameKey(file.name) === nameKey(name));
    const [one] = at < 0 ? [] : left.splice(at, 1);
    if (!one) fault('fileName', `This block has no file ${name}: add files in the day`);
    return one ?? [];
  });
  const slug = row.videoSlug?.trim() ?? null;
  // A video that was archived since stays in its block.
  const kept = before?.videoId && (slug === null || names.videoSlug.get(before.videoId) === slug);
  const videoId = kept ? before.videoId : slug === null ? null : (names.videos.get(slug) ?? null);
  if (slug !== null && videoId === null) fault('videoSlug', 'Head office has no video of this address');
  return {
    id: before?.id ?? newId(),
    kind,
    title: row.blockTitle ?? before?.title ?? '',
    body: row.body ?? before?.body ?? '',
    minutes: row.minutes ?? before?.minutes ?? 0,
    optional: row.optional ?? before?.optional ?? false,
    share: row.shareFamily ?? before?.share ?? false,
    files: row.fileName == null ? left : files,
    videoId,
    skillIds: row.skills == null ? (before?.skillIds ?? []) : [...new Set(skillIds)],
    materials:
      row.materials == null
        ? (before?.materials ?? [])
        : listed(row.materials).flatMap((cell) => materialOf(cell, fault)),
  };
}

/** `Bell|1|CLASS|CENTRE`: name, how many, for whom, from where. */
function materialOf(cell: string, fault: BlockTools['fault']): Material | [] {
  const [name = '', qty = '', basis = '', source = ''] = cell.split('|').map((part) => part.trim());
  const count = Number(qty);
  const found = { basis: keyOf(bases, basis), source: keyOf(sources, source) };
  if (name !== '' && Number.isInteger(count) && count >= 1 && count <= 99 && found.basis && found.source)
    return { name, qty: count, basis: found.basis, source: found.source };
  fault('materials', `Write ${cell} as name|how many|CHILD, GROUP or CLASS|KIT, CENTRE or HOME`);
  return [];
}

const keyOf = <K extends string>(options: Readonly<Record<K, string>>, word: string): K | undefined =>
  (Object.keys(options) as K[]).find(
    (key) => headingKey(key) === headingKey(word) || headingKey(options[key]) === headingKey(word),
  );

const same = <T extends object>(a: T, b: T): boolean => JSON.stringify(a) === JSON.stringify(b);
