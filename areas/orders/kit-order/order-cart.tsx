// What is ticked, on this device (specification 3, database `studentOrderKit`): a lost network or a closed tab loses nothing. The
// server keeps the same; prices are never kept.
import { keepStudents, keptStudents } from '@aangan/web/local/kit-database.ts';
import type { DeskRow } from './kit-order.contract.ts';

interface Place {
  readonly franchiseeId: number;
  readonly kitType: string;
}

const idOf = (kitType: string, allocationId: string): string => `${kitType}:${allocationId}`;
const keyOf = ({ franchiseeId, kitType }: Place): string => `kitOrder:${franchiseeId}:${kitType}`;

/** Names the order before it exists: however often it is sent, it is placed once. */
export function clientOrderId(place: Place): string {
  const known = localStorage.getItem(keyOf(place));
  if (known) return known;
  const id = crypto.randomUUID();
  localStorage.setItem(keyOf(place), id);
  return id;
}

export async function keptTicks({ franchiseeId, kitType }: Place): Promise<ReadonlySet<string>> {
  const rows = await keptStudents(franchiseeId);
  const own = `${kitType}:`;
  return new Set(rows.filter(({ id }) => id.startsWith(own)).map(({ id }) => id.slice(own.length)));
}

export async function keepTicks({ franchiseeId, kitType }: Place, rows: readonly DeskRow[]): Promise<void> {
  const others = (await keptStudents(franchiseeId)).filter(({ id }) => !id.startsWith(`${kitType}:`));
  await keepStudents([
    ...others,
    ...rows.map((row) => ({
      id: idOf(kitType, row.allocationId),
      franchiseeID: franchiseeId,
      enrollmentID: row.enrolmentId ?? '',
      classID: row.classId ?? 0,
      className: row.of,
      studentName: row.whom,
      gender: row.gender,
    })),
  ]);
}

/** Ordered: nothing of it stays here, and the next order has a name of its own. */
export async function emptyTicks(place: Place): Promise<void> {
  await keepTicks(place, []);
  localStorage.removeItem(keyOf(place));
}
