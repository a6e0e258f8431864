// What a file of enquiries would do: every row read, every fault named, nothing written.
import { setImmediate } from 'node:timers/promises';
import { nameKey } from '@aangan/contract/phone.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import { type Db, withOneCentre } from '@aangan/server/work/unit-of-work.ts';
import { type DryRunOutcome, MAX_MATCHED, uploadColumns } from './enquiry-upload.contract.ts';
import { type Foreseen, foresee } from './foresee.server.ts';
import { placerOf } from './place-rows.server.ts';
import { lineReader, type UploadFamily, type UploadLists } from './read-upload.server.ts';
import { knownRefs, type SoundRow, type UploadRows } from './save-rows.server.ts';
import { uploadLists } from './upload-lists.server.ts';
import {
  type Columns,
  type FaultyLine,
  ignoredOf,
  namedLine,
  type RawSheet,
  type SheetLine,
} from './upload-sheet.server.ts';
import type { UploadMove } from './upload-stage.server.ts';

/** Rows between two breaths: other people's requests are answered meanwhile. */
const BREATH = 250;

type Outcome = Omit<DryRunOutcome, 'jobId' | 'checkedUntil'>;
type Fault = Outcome['errors'][number];

export interface MatchedSheet extends RawSheet {
  columns: Columns;
}

/** What is kept of the rows until they are saved, and what is told of them. Each centre's rows are read in its scope alone. */
export async function dryRun(
  db: Db,
  actor: Actor,
  { heading, columns, lines }: MatchedSheet,
  now: Date,
): Promise<{ read: UploadRows; outcome: Outcome }> {
  const named = lines.map((line) => namedLine(line, columns));
  const { byCentre, unplaced } = await placed(db, actor, { lines: named, now });
  const parts: Part[] = [];
  for (const [centre, own] of byCentre) {
    const at = { franchiseeId: centre, academicYearId: chosenYear(actor), now };
    parts.push(await withOneCentre(db, actor, centre, () => checkPart(db, at, own)));
  }
  const families = parts.flatMap((part) => part.families);
  const faulty = [...unplaced.map(faultyOf), ...parts.flatMap((part) => part.faulty)];
  const outcome = {
    total: lines.length,
    ok: families.length,
    bad: faulty.length,
    known: sum(parts, (part) => part.known),
    ...foreseen(parts),
    ...consentsOf(families),
    centres:
      actor.franchiseeId === null
        ? parts.map((part) => ({
            franchiseeId: part.centre,
            ok: part.families.length,
            bad: part.faulty.length,
          }))
        : [],
    unplaced: unplaced.length,
    ignored: ignoredOf(heading, columns),
    errors: [...unplaced.map(faultOf), ...parts.flatMap((part) => part.errors)].sort((a, b) => a.row - b.row),
  };
  return { read: { families, faulty: { heading, lines: faulty } }, outcome };
}

/** A row whose centre is not known: nothing else of it can be judged. */
interface Unplaced {
  line: SheetLine;
  text: string;
}

const faultOf = ({ line: { row, named }, text }: Unplaced): Fault => ({
  row,
  field: 'franchisee_id',
  text,
  value: named.franchisee_id ?? '',
});

const faultyOf = ({ line: { row, cells }, text }: Unplaced): FaultyLine => ({
  row,
  cells,
  fault: `franchisee_id: ${text}`,
});

async function placed(
  db: Db,
  actor: Actor,
  { lines, now }: { lines: readonly SheetLine[]; now: Date },
): Promise<{ byCentre: Map<number, SheetLine[]>; unplaced: Unplaced[] }> {
  const placeOf = await placerOf(db, actor, { lines, now });
  const byCentre = new Map<number, SheetLine[]>();
  const unplaced: Unplaced[] = [];
  for (const line of lines) {
    const place = placeOf(line);
    if ('fault' in place) {
      unplaced.push({ line, text: place.fault });
      continue;
    }
    const own = byCentre.get(place.centre);
    if (own) own.push(line);
    else byCentre.set(place.centre, [line]);
  }
  return { byCentre, unplaced };
}

interface Part extends Foreseen {
  centre: number;
  families: SoundRow[];
  faulty: FaultyLine[];
  errors: Fault[];
  known: number;
}

async function checkPart(
  db: Db,
  at: { franchiseeId: number; academicYearId: number; now: Date },
  lines: readonly SheetLine[],
): Promise<Part> {
  const centre = at.franchiseeId;
  const read = await readRows(centre, lines, lineChecker(await uploadLists(db, centre, at.now)));
  const refs = await knownRefs(db, centre, read.families);
  const fresh = read.families.filter(({ ref }) => ref === null || !refs.has(ref));
  const seen = await foresee(db, { ...at, via: 'UPLOAD', by: null }, fresh);
  return { centre, ...read, known: read.families.length - fresh.length, ...seen };
}

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((n, one) => n + of(one), 0);

const foreseen = (parts: readonly Part[]): Foreseen => ({
  fresh: sum(parts, (part) => part.fresh),
  siblings: sum(parts, (part) => part.siblings),
  askedAgain: sum(parts, (part) => part.askedAgain),
  possible: sum(parts, (part) => part.possible),
  closed: sum(parts, (part) => part.closed),
  fillable: sum(parts, (part) => part.fillable),
  matched: parts
    .flatMap((part) => part.matched)
    .sort((a, b) => a.row - b.row)
    .slice(0, MAX_MATCHED),
});

async function readRows(
  centre: number,
  lines: readonly SheetLine[],
  faultsOf: (line: SheetLine) => Checked,
): Promise<Pick<Part, 'families' | 'faulty' | 'errors'>> {
  const read: Pick<Part, 'families' | 'faulty' | 'errors'> = { families: [], faulty: [], errors: [] };
  for (const [index, line] of lines.entries()) {
    if (index % BREATH === BREATH - 1) await setImmediate();
    const { faults, family, move, ref } = faultsOf(line);
    read.errors.push(...faults);
    const { row, cells } = line;
    if (family && faults.length === 0) read.families.push({ row, centre, ref, cells, family, move });
    else
      read.faulty.push({
        row,
        cells,
        centre,
        fault: faults.map(({ field, text }) => `${field}: ${text}`).join('; '),
      });
  }
  return read;
}

const consentsOf = (rows: UploadRows['families']) => ({
  consents: rows.filter(({ family }) => family.consents?.on !== undefined).length,
  undatedConsents: rows.filter(({ family: { consents } }) => {
    const { whatsapp, sms, email, on } = consents ?? {};
    return (whatsapp || sms || email) && on === undefined;
  }).length,
});

interface Checked {
  faults: Fault[];
  family: UploadFamily | null;
  move: UploadMove | null;
  ref: string | null;
}

/** The family of a line with everything that is wrong with it, also against the lines of its centre before it. */
function lineChecker(lists: UploadLists) {
  const readLine = lineReader(lists);
  const children = new Map<string, number>();
  const refs = new Map<string, number>();
  return ({ row, named }: SheetLine): Checked => {
    const { errors, family, move, ref } = readLine(named);
    const faults = uploadColumns.flatMap((field) => {
      const text = errors[field];
      return text === undefined ? [] : [{ row, field, text, value: named[field] ?? '' }];
    });
    if (family) {
      const child = family.children[0];
      const key = `${family.mobile} ${child?.firstName ? nameKey(child.firstName) : ''} ${child?.dob ?? ''}`;
      const before = children.get(key);
      if (before !== undefined)
        faults.push({
          row,
          field: 'child_first_name',
          text: `same child as row ${before}.`,
          value: named.child_first_name ?? '',
        });
      else children.set(key, row);
    }
    if (ref !== null) {
      const before = refs.get(ref);
      if (before !== undefined)
        faults.push({ row, field: 'external_ref', text: `same number as row ${before}.`, value: ref });
      else refs.set(ref, row);
    }
    return { faults, family, move, ref };
  };
}
