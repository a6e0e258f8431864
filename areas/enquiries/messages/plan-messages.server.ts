// Who of a chosen set gets a message and why the others do not: the same judgement for the preview, the start and the job.
import type { Ports } from '@aangan/server/ports.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import {
  type ContactChannel,
  previewMessages,
  type WayOf,
  waysOf,
} from '../../communication/public.server.ts';
import { enquiryRecipients } from '../enquiry/enquiry-recipients.server.ts';
import { childNameOf } from '../enquiry/enquiry-rows.server.ts';
import type { ChosenText } from './message-texts.server.ts';
import type { LeftOut } from './message-words.ts';
import { isOfOneChild, makesSense, type ReadyRow, readyKey, readyValues } from './ready-messages.server.ts';

interface Row extends ReadyRow {
  enquiry_code: string;
  child_last_name: string | null;
  is_open: boolean;
  erased: boolean;
}

export interface MessageLine {
  row: Row;
  childName: string;
  leftOut: LeftOut | null;
  channel: ContactChannel | null;
  address: string | null;
  values: Record<string, string>;
  text: string | null;
}

interface MessagesAsked {
  franchiseeId: number;
  ids: readonly string[];
  chosen: ChosenText;
  now: Date;
  config: Ports['config'];
}

export async function planMessages(db: Db, asked: MessagesAsked): Promise<MessageLine[]> {
  const { franchiseeId, chosen, now } = asked;
  const { rows } = await sql<Row>`
    select e.franchisee_id, e.id::text as id, e.household_id::text as household_id, e.enquiry_code, e.class_id, e.spanco_status, e.stage_code, e.appointment_at, e.counselled_at,
        e.child_first_name, e.child_last_name, e.guardian_name, e.is_open, e.erased_at is not null as erased
      from enquiry e where e.franchisee_id = ${franchiseeId} and e.id = any (${[...asked.ids]}::uuid[]) order by e.captured_at, e.enquiry_code`.execute(
    db,
  );
  const values = await readyValues(db, franchiseeId);
  const lines = rows.map(
    (row): MessageLine => ({
      row,
      childName: childNameOf(row),
      leftOut: row.erased
        ? 'ERASED'
        : !row.is_open
          ? 'ENDED'
          : makesSense(row, chosen, now)
            ? null
            : 'NO_VISIT',
      channel: null,
      address: null,
      values: values(row),
      text: null,
    }),
  );
  onePerFamily(lines, chosen);
  await leaveToldOut(db, asked, lines);
  await findWays(db, asked, lines);
  return lines;
}

const going = (lines: readonly MessageLine[]): MessageLine[] => lines.filter((line) => line.leftOut === null);

function onePerFamily(lines: readonly MessageLine[], chosen: ChosenText): void {
  if (isOfOneChild(chosen)) return;
  const told = new Set<string>();
  for (const line of going(lines)) {
    if (told.has(line.row.household_id)) line.leftOut = 'SAME_FAMILY';
    told.add(line.row.household_id);
  }
}

async function leaveToldOut(
  db: Db,
  { franchiseeId, chosen, now }: MessagesAsked,
  lines: readonly MessageLine[],
): Promise<void> {
  const keyOf = (line: MessageLine) => `${chosen.kind}:${readyKey(line.row, chosen, now)}`;
  const { rows } = await sql<{ key: string }>`select dedupe_key as key from outbox
    where franchisee_id = ${franchiseeId} and kind = 'communication.expand' and dedupe_key = any (${going(lines).map(keyOf)}::text[])`.execute(
    db,
  );
  const told = new Set(rows.map((row) => row.key));
  for (const line of going(lines)) if (told.has(keyOf(line))) line.leftOut = 'TODAY';
}

/** Without its registry id a text has e-mail alone: who has none is told apart from who has no number either. */
function closedBy(ways: readonly WayOf[], noDlt: boolean): LeftOut {
  const [first] = ways;
  if (!first) return noDlt ? 'NO_DLT' : 'NO_ADDRESS';
  // A way nobody asked the family about says less than one it decided on.
  return ways.find((way) => way.closed !== 'NO_CONSENT')?.closed ?? 'NO_CONSENT';
}

async function findWays(
  db: Db,
  { franchiseeId, chosen, config }: MessagesAsked,
  lines: readonly MessageLine[],
): Promise<void> {
  const open = going(lines);
  const people = await enquiryRecipients(
    db,
    open.map((line) => line.row.id),
    franchiseeId,
    'enquiry',
  );
  const byHousehold = new Map(people.map((person) => [person.id, person]));
  const ways = await waysOf(db, { franchiseeId, config }, people);
  for (const line of open) {
    const fitting = (ways.get(line.row.household_id) ?? []).filter((way) =>
      chosen.channels.includes(way.channel),
    );
    const way = fitting.find((one) => one.closed === null);
    line.channel = way?.channel ?? null;
    line.address = way?.address ?? null;
    if (!way)
      line.leftOut = closedBy(fitting, chosen.noDlt && !!byHousehold.get(line.row.household_id)?.mobile);
  }
  const reached = going(lines);
  const texts = await previewMessages(db, {
    kind: chosen.kind,
    franchiseeId,
    ...(chosen.own ? { own: chosen.own } : {}),
    people: reached.map((line) => {
      const person = byHousehold.get(line.row.household_id);
      return {
        channel: line.channel ?? 'SMS',
        language: person?.language ?? 'en',
        name: person?.name ?? '',
        values: line.values,
      };
    }),
  });
  for (const [i, line] of reached.entries()) {
    line.text = texts[i] ?? null;
    if (line.text === null) line.leftOut = 'VALUE_MISSING';
  }
}
