// The stages of the pipeline by status, in their order; drag them, or press the arrows.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { cls } from '@aangan/web/cls.ts';
import { formatCount } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { ActionIcon, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconLock, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { spancoStatuses } from '../enquiry/enquiry.states.ts';
import { stageLabel, statusWithCode } from '../enquiry/stage-label.ts';
import { stageContract } from './stage.contract.ts';
import classes from './stages.module.css';

const AddStage = part(() => import('./add-stage.tsx'), 'AddStage');

type Stage = OutputOf<typeof stageContract.overview>['rows'][number];

export function StagesTab() {
  const query = useQuery(stageContract.overview, {}, { fresh: 0 });
  const [adding, setAdding] = useState(false);
  return (
    <QueryState query={query}>
      {({ rows, can }) => (
        <Stack gap="md">
          {can['add'] && (
            <Group justify="flex-end">
              <Button leftSection={<IconPlus {...icon} />} onClick={() => setAdding(true)}>
                Add stage
              </Button>
            </Group>
          )}
          {spancoStatuses.map((status) => (
            <StatusStages key={status} status={status} rows={rows.filter((row) => row.status === status)} />
          ))}
          <Suspense fallback={null}>{adding && <AddStage onClose={() => setAdding(false)} />}</Suspense>
        </Stack>
      )}
    </QueryState>
  );
}

const moved = (ids: readonly string[], from: number, to: number): string[] => {
  const next = [...ids];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
};

function StatusStages({ status, rows }: { status: Stage['status']; rows: readonly Stage[] }) {
  const [dragged, setDragged] = useState<string | null>(null);
  const order = useCommand(stageContract.order, {
    refresh: ['enquiry'],
    onError: (error) => notice.error(error),
  });
  // Only one's own can change places; they keep the places they hold together.
  const own = rows.filter((row) => row.can['update']).map((row) => row.id);
  const place = (id: string, to: number) => {
    const from = own.indexOf(id);
    if (from < 0 || to < 0 || to >= own.length || from === to) return;
    void order.run({ status, ids: moved(own, from, to) });
  };
  return (
    <Section title={statusWithCode(status)} flush>
      <ul className={classes.list} aria-label={`Stages of ${status}`}>
        {rows.map((row) => (
          <li
            key={row.id}
            className={cls(classes.row, dragged === row.id && classes.dragged)}
            draggable={row.can['update'] === true && own.length > 1}
            onDragStart={() => setDragged(row.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged && row.can['update']) event.preventDefault();
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged) place(dragged, own.indexOf(row.id));
            }}
          >
            <Places row={row} own={own} onPlace={(to) => place(row.id, to)} />
            <div className={classes.words}>
              <Anchor component={Link} to={`/forms/settings/edit/${row.id}`}>
                {stageLabel(row.code)}
              </Anchor>
              <Text size="xs" className="quiet">
                {[row.open !== null && `${formatCount(row.open)} open`, askedText(row)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
            {row.active ? <Tag tone={row.colour}>{originOf(row)}</Tag> : <Tag tone="neutral">Hidden</Tag>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Places({
  row,
  own,
  onPlace,
}: {
  row: Stage;
  own: readonly string[];
  onPlace: (to: number) => void;
}) {
  const at = own.indexOf(row.id);
  if (at < 0) return <IconLock {...smallIcon} aria-label="Head office sets it" aria-hidden={false} />;
  if (own.length < 2) return null;
  return (
    <Group gap={2} wrap="nowrap">
      <IconGripVertical {...smallIcon} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${row.code} up`}
        disabled={at === 0}
        style={{ visibility: at === 0 ? 'hidden' : 'visible' }}
        onClick={() => onPlace(at - 1)}
      >
        <IconArrowUp {...smallIcon} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${row.code} down`}
        disabled={at === own.length - 1}
        style={{ visibility: at === own.length - 1 ? 'hidden' : 'visible' }}
        onClick={() => onPlace(at + 1)}
      >
        <IconArrowDown {...smallIcon} />
      </ActionIcon>
    </Group>
  );
}

// The one stage that is ours stands like the specification's: talks and revivals lead to it.
const originOf = (row: Stage): string => {
  if (row.isSeed || row.code === 'In Conversation') return 'Built in';
  return row.shared ? 'Network' : 'Own';
};
const exitWords: Readonly<Record<Stage['exitNeeds'][number], string>> = {
  class: 'the class',
  programme: 'the programme',
  dob: 'the date of birth',
  pincode: 'the pincode',
};
const whoEnters = (row: Stage): string | false => {
  if (row.status === 'Suspect') return 'Entered when a family asks';
  return row.enteredBy === 'SYSTEM' && 'Entered by admissions';
};

/** 'Asks for a note, a sub-status · at most 14 days'. */
function askedText(row: Stage): string {
  const asks = [
    row.needsNote && 'a note',
    row.needsReason && 'a reason',
    row.needsSubStatus && 'a sub-status',
    row.needsFollowUp && 'the next date',
    row.needsAppointment && 'a visit',
  ].filter(Boolean);
  const parts = [
    whoEnters(row),
    asks.length > 0 && `Asks for ${asks.join(', ')}`,
    row.exitNeeds.length > 0 && `Leaving needs ${row.exitNeeds.map((need) => exitWords[need]).join(', ')}`,
    row.maxDays !== null && `At most ${row.maxDays} days`,
  ].filter(Boolean);
  return parts.join(' · ') || 'Asks for nothing more';
}
