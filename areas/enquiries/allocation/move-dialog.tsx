import type { InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import type { FilterValues } from '@aangan/web/list/list-state.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Modal, MultiSelect, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { enquiriesText } from './allocation-look.tsx';
import { MOST_REALLOCATED } from './allocation-words.ts';
import { leadReallocationContract, type ReallocationTarget } from './lead-reallocation.contract.ts';
import { Bars } from './rule-simulation.tsx';

export interface MoveAsked {
  ids?: readonly string[];
  filters?: FilterValues;
  n: number;
}

type People = OutputOf<typeof leadReallocationContract.people>['rows'];
type Preview = OutputOf<typeof leadReallocationContract.preview>;
type Asking = InputOf<typeof leadReallocationContract.preview>;

interface MoveDialogProps {
  asked: MoveAsked;
  people: People;
  onClose: () => void;
}

/** Who gets them, what that does to everybody's load, and then the move. */
export function MoveDialog({ asked, people, onClose }: MoveDialogProps) {
  const navigate = useNavigate();
  const [kind, setKind] = useState<'PEOPLE' | 'RULES'>('PEOPLE');
  const [userIds, setUserIds] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  const [seen, setSeen] = useState<Preview | null>(null);
  const target: ReallocationTarget = kind === 'RULES' ? { kind } : { kind, userIds };
  // The list's filters are those of the contract: both stand in one place (move-tab.tsx).
  const which = (asked.ids ? { ids: [...asked.ids] } : { filters: { ...asked.filters } }) as Pick<
    Asking,
    'ids' | 'filters'
  >;
  const preview = useCommand(leadReallocationContract.preview, { onDone: setSeen });
  const start = useCommand(leadReallocationContract.start, {
    refresh: ['enquiry', 'follow-up', 'lead-allocation'],
    onDone: ({ total }) => {
      notice.ok(`${enquiriesText(total)} ${total === 1 ? 'is' : 'are'} on the move.`);
      onClose();
      void navigate('/lead-reallocation/list?tab=batches');
    },
  });
  const change = (next: () => void) => {
    next();
    setSeen(null);
    preview.reset();
    start.reset();
  };
  const ready = kind === 'RULES' || userIds.length > 0;
  const error = start.error ?? preview.error;
  return (
    <Modal opened onClose={onClose} size="lg" title={`Move ${enquiriesText(asked.n).toLowerCase()}`}>
      <Stack gap="md">
        <Text>
          Next dates, first-answer times and history stay. The move can be undone for 24 hours.
          {asked.n > MOST_REALLOCATED ? ' The first 5,000 are taken.' : ''}
        </Text>
        <SegmentedControl
          value={kind}
          onChange={(value) => change(() => setKind(value === 'RULES' ? 'RULES' : 'PEOPLE'))}
          data={[
            { value: 'PEOPLE', label: 'To people, evenly' },
            { value: 'RULES', label: 'By the rules' },
          ]}
        />
        {kind === 'PEOPLE' && (
          <MultiSelect
            label="Who gets them"
            placeholder={userIds.length === 0 ? 'Choose' : ''}
            data={people
              .filter((one) => one.able)
              .map((one) => ({ value: one.id, label: `${one.name} (${one.open} open)` }))}
            value={userIds}
            onChange={(value) => change(() => setUserIds(value))}
            searchable
            data-autofocus
          />
        )}
        {kind === 'PEOPLE' &&
          people
            .filter((one) => userIds.includes(one.id) && one.against)
            .map((one) => (
              <Text key={one.id} fz="sm" c="var(--a-warning-text)">
                {one.against}
              </Text>
            ))}
        {seen && <Seen seen={seen} />}
        {seen && seen.moved > 0 && (
          <Textarea
            label="Reason (optional)"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={200}
            autosize
          />
        )}
        <DialogFoot error={error} onCancel={onClose} running={start.running}>
          <Button
            variant={seen ? 'default' : 'filled'}
            disabled={!ready}
            loading={preview.running}
            onClick={() => {
              start.reset();
              void preview.run({ ...which, target });
            }}
          >
            {seen ? 'Look again' : 'Preview'}
          </Button>
          {seen && (
            <Button
              disabled={seen.moved === 0}
              loading={start.running}
              onClick={() =>
                void start.run({ ...which, target, seen: seen.seen, reason: reason.trim() || null })
              }
            >
              {`Move ${seen.moved}`}
            </Button>
          )}
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

function Seen({ seen }: { seen: Preview }) {
  return (
    <Stack gap="sm" role="status">
      <Text fw={500}>
        {seen.moved === 0
          ? 'Nothing would move.'
          : `${enquiriesText(seen.moved)} ${seen.moved === 1 ? 'moves' : 'move'}${seen.total > seen.moved ? `, ${seen.total - seen.moved} ${seen.total - seen.moved === 1 ? 'stays' : 'stay'}` : ''}.`}
      </Text>
      {seen.skipped.map((one) => (
        <Text key={one.reason} fz="sm" className="quiet">
          {`${one.n} ${one.reason}`}
        </Text>
      ))}
      {seen.people.length > 0 && <Bars people={seen.people} />}
    </Stack>
  );
}
