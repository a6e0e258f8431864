import { ensure } from '@aangan/server/work/ensure.ts';
import { refuseCurriculum } from '../curriculum.refusals.ts';

/** An order names each row of its place once. */
export function ensureSame(rows: readonly { id: string }[], ids: readonly string[]): void {
  const asked = new Set(ids);
  ensure(
    asked.size === ids.length && rows.length === ids.length && rows.every(({ id }) => asked.has(id)),
    () => refuseCurriculum('folder.order-changed'),
  );
}
