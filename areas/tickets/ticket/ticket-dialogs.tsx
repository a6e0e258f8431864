// The dialogs of a ticket's steps, each over its own command.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { Field, type FieldProps } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { ticketContract as contract } from './ticket.contract.ts';
import { useAgents, useDesk } from './use-agents.tsx';

export type View = OutputOf<typeof contract.get>;
export type Step =
  | 'reply'
  | 'note'
  | 'ask'
  | 'resolve'
  | 'assign'
  | 'priority'
  | 'recategorise'
  | 'hold'
  | 'merge'
  | 'confirm'
  | 'rate'
  | 'reopen';

/** A message with the canned replies of the ticket's department above it. */
const cannedFor = (view: View) =>
  function Canned(props: FieldProps) {
    const form = useFormModel();
    const replies = (useDesk()?.replies ?? []).filter(
      ({ department }) => department === null || department === view.row.department,
    );
    const fill = (id: string | null) => {
      const text = replies.find((one) => one.id === id)?.body;
      if (!text) return;
      const values: Record<string, string> = {
        centre: view.row.centre,
        ticket: view.row.ticketNo,
        raiser: view.row.raiserName ?? 'colleague',
      };
      form.set(
        'body',
        text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
      );
    };
    return (
      <>
        {replies.length > 0 && (
          <Select
            label="Canned reply"
            placeholder="Choose"
            data={replies.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={fill}
            clearable
          />
        )}
        <Field {...props} />
      </>
    );
  };

export function TicketStep({ view, step, onClose }: { view: View; step: Step; onClose: () => void }) {
  const { row, seq } = view;
  const search = useAgents();
  const { franchisee } = useSession();
  const [messageId] = useState(newId);
  const [canned] = useState(() => cannedFor(view));
  // A file is stored with the centre it was uploaded for.
  const mayAttach = franchisee?.id === row.franchiseeId;
  const id = row.id;
  const writes = {
    start: { id, messageId, seenSeq: seq },
    fields: { body: { as: canned }, fileIds: { when: () => mayAttach } },
    onClose,
  };
  const steps = { start: { id }, ifMatch: row.version, onClose };
  switch (step) {
    case 'reply':
      return (
        <CommandDialog
          of={contract.reply}
          title={`Answer ${row.ticketNo}`}
          confirm="Send"
          done="Sent."
          {...writes}
        />
      );
    case 'ask':
      return (
        <CommandDialog
          of={contract.ask}
          title="Ask the centre"
          text="The clock pauses until the centre answers."
          confirm="Ask"
          done="Asked. The clock pauses."
          {...writes}
        />
      );
    case 'resolve':
      return (
        <CommandDialog
          of={contract.resolve}
          title="Resolve"
          text="The centre reads the solution, and confirms or reopens."
          confirm="Resolve"
          done="Resolved."
          start={writes.start}
          fields={{ body: { as: canned } }}
          onClose={onClose}
        />
      );
    case 'note':
      return (
        <CommandDialog
          of={contract.note}
          title="Internal note"
          text="The centre does not see it, and it is no answer."
          confirm="Save note"
          done="Saved."
          start={{ id, messageId }}
          onClose={onClose}
        />
      );
    case 'assign':
      return (
        <CommandDialog
          of={contract.assign}
          title={`Assign ${row.ticketNo}`}
          text="The clock goes on as it is."
          confirm="Assign"
          done="Assigned."
          start={{ ids: [id] }}
          fields={{ ownerId: { search } }}
          onClose={onClose}
        />
      );
    case 'priority':
      return (
        <CommandDialog
          of={contract.setPriority}
          title="Change priority"
          text="Targets are taken anew; time that has passed stays."
          confirm="Change priority"
          done="Changed."
          start={{ ids: [id], priority: row.priority }}
          onClose={onClose}
        />
      );
    case 'recategorise':
      return (
        <CommandDialog
          of={contract.recategorise}
          title="Move to another department or category"
          text="The matrix is asked anew; time that has passed stays."
          confirm="Move"
          done="Moved."
          {...steps}
          start={{ id, department: row.department, categoryId: row.categoryId }}
          fields={{ categoryId: { chosenLabel: row.category } }}
        />
      );
    case 'hold':
      return (
        <CommandDialog
          of={contract.hold}
          title="Put on hold"
          text="The clock pauses until somebody resumes it. Name the day you expect, 30 days ahead at most."
          confirm="Put on hold"
          done="On hold."
          {...steps}
        />
      );
    case 'merge':
      return (
        <CommandDialog
          of={contract.merge}
          title="Merge into another ticket"
          text="This ticket closes; its messages are shown in the other one, of the same centre."
          confirm="Merge"
          danger
          done="Merged."
          {...steps}
        />
      );
    case 'confirm':
      return (
        <CommandDialog
          of={contract.confirm}
          title="Is it solved?"
          confirm="Yes, close it"
          done="Closed. Thank you."
          {...steps}
        />
      );
    case 'rate':
      return (
        <CommandDialog
          of={contract.rate}
          title="Give stars"
          confirm="Give stars"
          done="Thank you."
          start={{ id }}
          onClose={onClose}
        />
      );
    case 'reopen':
      return (
        <CommandDialog
          of={contract.reopen}
          title="Reopen"
          text="Within 7 days after it was resolved. The clock goes on where it stopped."
          confirm="Reopen"
          done="Reopened."
          {...steps}
        />
      );
  }
}
