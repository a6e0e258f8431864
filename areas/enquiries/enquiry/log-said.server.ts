// What was said while the family was written down becomes a line of each child's follow-ups, by the writer of all lines.
import { Refusal } from '@aangan/contract/refusal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { CapturedEnquiry } from './capture-types.ts';
import { writeFollowUp } from './log-follow-up.server.ts';
import { lockEnquiry } from './move-stage.server.ts';
import type { Said } from './said.ts';

interface Talk extends Said {
  note?: string | null | undefined;
  nextOn?: string | undefined;
}

/** Where the form has the entries that a line asks for. */
const named = (field: string, child: number): string =>
  ({
    nextOn: 'nextFollowUpOn',
    nextAt: 'said.nextAt',
    subStatus: 'said.subStatus',
    withoutAppointment: 'said.withoutAppointment',
    classId: `children.${child}.classId`,
    programme: `children.${child}.programme`,
    childDob: `children.${child}.dob`,
  })[field] ?? field;

/**
 * Logs one talk on every enquiry that it was about, and gives those that have the line now. A repeated save has it
 * already; one that is closed to follow-ups (the child studies here) keeps the arrival alone.
 */
export async function logSaid(
  db: Db,
  captured: readonly CapturedEnquiry[],
  talk: Talk,
  at: { now: Date; by: string | null },
): Promise<ReadonlySet<string>> {
  const logged = new Set<string>();
  for (const [child, one] of captured.entries()) {
    if (one.verdict === 'REPLAY' || logged.has(one.id)) continue;
    const row = await lockEnquiry(db, one.id);
    if (!row.is_open) continue;
    const line = { ...talk, direction: 'IN' as const, callNoted: logged.size > 0 };
    const written = await writeFollowUp(db, row, line, at).catch((error: unknown) => {
      throw inForm(error, child);
    });
    one.nextFollowUpOn = written.nextFollowUpOn;
    logged.add(one.id);
  }
  return logged;
}

/** The refusal of a line, with the fields as the capture form calls them. */
function inForm(error: unknown, child: number): unknown {
  if (!(error instanceof Refusal) || !error.fields) return error;
  const { code, status, message, details, fields } = error;
  return new Refusal(code, {
    status,
    message,
    details,
    fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [named(name, child), text])),
  });
}
