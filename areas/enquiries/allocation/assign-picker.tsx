import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Button, Kbd, Modal, ScrollArea, Stack, Text, Textarea, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useDialogStep } from '../enquiry/use-step.web.ts';
import classes from './allocation.module.css';
import { enquiriesText, outOf } from './allocation-look.tsx';
import { leadAllocationContract, type RosterPerson } from './lead-allocation.contract.ts';

interface AssignableLead {
  id: string;
  franchiseeId: number;
  childName: string;
  suggested?: { id: string } | null;
}

/** People by load, lightest first; a number key or the arrows choose, Enter gives. */
export function AssignPicker({ leads, onClose }: { leads: readonly AssignableLead[]; onClose: () => void }) {
  const [first] = leads;
  const franchiseeId = first?.franchiseeId;
  const roster = useQuery(leadAllocationContract.roster, franchiseeId === undefined ? {} : { franchiseeId }, {
    fresh: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        leads.length === 1 ? `Who gets ${first?.childName ?? 'it'}?` : `Who gets ${leads.length} enquiries?`
      }
    >
      <QueryState query={roster}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="Nobody may own enquiries here"
              help="Give somebody a role with enquiries first."
            />
          ) : (
            <Picker people={rows} leads={leads} onClose={onClose} />
          )
        }
      </QueryState>
    </Modal>
  );
}

interface PickerProps {
  people: readonly RosterPerson[];
  leads: readonly AssignableLead[];
  onClose: () => void;
}

function Picker({ people, leads, onClose }: PickerProps) {
  const suggested = leads.length === 1 ? leads[0]?.suggested?.id : undefined;
  const start = Math.max(
    0,
    people.findIndex((one) => one.id === suggested),
  );
  const [at, setAt] = useState(start);
  const [reason, setReason] = useState('');
  const chosen = people[at];
  const list = useRef<HTMLDivElement>(null);
  // People who come later than the dialog find its focus placed already; those known before get it by `data-autofocus`.
  useEffect(() => list.current?.focus(), []);
  const assign = useDialogStep(
    leadAllocationContract.assign,
    (out) => `${enquiriesText(out.assigned)} given to ${chosen?.name ?? ''}.`,
    { onClose, refresh: ['enquiry'] },
  );
  const needsReason = chosen?.against != null || assign.error?.code === 'allocation.user-not-eligible';
  const give = () => {
    if (!chosen || (needsReason && !reason.trim())) return;
    void assign.run({
      ids: leads.map((lead) => lead.id),
      userId: chosen.id,
      ...(needsReason ? { reason: reason.trim() } : {}),
    });
  };
  const choose = (index: number) => {
    setAt(Math.min(Math.max(index, 0), people.length - 1));
    assign.reset();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const number = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : null;
    const next =
      event.key === 'ArrowDown' || event.key === 'j'
        ? at + 1
        : event.key === 'ArrowUp' || event.key === 'k'
          ? at - 1
          : number;
    if (next !== null && (number === null || number < people.length)) choose(next);
    else if (event.key === 'Enter') give();
    else return;
    event.preventDefault();
  };
  return (
    <Stack gap="md">
      <ScrollArea.Autosize mah={380}>
        <Stack
          gap={4}
          role="listbox"
          aria-label="People by load"
          tabIndex={0}
          ref={list}
          data-autofocus
          // The keys of the list alone: Enter on Cancel leaves.
          onKeyDown={onKeyDown}
          className={classes.people ?? ''}
        >
          {people.map((one, index) => (
            <PersonLine
              key={one.id}
              person={one}
              index={index}
              chosen={index === at}
              onChoose={() => choose(index)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      {needsReason && (
        <Textarea
          label="Why all the same"
          withAsterisk
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={200}
          autosize
          minRows={2}
        />
      )}
      <Text fz="sm" className="key-hint quiet">
        <Kbd size="xs">1</Kbd>–<Kbd size="xs">9</Kbd> choose, <Kbd size="xs">Enter</Kbd> gives
      </Text>
      <DialogFoot error={assign.error} onCancel={onClose}>
        <Button onClick={give} loading={assign.running} disabled={needsReason && !reason.trim()}>
          {chosen ? `Give to ${chosen.name.split(' ')[0]}` : 'Give'}
        </Button>
      </DialogFoot>
    </Stack>
  );
}

interface PersonLineProps {
  person: RosterPerson;
  index: number;
  chosen: boolean;
  onChoose: () => void;
}

function PersonLine({ person, index, chosen, onChoose }: PersonLineProps) {
  const why =
    person.against ??
    (person.leaveUntil ? `On leave until ${formatDay(person.leaveUntil)}` : person.rules.join(', '));
  return (
    <UnstyledButton
      role="option"
      aria-selected={chosen}
      className={classes.person ?? ''}
      data-chosen={chosen}
      tabIndex={-1}
      onClick={onChoose}
    >
      <span className={classes.key}>{index < 9 ? <Kbd size="xs">{index + 1}</Kbd> : null}</span>
      <span className={classes.words}>
        <Text span fw={500} truncate>
          {person.name}
        </Text>
        <Text span fz="sm" className="quiet" truncate title={why}>
          {why}
        </Text>
      </span>
      <span className={classes.load}>
        <Text span className="figures" fz="sm">
          {outOf(person.open, person.maxOpen)} open
        </Text>
        <Text span className="quiet figures" fz="sm">
          {outOf(person.today, person.quota)} today
        </Text>
      </span>
    </UnstyledButton>
  );
}
