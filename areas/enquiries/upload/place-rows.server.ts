// Which centre each row of a file is for: the chosen one; with none chosen the one it names, else the one that its pincode
// belongs to. Nobody is told of a centre out of their reach.
import { latestYear } from '@aangan/contract/period.ts';
import type { ImportRow } from '@aangan/server/file-import/import-types.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { type Actor, reaches } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ability, franchiseeLabels, serviceOf } from '../../network/public.server.ts';
import type { UploadValues } from './enquiry-import.contract.ts';

type Line = ImportRow<UploadValues>;
type Placer = (line: Line) => { centre: number } | { fault: string };

/** '14', '014', or as the product shows it: '(014) Baner'. */
const idIn = (typed: string): number | null => {
  const [, digits] = /^\(?(\d{1,9})\)?(?:\s.*)?$/.exec(typed) ?? [];
  return digits === undefined ? null : Number(digits);
};
const centreCell = ({ values }: Line): string => values.franchisee_id ?? '';

/** The rows by their centre, which each then names by its number; the others get their fault. */
export async function placeRows(
  db: Db,
  actor: Actor,
  { rows, now }: { rows: readonly Line[]; now: Date },
): Promise<{ byCentre: Map<number, Line[]>; unplaced: number }> {
  const placeOf =
    actor.franchiseeId === null
      ? await amongCentres(db, actor, { lines: rows, now })
      : await atOneCentre(db, actor, actor.franchiseeId);
  const byCentre = new Map<number, Line[]>();
  let unplaced = 0;
  for (const row of rows) {
    const place = placeOf(row);
    if ('fault' in place) {
      unplaced += 1;
      row.fault('franchisee_id', place.fault);
      continue;
    }
    row.values.franchisee_id = String(place.centre);
    const own = byCentre.get(place.centre);
    if (own) own.push(row);
    else byCentre.set(place.centre, [row]);
  }
  return { byCentre, unplaced };
}

async function atOneCentre(db: Db, actor: Actor, centre: number): Promise<Placer> {
  const label = (await franchiseeLabels(db, [centre])).get(centre) ?? '';
  const several = actor.wholeNetwork || actor.centres.length > 1;
  const fault = several
    ? `You upload for ${label}. Leave this empty, or choose all centres at the top for a file of several.`
    : `You upload for ${label}. Leave this empty.`;
  return (line) => {
    const typed = centreCell(line);
    return typed === '' || idIn(typed) === centre ? { centre } : { fault };
  };
}

async function amongCentres(
  db: Db,
  actor: Actor,
  { lines, now }: { lines: readonly Line[]; now: Date },
): Promise<Placer> {
  const named = new Set(lines.flatMap((line) => idIn(centreCell(line)) ?? []));
  const taking = await takingCentres(db, actor, { ids: [...named], now });
  const labels = await franchiseeLabels(
    db,
    [...named].filter((id) => reaches(actor, id)),
  );
  const byPincode = await byPincodeOf(db, actor, lines);
  return (line) => {
    const typed = centreCell(line);
    if (typed === '') return byPincode(line);
    const id = idIn(typed);
    if (id === null) return { fault: 'Give the number of the centre, as 014.' };
    if (taking.has(id)) return { centre: id };
    const label = labels.get(id);
    return {
      fault: label ? `${label} takes no enquiries now.` : 'There is no such centre among yours.',
    };
  };
}

async function takingCentres(
  db: Db,
  actor: Actor,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<ReadonlySet<number>> {
  const year = latestYear(now);
  const taking = new Set<number>();
  for (const id of ids) {
    if (!reaches(actor, id)) continue;
    const open =
      id === HEAD_OFFICE || (await ability(db, id, 'PUBLIC_ENQUIRY', { yearId: year, currentYear: year }));
    if (open) taking.add(id);
  }
  return taking;
}

async function byPincodeOf(db: Db, actor: Actor, lines: readonly Line[]): Promise<Placer> {
  const pincodeOf = ({ values }: Line) => values.pincode ?? null;
  const codes = new Set(lines.flatMap((line) => (centreCell(line) === '' ? (pincodeOf(line) ?? []) : [])));
  const services = codes.size > 0 ? await serviceOf(db, [...codes]) : new Map();
  return (line) => {
    const code = pincodeOf(line);
    if (code === null) return { fault: 'Name the centre here, or give the pincode.' };
    const centre: number = services.get(code)?.chosen[0]?.franchiseeId ?? HEAD_OFFICE;
    // A lead from outside would wait for a person; here the person is at hand (enquiries.md D22).
    return centre === HEAD_OFFICE || !reaches(actor, centre)
      ? { fault: `No centre of yours answers for ${code}. Name the centre here.` }
      : { centre };
  };
}
