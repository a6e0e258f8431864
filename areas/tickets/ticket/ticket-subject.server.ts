// What a ticket is about, by its name: asked by the form, and again when it is sent.
import { refuse } from '@aangan/contract/refusal.ts';
import { describeSubject } from '@aangan/server/endpoint/area-registry.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ticketContract as contract, type TicketEntity } from './ticket.contract.ts';

/** Names of children stand on what enquiries call theirs: only people who see enquiries name one. */
const gates: Readonly<Partial<Record<TicketEntity['kind'], string>>> = { ENQUIRY: 'enquiry' };

/** Its name, or 404: there is none, or this person does not see it. */
export async function entityOf(
  db: Db,
  actor: Actor,
  { kind, id }: TicketEntity,
): Promise<TicketEntity & { label: string }> {
  const gate = gates[kind];
  const found =
    gate === undefined || holds(actor, gate, false)
      ? await describeSubject(db, kind, id).catch(() => null)
      : null;
  if (!found) throw refuse('row.not-found');
  return { kind, id, label: found.label.slice(0, 150) };
}

export const subjectOfTicket = handle(contract.subject, ({ db, actor, input }) => entityOf(db, actor, input));
